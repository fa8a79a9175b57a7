// The light that comes from far away in all directions: sky, glow around the sun, clouds, and what
// lies below the horizon.
#pragma once

#include "core/data/synth/vector.h"

#include <array>
#include <cstdint>

namespace unlit::synth {

/// Radiances are scene-linear Rec.709.
struct SkySettings {
    Vec3 zenith{1, 1, 1};
    Vec3 horizon{1, 1, 1};
    Vec3 below{1, 1, 1};       ///< of directions under the horizon
    float horizonWidth = 0.3F; ///< how high the horizon's colour reaches, as the sine of the height
    Vec3 glowDirection{0, 1, 0};
    Vec3 glow;            ///< added around glowDirection
    float glowPower = 20; ///< the higher, the narrower
    float clouds = 0;     ///< [0,1]
    Vec3 cloudColor{1, 1, 1};
    std::uint32_t seed = 0;
};

/// Immutable; any number of threads may ask.
class Sky {
public:
    explicit Sky(const SkySettings& settings);

    Vec3 radiance(Vec3 direction) const;
    /// Unoccluded irradiance on a surface with this normal, divided by pi: what a white diffuse
    /// surface would send back. Never below a small positive share of the mean. From nine spherical
    /// harmonics (Ramamoorthi and Hanrahan, "An Efficient Representation for Irradiance Environment
    /// Maps", 2001): within a few percent for skies without a sun disc.
    Vec3 diffuseReflection(Vec3 normal) const;

private:
    SkySettings m_settings;
    std::array<Vec3, 9> m_harmonics;
    Vec3 m_mean;
};

} // namespace unlit::synth
