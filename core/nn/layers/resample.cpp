#include "core/nn/layers/resample.h"

namespace unlit::nn {

Downsample2DImpl::Downsample2DImpl(const Downsample2DOptions& options)
    : m_padding(options.padding) {
    const int64_t ownPadding = m_padding == DownsamplePadding::AllSides ? 1 : 0;
    conv = register_module("conv", Conv2d(Conv2dOptions{options.channels, options.channels,
                                                        /*kernel=*/3, /*stride=*/2, ownPadding}));
}

torch::Tensor Downsample2DImpl::forward(const torch::Tensor& x_NCHW) {
    if (m_padding == DownsamplePadding::AllSides)
        return watched(conv(x_NCHW));
    return watched(conv(torch::constant_pad_nd(x_NCHW, {0, 1, 0, 1})));
}

Upsample2DImpl::Upsample2DImpl(const Upsample2DOptions& options) {
    conv = register_module("conv", Conv2d(Conv2dOptions{options.channels, options.channels}));
}

torch::Tensor Upsample2DImpl::forward(const torch::Tensor& x_NCHW) {
    return watched(conv->forwardDoubled(x_NCHW));
}

torch::Tensor Upsample2DImpl::forward(const torch::Tensor& x_NCHW, int64_t height, int64_t width) {
    if (height == x_NCHW.size(2) * 2 && width == x_NCHW.size(3) * 2)
        return forward(x_NCHW);
    return watched(conv(torch::upsample_nearest2d(x_NCHW, {height, width})));
}

} // namespace unlit::nn
