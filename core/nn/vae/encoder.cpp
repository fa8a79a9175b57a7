#include "core/nn/vae/encoder.h"

namespace unlit::nn {

EncoderImpl::EncoderImpl(const AutoencoderKLOptions& options) {
    const auto& channels = options.blockOutChannels;
    const int64_t last = channels.back();
    conv_in = register_module("conv_in", Conv2d(Conv2dOptions{options.inChannels, channels[0]}));
    register_module("down_blocks", down_blocks);
    for (size_t block = 0; block < channels.size(); ++block)
        append(
            down_blocks, m_downBlocks,
            DownEncoderBlock2D(VaeBlockOptions{.inChannels = channels[block == 0 ? 0 : block - 1],
                                               .outChannels = channels[block],
                                               .layers = options.layersPerBlock,
                                               .groups = options.normGroups,
                                               .resample = block + 1 < channels.size()}));
    mid_block = register_module(
        "mid_block",
        VaeMidBlock(VaeMidBlockOptions{last, options.normGroups, options.midBlockAttention}));
    conv_norm_out = register_module(
        "conv_norm_out", GroupNorm(GroupNormOptions{options.normGroups, last, kVaeNormEpsilon}));
    conv_out = register_module("conv_out", Conv2d(Conv2dOptions{last, 2 * options.latentChannels}));
}

torch::Tensor EncoderImpl::forward(const torch::Tensor& x_NCHW) {
    torch::Tensor hidden = conv_in(x_NCHW);
    for (auto& block : m_downBlocks)
        hidden = block(hidden);
    hidden = mid_block(hidden);
    return watched(conv_out(conv_norm_out->forwardSilu(hidden)));
}

} // namespace unlit::nn
