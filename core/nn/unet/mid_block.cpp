#include "core/nn/unet/mid_block.h"

#include "core/nn/layers/checkpoint.h"

namespace unlit::nn {

MidBlock2DImpl::MidBlock2DImpl(const MidBlock2DOptions& options) {
    register_module("attentions", attentions);
    register_module("resnets", resnets);
    append(resnets, m_resnets, ResnetBlock2D(options.resnet));
    append(attentions, m_attentions, Transformer2D(options.attention));
    append(resnets, m_resnets, ResnetBlock2D(options.resnet));
}

torch::Tensor MidBlock2DImpl::forward(const torch::Tensor& x_NCHW, const torch::Tensor& temb_NT,
                                      const torch::Tensor& context_NMC) {
    torch::Tensor hidden = runLayer(m_resnets[0], x_NCHW, temb_NT, m_isCheckpointed);
    hidden = runLayer(m_attentions[0], hidden, context_NMC, m_isCheckpointed);
    return watched(runLayer(m_resnets[1], hidden, temb_NT, m_isCheckpointed));
}

} // namespace unlit::nn
