#include "core/diffusion/multi_res_noise.h"

#include "core/base/error.h"
#include "core/diffusion/named_choice.h"
#include "core/diffusion/random.h"

#include <torch/types.h>
#include <torch/utils.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace unlit::diffusion {

namespace {

constexpr NamedChoices<NoiseStrategy, 4> kStrategyNames = {{
    {NoiseStrategy::Original, "original"},
    {NoiseStrategy::PowerOfTwo, "power_of_two"},
    {NoiseStrategy::RandomStep, "random_step"},
    {NoiseStrategy::EveryLayer, "every_layer"},
}};

constexpr int kMostLevels = 10;

struct LevelSize {
    std::int64_t height = 0;
    std::int64_t width = 0;
};

void requireUsable(torch::IntArrayRef shape_NCHW, const torch::Tensor& strength_N) {
    const bool fourSizes = shape_NCHW.size() == 4 &&
                           std::ranges::all_of(shape_NCHW, [](auto size) { return size > 0; });
    if (!fourSizes || c10::multiply_integers(shape_NCHW) < 2) {
        throw Error::invalidInput(
            "multi-resolution noise needs a shape of four sizes and more than one element");
    }
    if (strength_N.numel() != 1 && strength_N.numel() != shape_NCHW[0]) {
        throw Error::invalidInput("multi-resolution noise for " + std::to_string(shape_NCHW[0]) +
                                  " samples was given " + std::to_string(strength_N.numel()) +
                                  " strengths");
    }
}

int levelCount(NoiseStrategy strategy, LevelSize full) {
    if (strategy != NoiseStrategy::EveryLayer) {
        return kMostLevels;
    }
    return std::bit_width(static_cast<std::uint64_t>(std::min(full.height, full.width))) - 1;
}

LevelSize dividedBy(LevelSize size, double divisor) {
    const auto divided = [divisor](std::int64_t side) {
        return std::max<std::int64_t>(1, static_cast<std::int64_t>(side / divisor));
    };
    return {divided(size.height), divided(size.width)};
}

// The reference divides by a float32 tensor, which PyTorch does as reciprocal times side, both
// rounded to float32: a side can land just below a whole number that the exact quotient reaches.
LevelSize dividedByRandom(LevelSize size, const torch::Tensor& ratio, int exponent) {
    const float reciprocal = ratio.pow(exponent).reciprocal().item<float>();
    const auto divided = [reciprocal](std::int64_t side) {
        const float scaled = reciprocal * static_cast<float>(side);
        return std::max<std::int64_t>(1, static_cast<std::int64_t>(scaled));
    };
    return {divided(size.height), divided(size.width)};
}

LevelSize nextSize(NoiseStrategy strategy, LevelSize size, int level,
                   const torch::Generator& generator) {
    switch (strategy) {
    case NoiseStrategy::Original:
        return dividedByRandom(size, rand({1}, generator) * 2.0 + 2.0, level);
    case NoiseStrategy::RandomStep:
        return dividedByRandom(size, rand({1}, generator) * 2.0 + 2.0, 1);
    case NoiseStrategy::PowerOfTwo:
        return dividedBy(size, std::exp2(level));
    case NoiseStrategy::EveryLayer:
        return dividedBy(size, 2.0);
    }
    throw Error::internal("a noise strategy is not built");
}

} // namespace

std::string_view toString(NoiseStrategy strategy) {
    return nameOf(kStrategyNames, strategy);
}

NoiseStrategy noiseStrategyFromString(std::string_view text, const std::string& where) {
    return choiceNamed(kStrategyNames, text, "downscale_strategy", where);
}

torch::Tensor multiResNoise(torch::IntArrayRef shape_NCHW, const torch::Tensor& strength_N,
                            NoiseStrategy strategy, const torch::Generator& generator) {
    requireUsable(shape_NCHW, strength_N);
    const torch::NoGradGuard noGradients;
    const LevelSize full{shape_NCHW[2], shape_NCHW[3]};
    const torch::Tensor strength =
        strength_N.to(torch::kCPU, torch::kFloat32).reshape({-1, 1, 1, 1});
    torch::Tensor noise = randn(shape_NCHW, generator);

    LevelSize size = full;
    const int levels = levelCount(strategy, full);
    for (int level = 0; level < levels; ++level) {
        size = nextSize(strategy, size, level, generator);
        const torch::Tensor coarse =
            randn({shape_NCHW[0], shape_NCHW[1], size.height, size.width}, generator);
        noise += torch::upsample_bilinear2d(coarse, {full.height, full.width},
                                            /*align_corners=*/false) *
                 strength.pow(level);
        const bool smallest = size.height == 1 || size.width == 1;
        if (smallest && strategy != NoiseStrategy::EveryLayer) {
            break;
        }
    }
    return noise / noise.std();
}

torch::Tensor multiResNoise(torch::IntArrayRef shape_NCHW, double strength, NoiseStrategy strategy,
                            const torch::Generator& generator) {
    return multiResNoise(shape_NCHW, torch::full({1}, strength, torch::kFloat32), strategy,
                         generator);
}

} // namespace unlit::diffusion
