// How much of the contrast of paint a prediction keeps. A low error is often bought by haze.
#pragma once

#include "core/evaluate/metric_input.h"

namespace unlit::evaluate {

/// The least-squares slope of the logarithm of predicted luminance (Rec.709) on that of true
/// luminance, over the valid pixels: 1 = contrasts of paint are kept as they are, 0.5 = a paint of
/// a quarter of another's brightness comes out at half of it, above 1 = too strong. A factor over
/// the whole picture changes nothing. Light that is left in does not either, as far as it falls on
/// dark and light paint alike: read it beside an error. Pixels whose truth is darker than
/// kContrastFloor of its mean do not count; predictions darker than that share of their own mean
/// count as if they were at it. NaN where the truth has no contrast (standard deviation of the
/// logarithm up to kFlatContrast). Precondition: scene-linear Rec.709, R, G, B.
double contrastSlope(const MetricInput& input);

inline constexpr double kContrastFloor = 0.01;
inline constexpr double kFlatContrast = 0.05;

} // namespace unlit::evaluate
