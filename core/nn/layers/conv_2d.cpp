#include "core/nn/layers/conv_2d.h"

#include "core/nn/kernels/doubled_conv.h"
#include "core/nn/kernels/products.h"
#include "core/nn/kernels/winograd_conv.h"

#include <cmath>

namespace unlit::nn {

Conv2dImpl::Conv2dImpl(const Conv2dOptions& options)
    : m_stride(options.stride), m_padding(options.padding) {
    weight = parameter("weight",
                       {options.outChannels, options.inChannels, options.kernel, options.kernel});
    bias = parameter("bias", {options.outChannels});
}

torch::Tensor Conv2dImpl::forward(const torch::Tensor& x_NCHW) {
    return watched(conv2dOf(x_NCHW, computedIn(x_NCHW, weight), computedIn(x_NCHW, bias), m_stride,
                            m_padding));
}

torch::Tensor Conv2dImpl::forwardUnbiased(const torch::Tensor& x_NCHW) {
    return conv2dOf(x_NCHW, computedIn(x_NCHW, weight), {}, m_stride, m_padding);
}

torch::Tensor Conv2dImpl::forwardDoubled(const torch::Tensor& x_NCHW) {
    if (isWinogradWorthIt(x_NCHW, weight, /*scale=*/2))
        return watched(winogradConv2dOf(x_NCHW, weight, computedIn(x_NCHW, bias), /*scale=*/2));
    if (!isDoubledConvWorthIt(x_NCHW))
        return forward(torch::upsample_nearest2d(x_NCHW, {x_NCHW.size(2) * 2, x_NCHW.size(3) * 2}));
    const torch::Tensor phases = phasesOf(computedIn(x_NCHW, weight)).to(x_NCHW.scalar_type());
    return watched(doubledConv2dOf(x_NCHW, phases, computedIn(x_NCHW, bias)));
}

void Conv2dImpl::initialise(const torch::Generator& generator) {
    const double fanIn = static_cast<double>(weight.size(1) * weight.size(2) * weight.size(3));
    const double bound = 1.0 / std::sqrt(fanIn);
    weight.uniform_(-bound, bound, generator);
    bias.uniform_(-bound, bound, generator);
}

} // namespace unlit::nn
