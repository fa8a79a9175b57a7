// Weights with which a UNet begins by predicting the beauty itself.
#pragma once

#include "core/nn/unet/unet_options.h"
#include "core/weights/state_dict.h"

#include <cstdint>
#include <string>

namespace unlit::weights {

/// Overwrites what matters of a random UNet (state by diffusers' names, float32, in place) so that
/// its output is `factor` times the beauty's latents, for each target, from the first step on: all
/// residual branches are taken to be zero, the first convolution hands the beauty over the longest
/// skip connection to the last. Training then learns the difference between beauty and target
/// alone. The beauty's `latentChannels` come first in the input; for the noisy latents it is deaf.
/// `factor`: what is to be predicted per latent of the picture; -1 for v_prediction at the last
/// timestep of a zero-terminal-SNR schedule, 1 for sample.
/// Throws Error::invalidInput where there is no room: see copyObstacle.
void startAsCopy(StateDict& state, const nn::UNet2DConditionOptions& options,
                 std::int64_t latentChannels, double factor);

/// Why these widths cannot begin as a copy; empty when they can.
std::string copyObstacle(const nn::UNet2DConditionOptions& options, std::int64_t latentChannels);

} // namespace unlit::weights
