// The factor that brings a prediction nearest to its truth, and what error is left then.
#pragma once

#include "core/evaluate/metric_input.h"

#include <string_view>
#include <vector>

namespace unlit::evaluate {

/// Albedo and light share their product: a model that has both wrong by one factor is no worse at
/// telling them apart. A factor for each channel also forgives a wrong colour of the light.
enum class ScaleKind {
    None,       ///< the prediction as it is
    One,        ///< one factor for the picture
    PerChannel, ///< one for each channel
};

/// "none", "one", "per_channel".
std::string_view toString(ScaleKind kind);

/// The least-squares factors sum(p t) / sum(p p) over the valid pixels, in double: one a plane,
/// equal where they are shared, 1 for None; 0 for a prediction that is black.
std::vector<double> scaleFactors(const MetricInput& input, ScaleKind kind);

/// The prediction times its factors.
std::vector<float> scaledPrediction(const MetricInput& input, ScaleKind kind);

/// The mean squared error after the fit, over all valid elements (the mean of the channels' own).
double scaleInvariantError(const MetricInput& input, ScaleKind kind);

} // namespace unlit::evaluate
