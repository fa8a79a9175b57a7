// Halving and doubling of a picture inside the networks.
#pragma once

#include "core/nn/layers/conv_2d.h"

namespace unlit::nn {

/// Where the 3x3 kernel of stride 2 finds its missing pixels.
enum class DownsamplePadding {
    AllSides,    ///< one pixel all around (UNet): H -> ceil(H/2)
    RightBottom, ///< one pixel right and bottom only (VAE): H -> floor(H/2)
};

struct Downsample2DOptions {
    int64_t channels = 0;
    DownsamplePadding padding = DownsamplePadding::AllSides;
};

/// [N, C, H, W] -> [N, C, H', W'].
struct Downsample2DImpl : Module {
    explicit Downsample2DImpl(const Downsample2DOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NCHW);

    Conv2d conv{nullptr};

private:
    DownsamplePadding m_padding;
};

TORCH_MODULE(Downsample2D);

struct Upsample2DOptions {
    int64_t channels = 0;
};

/// Nearest neighbour, then a 3x3 convolution.
struct Upsample2DImpl : Module {
    explicit Upsample2DImpl(const Upsample2DOptions& options);

    /// [N, C, H, W] -> [N, C, 2H, 2W].
    torch::Tensor forward(const torch::Tensor& x_NCHW);

    /// [N, C, H, W] -> [N, C, height, width]: odd pictures must meet the size of their skip.
    torch::Tensor forward(const torch::Tensor& x_NCHW, int64_t height, int64_t width);

    Conv2d conv{nullptr};
};

TORCH_MODULE(Upsample2D);

} // namespace unlit::nn
