// Noise with more weight on coarse structure, drawn at several resolutions and added up.
#pragma once

#include <ATen/core/Generator.h>
#include <torch/types.h>

#include <string>
#include <string_view>

namespace unlit::diffusion {

/// How the size shrinks from level to level. Every level starts from the size of the level before
/// it, so that in the first two the exponents add up.
enum class NoiseStrategy {
    Original,   ///< divided by r^i, r drawn from [2, 4) for each level i = 0, 1, …
    PowerOfTwo, ///< divided by 2^i
    RandomStep, ///< divided by r, drawn from [2, 4) for each level
    EveryLayer, ///< halved, floor(log2(min(H, W))) times
};

std::string_view toString(NoiseStrategy strategy);

/// "original", "power_of_two", "random_step", "every_layer". Throws: Unsupported.
NoiseStrategy noiseStrategyFromString(std::string_view text, const std::string& where);

/// Noise of shape [N, C, H, W], float32 on the CPU, whose (unbiased) deviation over the whole
/// tensor is 1. Level i weighs strength^i. Draws from the generator: the noise at full size, then
/// for each level r (where it is random) and that level's noise; at most ten levels.
/// strength_N: float32, [N] (one per sample) or one element for all.
/// Source: Kasiopy, "Multi-Resolution Noise for Diffusion Model Training" (2023), in the variants
/// of the reference trainer. Throws: InvalidInput when the shape is not four sizes, all positive,
/// of more than one element together, or strength_N does not fit.
torch::Tensor multiResNoise(torch::IntArrayRef shape_NCHW, const torch::Tensor& strength_N,
                            NoiseStrategy strategy, const torch::Generator& generator);

torch::Tensor multiResNoise(torch::IntArrayRef shape_NCHW, double strength, NoiseStrategy strategy,
                            const torch::Generator& generator);

} // namespace unlit::diffusion
