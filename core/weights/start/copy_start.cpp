#include "core/weights/start/copy_start.h"

#include "core/base/error.h"
#include "core/weights/start/linear_start.h"

namespace unlit::weights {

namespace {

/// So much larger than latents, whose standard deviation is about 1 over all channels and up to 4
/// in one, that it alone decides the variance of a norm's group.
constexpr double kConstantOfTime = 16;

Layout trunkOf(const nn::UNet2DConditionOptions& options) {
    return {options.blockOutChannels.front(), options.normGroups, kConstantOfTime};
}

/// The last residual block sees what came up beside what the first convolution made.
void takeTheSkip(StateDict& state, const std::string& name) {
    torch::Tensor weight = state.at(name + ".weight"); // [out, from below + skip, 1, 1]
    const std::int64_t out = weight.size(0);
    weight.zero_();
    weight.slice(1, weight.size(1) - out).copy_(torch::eye(out).view({out, out, 1, 1}));
    state.at(name + ".bias").zero_();
}

} // namespace

std::string copyObstacle(const nn::UNet2DConditionOptions& options, std::int64_t latentChannels) {
    const Layout trunk = trunkOf(options);
    if (trunk.room() >= latentChannels)
        return {};
    return std::to_string(trunk.width) + " channels in " + std::to_string(trunk.groups) +
           " groups have room for a copy of " + std::to_string(trunk.room()) +
           " latent channels, not of " + std::to_string(latentChannels);
}

void startAsCopy(StateDict& state, const nn::UNet2DConditionOptions& options,
                 std::int64_t latentChannels, double factor) {
    if (const std::string obstacle = copyObstacle(options, latentChannels); !obstacle.empty())
        throw Error::invalidInput(obstacle, "make unet.block_out_channels wider, or "
                                            "unet.norm_num_groups or vae.latent_channels fewer");
    const torch::NoGradGuard noGrad;
    const Place trunk = {trunkOf(options), latentChannels};
    const Place beauty = {Layout{options.inChannels}, latentChannels};
    const Place targets = {Layout{options.outChannels}, options.outChannels};
    const auto copy = [&](double times) {
        return [=](std::int64_t out, std::int64_t in, torch::Tensor at) {
            if (out % latentChannels == in)
                at[1][1] = times;
        };
    };
    state.at("conv_in.weight").slice(1, latentChannels).zero_();
    writeLinear(state, "conv_in", beauty, trunk, copy(1));
    const std::string lastBlock = std::to_string(options.blockOutChannels.size() - 1);
    const std::string lastResnet = std::to_string(options.layersPerBlock.front());
    takeTheSkip(state, "up_blocks." + lastBlock + ".resnets." + lastResnet + ".conv_shortcut");
    writeLinear(state, "conv_out", trunk, targets, copy(factor));
}

} // namespace unlit::weights
