// The VAE's way from a picture to the moments of its latent.
#pragma once

#include "core/nn/vae/vae_blocks.h"
#include "core/nn/vae/vae_options.h"

namespace unlit::nn {

/// [N, in, H, W] -> [N, 2 * latent, h, w], h = H floored to the VAE's factor.
struct EncoderImpl : Module {
    explicit EncoderImpl(const AutoencoderKLOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NCHW);

    Conv2d conv_in{nullptr};
    torch::nn::ModuleList down_blocks;
    VaeMidBlock mid_block{nullptr};
    GroupNorm conv_norm_out{nullptr};
    Conv2d conv_out{nullptr};

private:
    std::vector<DownEncoderBlock2D> m_downBlocks;
};

TORCH_MODULE(Encoder);

} // namespace unlit::nn
