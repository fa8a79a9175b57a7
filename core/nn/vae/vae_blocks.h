// The stages of the VAE: one resolution of the encoder, the middle, one resolution of the decoder.
#pragma once

#include "core/nn/layers/attention.h"
#include "core/nn/layers/resample.h"
#include "core/nn/layers/resnet_block_2d.h"

namespace unlit::nn {

/// Every norm of the VAE uses this, whatever its config says.
inline constexpr double kVaeNormEpsilon = 1e-6;

struct VaeBlockOptions {
    int64_t inChannels = 0;
    int64_t outChannels = 0;
    int64_t layers = 2;
    int64_t groups = 32;
    bool resample = true; ///< false at the lowest (encoder) or highest (decoder) resolution
};

/// [N, in, H, W] -> [N, out, floor(H/2), floor(W/2)].
struct DownEncoderBlock2DImpl : Module {
    explicit DownEncoderBlock2DImpl(const VaeBlockOptions& options);
    torch::Tensor forward(torch::Tensor x_NCHW);

    torch::nn::ModuleList resnets, downsamplers;

private:
    std::vector<ResnetBlock2D> m_resnets;
    std::vector<Downsample2D> m_downsamplers;
};

TORCH_MODULE(DownEncoderBlock2D);

/// [N, in, H, W] -> [N, out, 2H, 2W].
struct UpDecoderBlock2DImpl : Module {
    explicit UpDecoderBlock2DImpl(const VaeBlockOptions& options);
    torch::Tensor forward(torch::Tensor x_NCHW);

    torch::nn::ModuleList resnets, upsamplers;

private:
    std::vector<ResnetBlock2D> m_resnets;
    std::vector<Upsample2D> m_upsamplers;
};

TORCH_MODULE(UpDecoderBlock2D);

struct VaeMidBlockOptions {
    int64_t channels = 0;
    int64_t groups = 32;
    bool attention = true;
};

/// UNetMidBlock2D: residual block, attention among the pixels, residual block. Same shape.
struct VaeMidBlockImpl : Module {
    explicit VaeMidBlockImpl(const VaeMidBlockOptions& options);
    torch::Tensor forward(torch::Tensor x_NCHW);

    torch::nn::ModuleList attentions, resnets;

private:
    std::vector<ResnetBlock2D> m_resnets;
    std::vector<SpatialAttention> m_attentions;
};

TORCH_MODULE(VaeMidBlock);

} // namespace unlit::nn
