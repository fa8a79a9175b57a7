// Errors over all valid elements of a picture together, whatever channel they stand in.
#pragma once

#include "core/evaluate/metric_input.h"

namespace unlit::evaluate {

double meanSquaredError(const MetricInput& input);
double meanAbsoluteError(const MetricInput& input);
double rootMeanSquaredError(const MetricInput& input);

/// 10 log10(range² / mse), in decibels; infinite for equal pictures.
double peakSignalToNoise(const MetricInput& input);

} // namespace unlit::evaluate
