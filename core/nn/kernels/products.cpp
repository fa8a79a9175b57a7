#include "core/nn/kernels/products.h"

#include "core/nn/kernels/winograd_conv.h"

namespace unlit::nn {

namespace {

/// The instructions that oneDNN asks for before it takes bfloat16.
bool hasAvx512() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
#else
    return false;
#endif
}

bool wantsFloat32(const torch::Tensor& x) {
    return x.scalar_type() == torch::kBFloat16 && !sumsBFloat16(x.device());
}

torch::Tensor inFloat32(const torch::Tensor& x) {
    return x.defined() ? x.to(torch::kFloat32) : x;
}

} // namespace

bool sumsBFloat16(const torch::Device& device) {
    static const bool isHere = hasAvx512();
    return !device.is_cpu() || isHere;
}

torch::Tensor conv2dOf(const torch::Tensor& x_NCHW, const torch::Tensor& weight,
                       const torch::Tensor& bias, int64_t stride, int64_t padding) {
    if (stride == 1 && padding == 1 && isWinogradWorthIt(x_NCHW, weight.sizes()))
        return winogradConv2dOf(x_NCHW, weight, bias);
    if (!wantsFloat32(x_NCHW))
        return torch::conv2d(x_NCHW, weight, bias, stride, padding);
    return torch::conv2d(inFloat32(x_NCHW), inFloat32(weight), inFloat32(bias), stride, padding)
        .to(x_NCHW.scalar_type());
}

torch::Tensor linearOf(const torch::Tensor& x, const torch::Tensor& weight,
                       const torch::Tensor& bias) {
    if (!wantsFloat32(x))
        return torch::linear(x, weight, bias);
    return torch::linear(inFloat32(x), inFloat32(weight), inFloat32(bias)).to(x.scalar_type());
}

} // namespace unlit::nn
