#include "core/nn/unet/down_block.h"

#include "core/nn/layers/checkpoint.h"

namespace unlit::nn {

DownBlock2DImpl::DownBlock2DImpl(const DownBlock2DOptions& options) {
    if (options.attention)
        register_module("attentions", attentions);
    register_module("resnets", resnets);
    ResnetBlock2DOptions resnet = options.resnet;
    for (int64_t layer = 0; layer < options.layers; ++layer) {
        append(resnets, m_resnets, ResnetBlock2D(resnet));
        resnet.inChannels = resnet.outChannels;
        if (options.attention)
            append(attentions, m_attentions, Transformer2D(*options.attention));
    }
    if (options.downsample) {
        register_module("downsamplers", downsamplers);
        append(downsamplers, m_downsamplers,
               Downsample2D(Downsample2DOptions{resnet.outChannels, *options.downsample}));
    }
}

torch::Tensor DownBlock2DImpl::forward(torch::Tensor x_NCHW, const torch::Tensor& temb_NT,
                                       const torch::Tensor& context_NMC,
                                       std::vector<torch::Tensor>& skips) {
    for (size_t layer = 0; layer < m_resnets.size(); ++layer) {
        x_NCHW = runLayer(m_resnets[layer], x_NCHW, temb_NT, m_isCheckpointed);
        if (!m_attentions.empty())
            x_NCHW = runLayer(m_attentions[layer], x_NCHW, context_NMC, m_isCheckpointed);
        skips.push_back(x_NCHW);
    }
    for (auto& downsampler : m_downsamplers) {
        x_NCHW = downsampler(x_NCHW);
        skips.push_back(x_NCHW);
    }
    return watched(x_NCHW);
}

} // namespace unlit::nn
