// Colours of things, as linear Rec.709 reflectances, and how they vary.
#pragma once

#include "core/data/synth/random.h"

#include <array>

namespace unlit::synth {

/// Soils and weathered stone, dark to pale.
constexpr std::array<Vec3, 8> kEarthColors = {{{0.05F, 0.04F, 0.03F},
                                               {0.10F, 0.065F, 0.04F},
                                               {0.17F, 0.11F, 0.065F},
                                               {0.24F, 0.17F, 0.105F},
                                               {0.20F, 0.19F, 0.165F},
                                               {0.34F, 0.25F, 0.155F},
                                               {0.45F, 0.37F, 0.26F},
                                               {0.30F, 0.135F, 0.07F}}};

constexpr std::array<Vec3, 10> kStoneColors = {{{0.52F, 0.46F, 0.36F},
                                                {0.42F, 0.30F, 0.19F},
                                                {0.26F, 0.25F, 0.235F},
                                                {0.09F, 0.10F, 0.11F},
                                                {0.055F, 0.052F, 0.05F},
                                                {0.32F, 0.15F, 0.085F},
                                                {0.36F, 0.35F, 0.33F},
                                                {0.17F, 0.155F, 0.12F},
                                                {0.62F, 0.59F, 0.54F},
                                                {0.20F, 0.22F, 0.185F}}};

constexpr std::array<Vec3, 6> kWoodColors = {{{0.33F, 0.20F, 0.105F},
                                              {0.16F, 0.08F, 0.04F},
                                              {0.48F, 0.33F, 0.19F},
                                              {0.25F, 0.215F, 0.18F},
                                              {0.085F, 0.05F, 0.032F},
                                              {0.36F, 0.15F, 0.07F}}};

constexpr std::array<Vec3, 5> kSoilColors = {{{0.075F, 0.05F, 0.034F},
                                              {0.14F, 0.09F, 0.055F},
                                              {0.23F, 0.15F, 0.09F},
                                              {0.30F, 0.125F, 0.06F},
                                              {0.40F, 0.32F, 0.22F}}};

/// x: hue in turns; y, z: saturation and value in [0,1], of linear reflectances. Callers that draw
/// them at random write fromHsv({a, b, c}): only braces fix the order of the draws.
inline Vec3 fromHsv(Vec3 hueSaturationValue) {
    const float saturation = hueSaturationValue.y;
    const float value = hueSaturationValue.z;
    const auto channel = [&](float shift) {
        const float turn = hueSaturationValue.x + shift;
        const float distance = std::abs((turn - std::floor(turn)) * 6.0F - 3.0F) - 1.0F;
        return value * (1.0F + saturation * (clamp01(distance) - 1.0F));
    };
    return {channel(0), channel(2.0F / 3), channel(1.0F / 3)};
}

/// A neighbour of `color`: brighter or darker by up to `amount`, its hue shifted by half of that.
inline Vec3 varied(Random& random, Vec3 color, float amount) {
    const float light = 1.0F + random.range(-amount, amount);
    const float half = 0.5F * amount;
    return {color.x * light * (1.0F + random.range(-half, half)),
            color.y * light * (1.0F + random.range(-half, half)),
            color.z * light * (1.0F + random.range(-half, half))};
}

/// Any paint or dye. Most things that people make are pale, grey, brown or off-white; strong
/// colours are the exception, and strong violets and cyans rare.
inline Vec3 anyDye(Random& random) {
    const float choice = random.uniform();
    if (choice < 0.30F) {
        const float grey = random.logRange(0.035F, 0.8F);
        return Vec3{1, random.range(0.94F, 1.0F), random.range(0.78F, 1.02F)} * grey;
    }
    if (choice < 0.55F) // ochres, browns, creams, brick
        return fromHsv({random.range(0.02F, 0.13F), random.range(0.25F, 0.85F),
                        random.logRange(0.06F, 0.75F)});
    const float any = random.uniform();
    const bool isRare = (any > 0.42F && any < 0.53F) || (any > 0.72F && any < 0.92F);
    const float strength = random.uniform();
    return fromHsv({any, (0.12F + 0.78F * strength * strength) * (isRare ? 0.6F : 1.0F),
                    random.logRange(0.05F, 0.7F)});
}

} // namespace unlit::synth
