// One resolution on the way up: CrossAttnUpBlock2D and UpBlock2D.
#pragma once

#include "core/nn/layers/resample.h"
#include "core/nn/layers/resnet_block_2d.h"
#include "core/nn/layers/transformer_2d.h"

#include <optional>

namespace unlit::nn {

struct UpBlock2DOptions {
    ResnetBlock2DOptions resnet;  ///< in/outChannels: outChannels alone is used
    int64_t previousChannels = 0; ///< of the block below
    int64_t skipChannels = 0;     ///< of the last skip; the others have outChannels
    int64_t layers = 3;
    std::optional<Transformer2DOptions> attention; ///< unset: UpBlock2D
    bool upsample = true;                          ///< false: the last block
};

/// x_NCHW: [N, previous, H, W] -> [N, out, 2H, 2W]. Takes `layers` tensors from the end of `skips`;
/// the result has the size of the skip that is then last.
struct UpBlock2DImpl : Module {
    explicit UpBlock2DImpl(const UpBlock2DOptions& options);
    torch::Tensor forward(torch::Tensor x_NCHW, const torch::Tensor& temb_NT,
                          const torch::Tensor& context_NMC, std::vector<torch::Tensor>& skips);

    /// Keep the inputs of residual blocks and attentions alone for the backward pass.
    void setGradientCheckpointing(bool isOn) { m_isCheckpointed = isOn; }

    torch::nn::ModuleList attentions, resnets, upsamplers;

private:
    std::vector<ResnetBlock2D> m_resnets;
    std::vector<Transformer2D> m_attentions;
    std::vector<Upsample2D> m_upsamplers;
    bool m_isCheckpointed = false;
};

TORCH_MODULE(UpBlock2D);

} // namespace unlit::nn
