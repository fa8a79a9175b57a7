#include "core/nn/vae/vae_blocks.h"

namespace unlit::nn {

namespace {

void appendResnets(torch::nn::ModuleList& list, std::vector<ResnetBlock2D>& typed,
                   const VaeBlockOptions& options) {
    for (int64_t layer = 0; layer < options.layers; ++layer)
        append(list, typed,
               ResnetBlock2D(ResnetBlock2DOptions{.inChannels = layer == 0 ? options.inChannels
                                                                           : options.outChannels,
                                                  .outChannels = options.outChannels,
                                                  .groups = options.groups,
                                                  .epsilon = kVaeNormEpsilon}));
}

} // namespace

DownEncoderBlock2DImpl::DownEncoderBlock2DImpl(const VaeBlockOptions& options) {
    register_module("resnets", resnets);
    appendResnets(resnets, m_resnets, options);
    if (options.resample) {
        register_module("downsamplers", downsamplers);
        append(
            downsamplers, m_downsamplers,
            Downsample2D(Downsample2DOptions{options.outChannels, DownsamplePadding::RightBottom}));
    }
}

torch::Tensor DownEncoderBlock2DImpl::forward(torch::Tensor x_NCHW) {
    for (auto& resnet : m_resnets)
        x_NCHW = resnet->forward(x_NCHW, /*temb_NT=*/{});
    for (auto& downsampler : m_downsamplers)
        x_NCHW = downsampler(x_NCHW);
    return watched(x_NCHW);
}

UpDecoderBlock2DImpl::UpDecoderBlock2DImpl(const VaeBlockOptions& options) {
    register_module("resnets", resnets);
    appendResnets(resnets, m_resnets, options);
    if (options.resample) {
        register_module("upsamplers", upsamplers);
        append(upsamplers, m_upsamplers, Upsample2D(Upsample2DOptions{options.outChannels}));
    }
}

torch::Tensor UpDecoderBlock2DImpl::forward(torch::Tensor x_NCHW) {
    for (auto& resnet : m_resnets)
        x_NCHW = resnet->forward(x_NCHW, /*temb_NT=*/{});
    for (auto& upsampler : m_upsamplers)
        x_NCHW = upsampler->forward(x_NCHW);
    return watched(x_NCHW);
}

VaeMidBlockImpl::VaeMidBlockImpl(const VaeMidBlockOptions& options) {
    const ResnetBlock2DOptions resnet{.inChannels = options.channels,
                                      .outChannels = options.channels,
                                      .groups = options.groups,
                                      .epsilon = kVaeNormEpsilon};
    register_module("attentions", attentions);
    register_module("resnets", resnets);
    append(resnets, m_resnets, ResnetBlock2D(resnet));
    if (options.attention)
        append(attentions, m_attentions,
               SpatialAttention(SpatialAttentionOptions{.channels = options.channels,
                                                        .groups = options.groups,
                                                        .epsilon = kVaeNormEpsilon}));
    append(resnets, m_resnets, ResnetBlock2D(resnet));
}

torch::Tensor VaeMidBlockImpl::forward(torch::Tensor x_NCHW) {
    x_NCHW = m_resnets[0]->forward(x_NCHW, /*temb_NT=*/{});
    for (auto& attention : m_attentions)
        x_NCHW = attention(x_NCHW);
    return watched(m_resnets[1]->forward(x_NCHW, /*temb_NT=*/{}));
}

} // namespace unlit::nn
