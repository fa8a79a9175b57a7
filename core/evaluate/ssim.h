// Structural similarity of two pictures.
#pragma once

#include "core/evaluate/metric_input.h"

namespace unlit::evaluate {

/// Wang, Bovik, Sheikh, Simoncelli, "Image Quality Assessment: From Error Visibility to Structural
/// Similarity" (2004): Gaussian window of 11x11, sigma 1.5, K1 0.01, K2 0.03, population
/// covariance, the mean over channels and over the places whose window lies in the picture (a
/// border of 5 is left out), arithmetic in double. Invalid pixels of both pictures are set to 0
/// first, as Marigold does. NaN for pictures below 11 pixels a side.
double structuralSimilarity(const MetricInput& input);

} // namespace unlit::evaluate
