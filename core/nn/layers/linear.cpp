#include "core/nn/layers/linear.h"

#include "core/nn/kernels/products.h"

#include <cmath>

namespace unlit::nn {

namespace {

/// The same product as a 1x1 convolution over the rows, which oneDNN computes. LibTorch gives a
/// float32 product to OpenBLAS, whose own threads then compete with those of the convolutions
/// around it: half the speed.
torch::Tensor linearAsConvolution(const torch::Tensor& x, const torch::Tensor& weight,
                                  const torch::Tensor& bias) {
    const int64_t in = weight.size(1), out = weight.size(0);
    std::vector<int64_t> shape = x.sizes().vec();
    shape.back() = out;
    const torch::Tensor rows = x.reshape({1, -1, 1, in}).permute({0, 3, 1, 2}); // [1, in, rows, 1]
    const torch::Tensor kernel = weight.view({out, 1, 1, in}).permute({0, 3, 1, 2});
    return torch::conv2d(rows, kernel, bias).permute({0, 2, 3, 1}).reshape(shape);
}

bool isLargeFloatProduct(const torch::Tensor& x, const torch::Tensor& weight) {
    constexpr int64_t kFewRows = 16; // below, setting the convolution up costs more than it saves
    return x.is_cpu() && x.scalar_type() == torch::kFloat32 &&
           x.numel() >= kFewRows * weight.size(1) && !torch::GradMode::is_enabled();
}

} // namespace

LinearImpl::LinearImpl(const LinearOptions& options) {
    weight = parameter("weight", {options.outFeatures, options.inFeatures});
    if (options.bias)
        bias = parameter("bias", {options.outFeatures});
}

torch::Tensor LinearImpl::product(const torch::Tensor& x) const {
    if (m_int8)
        return int8LinearOf(x, *m_int8, bias);
    if (isLargeFloatProduct(x, weight))
        return linearAsConvolution(x, weight, bias);
    return linearOf(x, computedIn(x, weight), computedIn(x, bias));
}

void LinearImpl::keepInInt8() {
    if (!m_int8)
        m_int8 = exchangedForInt8(weight, weight);
}

torch::Tensor LinearImpl::forward(const torch::Tensor& x) {
    if (!m_update)
        return watched(product(x));
    const torch::Tensor low = linearOf(x, computedIn(x, m_update->down), {});
    return watched(product(x) + linearOf(low, computedIn(x, m_update->up), {}) * m_update->scale);
}

std::vector<torch::Tensor> LinearImpl::adapterWeights() const {
    if (!m_update)
        return {};
    return {m_update->down, m_update->up};
}

void LinearImpl::initialise(const torch::Generator& generator) {
    const double bound = 1.0 / std::sqrt(static_cast<double>(weight.size(1)));
    weight.uniform_(-bound, bound, generator);
    if (bias.defined())
        bias.uniform_(-bound, bound, generator);
}

torch::Tensor DropoutImpl::forward(const torch::Tensor& x) {
    return watched(isActive() ? torch::dropout(x, m_probability, true) : x);
}

} // namespace unlit::nn
