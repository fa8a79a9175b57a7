#include "core/nn/unet/up_block.h"

#include "core/nn/layers/checkpoint.h"

namespace unlit::nn {

UpBlock2DImpl::UpBlock2DImpl(const UpBlock2DOptions& options) {
    if (options.attention)
        register_module("attentions", attentions);
    register_module("resnets", resnets);
    for (int64_t layer = 0; layer < options.layers; ++layer) {
        const bool isFirst = layer == 0, isLast = layer == options.layers - 1;
        ResnetBlock2DOptions resnet = options.resnet;
        resnet.inChannels = (isFirst ? options.previousChannels : resnet.outChannels) +
                            (isLast ? options.skipChannels : resnet.outChannels);
        append(resnets, m_resnets, ResnetBlock2D(resnet));
        if (options.attention)
            append(attentions, m_attentions, Transformer2D(*options.attention));
    }
    if (options.upsample) {
        register_module("upsamplers", upsamplers);
        append(upsamplers, m_upsamplers, Upsample2D(Upsample2DOptions{options.resnet.outChannels}));
    }
}

torch::Tensor UpBlock2DImpl::forward(torch::Tensor x_NCHW, const torch::Tensor& temb_NT,
                                     const torch::Tensor& context_NMC,
                                     std::vector<torch::Tensor>& skips) {
    for (size_t layer = 0; layer < m_resnets.size(); ++layer) {
        x_NCHW = torch::cat({x_NCHW, skips.back()}, 1);
        skips.pop_back();
        x_NCHW = runLayer(m_resnets[layer], x_NCHW, temb_NT, m_isCheckpointed);
        if (!m_attentions.empty())
            x_NCHW = runLayer(m_attentions[layer], x_NCHW, context_NMC, m_isCheckpointed);
    }
    for (auto& upsampler : m_upsamplers)
        x_NCHW = upsampler->forward(x_NCHW, skips.back().size(2), skips.back().size(3));
    return watched(x_NCHW);
}

} // namespace unlit::nn
