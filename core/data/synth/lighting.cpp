#include "core/data/synth/lighting.h"

#include "core/data/synth/noise.h"

namespace unlit::synth {

namespace {

/// 1 inside [-half, half], with soft sides.
float band(float x, float half, float softness) {
    return smoothStep(half + softness, half - softness, std::abs(x));
}

} // namespace

float ShadowPattern::transmission(Vec3 place, Vec3 sunDirection) const {
    if (kind == Kind::None)
        return 1;
    const Frame frame = frameAround(sunDirection);
    const Vec2 flat = rotated({dot(place, frame.x), dot(place, frame.y)}, turn);
    const Vec2 p = flat * (1.0F / scale) + shift;
    switch (kind) {
    case Kind::Foliage: {
        const Vec3 q = {p.x, p.y, 0.5F};
        const float branches = solidNoise(q * 1.3F, seed, 2);
        const float leaves = solidNoise(q * 7.0F, seed + 7, 2);
        return smoothStep(-softness, softness, 0.6F * branches + 0.55F * leaves);
    }
    case Kind::Window: {
        const Vec2 inside = {p.x - std::floor(p.x) - 0.5F, p.y - std::floor(p.y) - 0.5F};
        const float frameX =
            band(inside.x, 0.38F, softness) * (1 - band(inside.x, 0.03F, softness));
        const float frameY =
            band(inside.y, 0.42F, softness) * (1 - band(inside.y, 0.03F, softness));
        return frameX * frameY;
    }
    default:
        return smoothStep(-softness, softness, p.x);
    }
}

float AreaLight::solidAngle(Vec3 from, Vec3 place) const {
    const Vec3 side = cross(halfU, halfV) * 4.0F; // its length is the area
    const Vec3 toPlace = place - from;
    const float squared = std::max(dot(toPlace, toPlace), 1e-6F);
    return std::max(0.0F, dot(side, toPlace)) / (squared * std::sqrt(squared));
}

} // namespace unlit::synth
