// The error that is to be expected of one pixel, from what can be seen of it after a single run:
// no ensemble is needed, and one model serves one member, many, and tiles.
//
// Method: the mean of an error that is never negative is the exponential of a linear function of
// features (Poisson regression with a logarithmic link, McCullagh and Nelder, "Generalized Linear
// Models", 1989, by Newton's steps, which are its iteratively reweighted least squares), and a
// rising curve over it (calibration.h). The spread of an ensemble is not among the features: on
// held-out pictures it said less than any of them (docs/evaluation.md).
#pragma once

#include "core/evaluate/calibration.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace unlit::evaluate {

/// Of a pixel, in the numbers of ColorSpace::Log100: luminance of the prediction, its cube, the
/// difference of its largest and smallest channel, and how much the prediction changes the
/// luminance of the picture, on average over 25 x 25 pixels of the network's size.
inline constexpr std::array<std::string_view, 4> kErrorFeatureNames = {
    "luminance", "luminance_cubed", "chroma", "correction"};

using ErrorFeatures = std::array<float, kErrorFeatureNames.size()>;

/// What was seen of one pixel, and how far its prediction is from the truth (>= 0, finite).
struct ErrorSample {
    ErrorFeatures features{};
    float error = 0;
};

/// How one feature counts: weight * (clamp(value, low, high) - mean) / scale.
struct FeatureWeight {
    double weight = 0;
    double mean = 0;
    double scale = 1; ///< above 0
    double low = 0;   ///< the range that was seen while fitting
    double high = 1;

    bool operator==(const FeatureWeight&) const = default;
};

struct ErrorModel {
    double intercept = 0;
    std::array<FeatureWeight, kErrorFeatureNames.size()> features{};
    CalibrationCurve curve; ///< from the regression's value to the error

    /// The regression's own value.
    double regression(const ErrorFeatures& seen) const;

    /// In the units of the samples' errors.
    double expectedError(const ErrorFeatures& seen) const;
};

/// `bins`: of the curve, of equal count. Throws Error::invalidInput without samples.
ErrorModel fitErrorModel(const std::vector<ErrorSample>& samples, std::size_t bins);

} // namespace unlit::evaluate
