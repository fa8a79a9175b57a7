// A room of textured planes and balls under a light that moves, with one ball that moves too:
// frames of known albedo for the sequence bench.
#pragma once

#include "core/image/image.h"

#include <vector>

namespace unlit::bench {

/// One frame; planes of one size.
struct SceneFrame {
    Image picture;              ///< scene-linear
    Image albedo;               ///< linear, what is painted
    std::vector<char> isMoving; ///< 1 = the ball that moves, or its edge
};

/// Frame `index` of `count`; the light goes once across the room, the ball half of it. The same
/// pixels for the same arguments.
SceneFrame renderScene(int width, int height, int index, int count);

} // namespace unlit::bench
