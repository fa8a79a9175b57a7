#include "core/nn/vae/decoder.h"

#include <algorithm>

namespace unlit::nn {

DecoderImpl::DecoderImpl(const AutoencoderKLOptions& options) {
    const std::vector<int64_t> channels(options.blockOutChannels.rbegin(),
                                        options.blockOutChannels.rend());
    conv_in =
        register_module("conv_in", Conv2d(Conv2dOptions{options.latentChannels, channels[0]}));
    register_module("up_blocks", up_blocks);
    for (size_t block = 0; block < channels.size(); ++block)
        append(up_blocks, m_upBlocks,
               UpDecoderBlock2D(VaeBlockOptions{.inChannels = channels[block == 0 ? 0 : block - 1],
                                                .outChannels = channels[block],
                                                .layers = options.layersPerBlock + 1,
                                                .groups = options.normGroups,
                                                .resample = block + 1 < channels.size()}));
    mid_block =
        register_module("mid_block", VaeMidBlock(VaeMidBlockOptions{channels[0], options.normGroups,
                                                                    options.midBlockAttention}));
    conv_norm_out = register_module(
        "conv_norm_out",
        GroupNorm(GroupNormOptions{options.normGroups, channels.back(), kVaeNormEpsilon}));
    conv_out =
        register_module("conv_out", Conv2d(Conv2dOptions{channels.back(), options.outChannels}));
}

torch::Tensor DecoderImpl::forward(const torch::Tensor& z_NCHW) {
    torch::Tensor hidden = mid_block(conv_in(z_NCHW));
    for (auto& block : m_upBlocks)
        hidden = block(hidden);
    return watched(conv_out(conv_norm_out->forwardSilu(hidden)));
}

} // namespace unlit::nn
