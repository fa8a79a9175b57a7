// How rough surfaces mirror: the microfacet model GGX.
#pragma once

#include "core/data/synth/vector.h"

#include <array>

namespace unlit::synth {

/// What a reflection depends on at one place. All directions point away from the surface.
struct Reflector {
    Vec3 normal;
    Vec3 view;       ///< towards the viewer, unit
    Vec3 atNormal;   ///< reflectance at normal incidence: the base colour for metal
    float alpha = 1; ///< roughness squared
};

/// BRDF · cos for light from `toLight`; `widening` is added to alpha for lights that are not
/// points. Source: Walter et al., "Microfacet Models for Refraction through Rough Surfaces", 2007;
/// Schlick's Fresnel term; Hammon's joint Smith visibility (GDC 2017).
Vec3 mirrored(const Reflector& reflector, Vec3 toLight, float widening);

/// `mirrored` integrated over light from all directions: what multiplies the light that comes along
/// the mirror direction. Source: Karis, "Real Shading in Unreal Engine 4", 2013 (the second half of
/// the split sum), tabulated from our own BRDF. Immutable.
class MirrorTable {
public:
    MirrorTable();

    Vec3 fromEverywhere(const Reflector& reflector) const;

private:
    static constexpr int kSide = 16;

    /// x times the reflectance at normal incidence, plus y times the one at grazing angles; rows of
    /// roughness, columns of the cosine to the viewer.
    std::array<Vec2, kSide * kSide> m_terms;
};

/// A direction from which light is mirrored to the viewer, spread as the roughness says; may point
/// into the surface.
Vec3 mirrorDirection(const Reflector& reflector, Vec2 square);

} // namespace unlit::synth
