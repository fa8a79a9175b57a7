// The lowest resolution: UNetMidBlock2DCrossAttn.
#pragma once

#include "core/nn/layers/resnet_block_2d.h"
#include "core/nn/layers/transformer_2d.h"

namespace unlit::nn {

struct MidBlock2DOptions {
    ResnetBlock2DOptions resnet; ///< in == out
    Transformer2DOptions attention;
};

/// Residual block, attention, residual block. [N, C, H, W] -> [N, C, H, W].
struct MidBlock2DImpl : Module {
    explicit MidBlock2DImpl(const MidBlock2DOptions& options);
    torch::Tensor forward(const torch::Tensor& x_NCHW, const torch::Tensor& temb_NT,
                          const torch::Tensor& context_NMC);

    /// Keep the inputs of residual blocks and attention alone for the backward pass.
    void setGradientCheckpointing(bool isOn) { m_isCheckpointed = isOn; }

    torch::nn::ModuleList attentions, resnets;

private:
    std::vector<ResnetBlock2D> m_resnets;
    std::vector<Transformer2D> m_attentions;
    bool m_isCheckpointed = false;
};

TORCH_MODULE(MidBlock2D);

} // namespace unlit::nn
