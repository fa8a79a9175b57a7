#include "core/data/loader/cast_shadow.h"

#include "core/data/synth/noise.h"
#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace unlit::data {

namespace {

constexpr synth::Period kNever = {4096, 4096}; ///< cells until noise repeats

/// About 0.1 of a length either way.
float wobble(const CastShadow& shadow, synth::Vec2 place) {
    constexpr float wavesAcross = 4;
    constexpr float amount = 0.1F;
    return amount * synth::fractalNoise(place * wavesAcross, kNever, shadow.seed, 3);
}

/// How far inside of the shadow a place is, in shares of the picture; below 0: outside.
float inside(const CastShadow& shadow, synth::Vec2 place) {
    const auto size = static_cast<float>(shadow.size);
    const synth::Vec2 fromMiddle =
        place - synth::Vec2{static_cast<float>(shadow.x), static_cast<float>(shadow.y)};
    const synth::Vec2 turned = synth::rotated(fromMiddle, static_cast<float>(shadow.angle));
    switch (shadow.shape) {
    case ShadowShape::Edge:
        return turned.x + wobble(shadow, place);
    case ShadowShape::Round:
        return size - synth::length(synth::Vec2{turned.x, 2 * turned.y}) + wobble(shadow, place);
    case ShadowShape::Leaves:
        return size * synth::fractalNoise(turned * (1 / size), kNever, shadow.seed, 2);
    case ShadowShape::Bars: {
        const float bar = turned.x / size;
        return size * (std::abs(bar - std::floor(bar) - 0.5F) - 0.25F);
    }
    }
    return 0;
}

void darken(Image& light, const CastShadow& shadow) {
    const ColorSpace space = light.space;
    convertTo(light, ColorSpace::Linear);
    const float scale = 1.0F / static_cast<float>(std::max(light.width, light.height));
    std::size_t pixel = 0;
    for (int y = 0; y < light.height; ++y)
        for (int x = 0; x < light.width; ++x, ++pixel) {
            const float depth = depthAt(shadow, (static_cast<float>(x) + 0.5F) * scale,
                                        (static_cast<float>(y) + 0.5F) * scale);
            for (int c = 0; c < std::min(light.channelCount(), 3); ++c)
                light.plane(c)[pixel] *=
                    std::lerp(1.0F, shadow.left[static_cast<std::size_t>(c)], depth);
        }
    convertTo(light, space);
}

} // namespace

std::optional<CastShadow> drawShadow(double chance, SampleRandom& random) {
    const bool isCast = random.chance(chance);
    const auto among = [&](double low, double high) {
        return std::exp(random.between(std::log(low), std::log(high)));
    };
    CastShadow shadow;
    constexpr int shapes = 4;
    shadow.shape = static_cast<ShadowShape>(random.below(shapes));
    shadow.x = random.uniform();
    shadow.y = random.uniform();
    shadow.angle = random.between(0, 2 * std::numbers::pi);
    shadow.size = among(0.06, 0.5);
    shadow.softness = among(0.004, 0.6);
    const double left = among(0.06, 0.7);
    const double sky = random.between(0, 0.5); // stops: what lights a shadow is mostly blue
    shadow.left = {static_cast<float>(left * std::exp2(-sky)), static_cast<float>(left),
                   static_cast<float>(std::min(left * std::exp2(sky), 1.0))};
    shadow.seed = static_cast<std::uint32_t>(random.bits());
    return isCast ? std::optional(shadow) : std::nullopt;
}

float depthAt(const CastShadow& shadow, float x, float y) {
    const float width = std::max(static_cast<float>(shadow.softness), 1e-6F);
    const float share = std::clamp(inside(shadow, {x, y}) / width + 0.5F, 0.0F, 1.0F);
    return share * share * (3 - 2 * share);
}

void castShadow(PairImages& pair, const CastShadow& shadow) {
    darken(pair.beauty, shadow);
    if (pair.shading)
        darken(pair.targets[*pair.shading], shadow);
    if (pair.residual)
        darken(pair.targets[*pair.residual], shadow);
}

} // namespace unlit::data
