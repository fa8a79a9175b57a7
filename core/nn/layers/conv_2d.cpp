#include "core/nn/layers/conv_2d.h"

#include "core/nn/kernels/doubled_conv.h"
#include "core/nn/kernels/products.h"
#include "core/nn/kernels/winograd_conv.h"

#include <cmath>

namespace unlit::nn {

Conv2dImpl::Conv2dImpl(const Conv2dOptions& options)
    : m_stride(options.stride), m_padding(options.padding), m_isOuter(options.isOuter) {
    weight = parameter("weight",
                       {options.outChannels, options.inChannels, options.kernel, options.kernel});
    bias = parameter("bias", {options.outChannels});
}

/// [out, in, kernel, kernel], whatever the weight is kept as.
std::vector<int64_t> Conv2dImpl::shape() const {
    return m_int8 ? m_int8Shape : weight.sizes().vec();
}

bool Conv2dImpl::isWinogradWorthIt(const torch::Tensor& x_NCHW, int64_t scale) const {
    return m_stride == 1 && m_padding == 1 && nn::isWinogradWorthIt(x_NCHW, shape(), scale);
}

/// As of shape(), in the type that is computed in; of 8 bits in float32, without another rounding.
torch::Tensor Conv2dImpl::weightFor(const torch::Tensor& x_NCHW) const {
    if (!m_int8)
        return computedIn(x_NCHW, weight);
    return dequantised(*m_int8)
        .view({m_int8Shape[0], m_int8Shape[2], m_int8Shape[3], m_int8Shape[1]})
        .permute({0, 3, 1, 2});
}

torch::Tensor Conv2dImpl::product(const torch::Tensor& x_NCHW, const torch::Tensor& offset) const {
    if (!m_int8)
        return conv2dOf(x_NCHW, weightFor(x_NCHW), computedIn(x_NCHW, offset), m_stride, m_padding);
    // A quarter of the products in float32 is less than all of them in whole numbers.
    if (isWinogradWorthIt(x_NCHW, /*scale=*/1))
        return winogradConv2dOf(x_NCHW, weightFor(x_NCHW), offset);
    return int8Conv2dOf(x_NCHW, *m_int8, offset, {m_int8Shape[2], m_stride, m_padding});
}

torch::Tensor Conv2dImpl::forward(const torch::Tensor& x_NCHW) {
    return watched(product(x_NCHW, bias));
}

torch::Tensor Conv2dImpl::forwardUnbiased(const torch::Tensor& x_NCHW) {
    return product(x_NCHW, {});
}

torch::Tensor Conv2dImpl::forwardDoubled(const torch::Tensor& x_NCHW) {
    if (isWinogradWorthIt(x_NCHW, /*scale=*/2))
        return watched(winogradConv2dOf(x_NCHW, weightFor(x_NCHW), computedIn(x_NCHW, bias),
                                        /*scale=*/2));
    if (m_int8 || !isDoubledConvWorthIt(x_NCHW))
        return forward(torch::upsample_nearest2d(x_NCHW, {x_NCHW.size(2) * 2, x_NCHW.size(3) * 2}));
    const torch::Tensor phases = phasesOf(computedIn(x_NCHW, weight)).to(x_NCHW.scalar_type());
    return watched(doubledConv2dOf(x_NCHW, phases, computedIn(x_NCHW, bias)));
}

void Conv2dImpl::keepInInt8() {
    if (m_int8 || m_isOuter)
        return;
    m_int8Shape = weight.sizes().vec();
    m_int8 = exchangedForInt8(weight, weight.permute({0, 2, 3, 1}).flatten(1));
}

void Conv2dImpl::initialise(const torch::Generator& generator) {
    const double fanIn = static_cast<double>(weight.size(1) * weight.size(2) * weight.size(3));
    const double bound = 1.0 / std::sqrt(fanIn);
    weight.uniform_(-bound, bound, generator);
    bias.uniform_(-bound, bound, generator);
}

} // namespace unlit::nn
