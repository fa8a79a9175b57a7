// The classical baseline: sharp changes belong to the surface, soft ones to the light.
#pragma once

#include "core/image/image.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace unlit::evaluate {

/// Differences of natural logarithms between neighbouring pixels, above which a change belongs to
/// the surface.
struct RetinexThresholds {
    double brightness = 0.5; ///< of ln of the mean of the channels
    /// Length of the difference of (ln R, ln G, ln B) without its grey part; unset: brightness
    /// decides alone.
    std::optional<double> chroma;
};

/// Grey-scale and colour Retinex as Grosse et al. 2009 evaluate them (after Horn 1974, and Funt,
/// Drew, Brockington 1992): differences of log brightness are kept where they, or the difference in
/// chroma, exceed a threshold, and set to 0 elsewhere; Poisson's equation makes them the log
/// brightness of the surface; what is left of the picture's is grey light. `linear`: R, G, B,
/// scene-linear. `valid`: 0 = not part of the picture, and black in the result. The albedo has the
/// mean log brightness of the picture in each connected part. nullopt when stopped.
std::optional<Image> retinexAlbedo(const Image& linear, const std::vector<unsigned char>& valid,
                                   const RetinexThresholds& thresholds,
                                   const std::stop_token& stop);

} // namespace unlit::evaluate
