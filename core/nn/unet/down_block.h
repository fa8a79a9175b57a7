// One resolution on the way down: CrossAttnDownBlock2D and DownBlock2D.
#pragma once

#include "core/nn/layers/resample.h"
#include "core/nn/layers/resnet_block_2d.h"
#include "core/nn/layers/transformer_2d.h"

#include <optional>

namespace unlit::nn {

struct DownBlock2DOptions {
    ResnetBlock2DOptions resnet; ///< of the first one; the next have out -> out
    int64_t layers = 2;
    std::optional<Transformer2DOptions> attention; ///< unset: DownBlock2D
    std::optional<DownsamplePadding> downsample;   ///< unset: the last block
};

/// x_NCHW: [N, in, H, W] -> [N, out, H/2, W/2] (same size without downsampling). Every layer's
/// output and the halved one are added to `skips`.
struct DownBlock2DImpl : Module {
    explicit DownBlock2DImpl(const DownBlock2DOptions& options);
    torch::Tensor forward(torch::Tensor x_NCHW, const torch::Tensor& temb_NT,
                          const torch::Tensor& context_NMC, std::vector<torch::Tensor>& skips);

    /// Keep the inputs of residual blocks and attentions alone for the backward pass.
    void setGradientCheckpointing(bool isOn) { m_isCheckpointed = isOn; }

    torch::nn::ModuleList resnets, attentions, downsamplers;

private:
    std::vector<ResnetBlock2D> m_resnets;
    std::vector<Transformer2D> m_attentions;
    std::vector<Downsample2D> m_downsamplers;
    bool m_isCheckpointed = false;
};

TORCH_MODULE(DownBlock2D);

} // namespace unlit::nn
