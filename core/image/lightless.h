// Pixels that carry no light and so say nothing of their paint: what was cut out, and the black
// around things.
#pragma once

#include "core/image/image.h"

#include <cstddef>
#include <vector>

namespace unlit {

/// What one pixel can tell.
enum class PixelLight : unsigned char {
    Lit,
    None, ///< no light: black, or cut out
    Rim,  ///< beside such pixels: may be mixed with them
};

struct LightMap {
    std::vector<PixelLight> pixels; ///< height * width; empty = all are lit
    std::size_t lightless = 0;      ///< how many are PixelLight::None

    bool isAnyLightless() const { return lightless > 0; }

    bool isAllLightless() const { return lightless > 0 && lightless == pixels.size(); }
};

/// Without light are pixels whose alpha is 0, unless it is 0 everywhere and so says nothing, and
/// connected regions of black: of a thousandth of the picture at least, and of 64 pixels, so that
/// black letters and small black things stay paint. A region of black is nowhere brighter than
/// level 6 of 255, and half of it not brighter than level 1; in scene-linear pictures these levels
/// count from where the 95th percentile of what is not black becomes 0.8. `image`: any space, one
/// or three channels; pixels that are not finite numbers are no black.
LightMap findLight(const Image& image);

} // namespace unlit
