// How much of the truth's colourfulness a prediction keeps. A low error is often bought by greying.
#pragma once

#include "core/evaluate/metric_input.h"

namespace unlit::evaluate {

/// Root mean square of chroma, up to which a picture counts as grey: about what an eye can tell.
inline constexpr double kGreyChroma = 0.5;

/// In CIE 1976 L*a*b* (ISO/CIE 11664-4; white point D65), the least-squares slope of the predicted
/// chroma vectors on the true ones, sum(<(a, b)_p, (a, b)_t>) / sum(|(a, b)_t|²) over the valid
/// pixels: 1 = all chroma kept, in its own hue; 0 = grey, or of unrelated hues; above 1 =
/// oversaturated. NaN where the truth is grey (kGreyChroma). Values below 0 count as 0.
/// Precondition: scene-linear Rec.709, R, G, B.
double chromaFidelity(const MetricInput& input);

} // namespace unlit::evaluate
