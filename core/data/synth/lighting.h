// Everything that lights a scene.
#pragma once

#include "core/data/synth/sky.h"

#include <cstdint>
#include <vector>

namespace unlit::synth {

/// What stands between sun and scene without being in it: a tree's leaves, a window, the edge of a
/// house.
struct ShadowPattern {
    enum class Kind { None, Foliage, Window, Edge };
    Kind kind = Kind::None;
    float scale = 1;       ///< metres per repetition
    float softness = 0.1F; ///< width of the penumbra, in repetitions
    float turn = 0;        ///< radians around the direction of the sun
    Vec2 shift;
    std::uint32_t seed = 0;

    /// Share of the sun's light that comes through to `place`, in [0,1].
    float transmission(Vec3 place, Vec3 sunDirection) const;
};

struct Sun {
    Vec3 direction{0, 1, 0}; ///< towards the sun, unit
    Vec3 irradiance;         ///< on a surface that faces it; black = no sun
    float radius = 0.0047F;  ///< half of its angular width, radians: hard or soft shadows
    ShadowPattern pattern;

    bool isOn() const { return irradiance.x > 0 || irradiance.y > 0 || irradiance.z > 0; }
};

/// A parallelogram that shines to one side, along cross(halfU, halfV); no camera sees it.
struct AreaLight {
    Vec3 center;
    Vec3 halfU;
    Vec3 halfV;
    Vec3 radiance;

    Vec3 at(Vec2 square) const {
        return center + halfU * (2 * square.x - 1) + halfV * (2 * square.y - 1);
    }

    /// area · cos / distance² of the light's side towards `place`, seen from a point of it; 0
    /// behind.
    float solidAngle(Vec3 from, Vec3 place) const;
};

struct Lighting {
    Sky sky{SkySettings{}};
    Sun sun;
    std::vector<AreaLight> lamps;
};

} // namespace unlit::synth
