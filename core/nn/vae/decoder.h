// The VAE's way from a latent to a picture.
#pragma once

#include "core/nn/vae/vae_blocks.h"
#include "core/nn/vae/vae_options.h"

namespace unlit::nn {

/// [N, latent, h, w] -> [N, out, factor * h, factor * w], not clipped.
struct DecoderImpl : Module {
    explicit DecoderImpl(const AutoencoderKLOptions& options);
    torch::Tensor forward(const torch::Tensor& z_NCHW);

    Conv2d conv_in{nullptr};
    torch::nn::ModuleList up_blocks;
    VaeMidBlock mid_block{nullptr};
    GroupNorm conv_norm_out{nullptr};
    Conv2d conv_out{nullptr};

private:
    std::vector<UpDecoderBlock2D> m_upBlocks;
};

TORCH_MODULE(Decoder);

} // namespace unlit::nn
