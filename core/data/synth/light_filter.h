// Takes the noise out of how much light reaches each pixel, without crossing edges.
#pragma once

#include "core/data/synth/vector.h"

#include <vector>

namespace unlit::synth {

/// What a pixel shows, as far as smoothing must know it.
struct PixelGuide {
    Vec3 position;
    Vec3 normal;         ///< null where nothing was hit
    float footprint = 0; ///< metres per pixel there
};

/// Light per pixel, summed over its samples: as if nothing were in the way, and as it is.
struct LightPlane {
    std::vector<Vec3> open;
    std::vector<Vec3> seen;
};

/// seen / open per channel after `rounds` passes of an edge-avoiding wavelet (Dammertz et al.,
/// "Edge-Avoiding À-Trous Wavelet Transform", 2010); 0 where open is. Both are smoothed before they
/// are divided, so that fine relief, which is in `open` alone, stays sharp when it is multiplied
/// back.
std::vector<Vec3> lightRatio(LightPlane plane, const std::vector<PixelGuide>& guides, int width,
                             int rounds);

} // namespace unlit::synth
