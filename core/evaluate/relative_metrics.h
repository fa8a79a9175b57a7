// The metrics of Marigold's src/util/metric.py: a mean over each plane's valid pixels, then over
// the planes, except where said. For positive values.
#pragma once

#include "core/evaluate/metric_input.h"

namespace unlit::evaluate {

double rmseLinear(const MetricInput& input);       ///< the root is taken plane by plane
double rmseLog(const MetricInput& input);          ///< of natural logarithms, likewise
double inverseRmse(const MetricInput& input);      ///< of reciprocals, likewise
double log10Difference(const MetricInput& input);  ///< mean |log10 p - log10 t| over all elements
double absoluteRelative(const MetricInput& input); ///< |p - t| / t
double squaredRelative(const MetricInput& input);  ///< (p - t)² / t

/// 100 times the root of the mean, over the planes, of the variance of ln p - ln t.
double scaleInvariantLog(const MetricInput& input);

/// The share of pixels with max(p / t, t / p) below 1.25, 1.25², 1.25³.
double delta1Accuracy(const MetricInput& input);
double delta2Accuracy(const MetricInput& input);
double delta3Accuracy(const MetricInput& input);

} // namespace unlit::evaluate
