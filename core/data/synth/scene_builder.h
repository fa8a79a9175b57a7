// Draws scenes: what stands where, of what, in which light, seen from where.
#pragma once

#include "core/data/synth/material_source.h"
#include "core/data/synth/scene.h"

#include <cstdint>

namespace unlit::synth {

/// The scene of picture `index` of the set of `seed`, for pictures of `size` pixels per side.
/// Depends on nothing else. Throws what MaterialSource::make throws.
Scene buildScene(const MaterialSource& materials, std::uint64_t seed, std::uint64_t index,
                 int size);

/// A random light for a scene around the origin, `width` metres wide: "clear", "hazy", "overcast",
/// "low-sun" or "lamps".
struct NamedLighting {
    Lighting lighting;
    std::string name;
};

NamedLighting drawLighting(Random& random, float width);

/// `elevation`: 90° looks straight down. All of `width` metres around the origin fit.
struct View {
    float elevation = 1; ///< radians
    float azimuth = 0;
    float width = 1;
    Vec3 target;
};

Camera drawCamera(Random& random, const View& view);

} // namespace unlit::synth
