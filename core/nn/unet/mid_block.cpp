#include "core/nn/unet/mid_block.h"

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
    torch::Tensor hidden = m_resnets[0](x_NCHW, temb_NT);
    hidden = m_attentions[0](hidden, context_NMC);
    return watched(m_resnets[1](hidden, temb_NT));
}

} // namespace unlit::nn
