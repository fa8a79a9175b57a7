// Kinds of objects that stand and lie on the ground.
#pragma once

#include "core/data/synth/mesh.h"
#include "core/data/synth/random.h"

#include <span>
#include <string_view>

namespace unlit::synth {

struct ObjectKind {
    std::string_view name; ///< "boulder"
    /// About 1 m tall or wide, standing on y = 0 around the origin. `detail`: quads along the
    /// longest side of a large part.
    std::vector<Part> (*make)(Random& random, int detail);
    bool isScattered; ///< many small parts that make no sense as the only thing in a picture
};

/// boulder, pebbles, block, planks, log, pot, ring, ball, cushion, cloth, litter, steps, grass.
std::span<const ObjectKind> objectKinds();

} // namespace unlit::synth
