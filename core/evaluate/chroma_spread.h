// Whether the colours of a prediction lie as far apart as the truth's.
#pragma once

#include "core/evaluate/metric_input.h"

namespace unlit::evaluate {

/// In CIE 1976 L*a*b* (ISO/CIE 11664-4; white point D65), the standard deviation of the predicted
/// chroma vectors (a, b) about their mean over that of the true ones about theirs, over the valid
/// pixels: 1 = as colourful, 0 = one colour. Unlike the chroma fidelity it does not ask whether
/// the hues are right, and a cast over the whole picture changes it little: read both. NaN where
/// the truth has one colour (its spread is below kGreyChroma). Values below 0 count as 0.
/// Precondition: scene-linear Rec.709, R, G, B.
double chromaSpread(const MetricInput& input);

} // namespace unlit::evaluate
