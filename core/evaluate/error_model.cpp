#include "core/evaluate/error_model.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace unlit::evaluate {

namespace {

constexpr std::size_t kFeatures = kErrorFeatureNames.size();
constexpr std::size_t kUnknowns = kFeatures + 1; // and the intercept
constexpr double kRidge = 0.03;                  // of the weights, for each sample's mean error
constexpr double kOutside = 0.001;               // share of values at either end that are clamped

using Vector = std::array<double, kUnknowns>;
using Matrix = std::array<Vector, kUnknowns>;

FeatureWeight scaledFeature(const std::vector<ErrorSample>& samples, std::size_t feature) {
    std::vector<float> values;
    values.reserve(samples.size());
    for (const ErrorSample& sample : samples)
        values.push_back(sample.features[feature]);
    const auto quantile = [&](double share) {
        const auto at = values.begin() +
                        static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
        std::nth_element(values.begin(), at, values.end());
        return static_cast<double>(*at);
    };
    FeatureWeight result;
    result.low = quantile(kOutside);
    result.high = quantile(1 - kOutside);
    double sum = 0;
    double squares = 0;
    for (const float value : values) {
        const double inside = std::clamp<double>(value, result.low, result.high);
        sum += inside;
        squares += inside * inside;
    }
    const auto count = static_cast<double>(values.size());
    result.mean = sum / count;
    const double variance = squares / count - result.mean * result.mean;
    result.scale = variance > 1e-12 ? std::sqrt(variance) : 1;
    return result;
}

double standardized(const FeatureWeight& feature, float value) {
    return (std::clamp<double>(value, feature.low, feature.high) - feature.mean) / feature.scale;
}

/// Gaussian elimination with pivots; the matrix is positive definite by its ridge.
Vector solved(Matrix matrix, Vector right) {
    for (std::size_t i = 0; i < kUnknowns; ++i) {
        std::size_t pivot = i;
        for (std::size_t k = i + 1; k < kUnknowns; ++k)
            if (std::abs(matrix[k][i]) > std::abs(matrix[pivot][i]))
                pivot = k;
        std::swap(matrix[i], matrix[pivot]);
        std::swap(right[i], right[pivot]);
        for (std::size_t k = i + 1; k < kUnknowns; ++k) {
            const double factor = matrix[k][i] / matrix[i][i];
            for (std::size_t j = i; j < kUnknowns; ++j)
                matrix[k][j] -= factor * matrix[i][j];
            right[k] -= factor * right[i];
        }
    }
    for (std::size_t i = kUnknowns; i-- > 0;) {
        for (std::size_t j = i + 1; j < kUnknowns; ++j)
            right[i] -= matrix[i][j] * right[j];
        right[i] /= matrix[i][i];
    }
    return right;
}

/// One step of Newton's on the Poisson likelihood; returns its largest change.
double takeStep(ErrorModel& model, const std::vector<ErrorSample>& samples, double meanError) {
    Matrix hessian{};
    Vector gradient{};
    for (const ErrorSample& sample : samples) {
        Vector z{};
        z[0] = 1;
        double power = model.intercept;
        for (std::size_t f = 0; f < kFeatures; ++f) {
            z[f + 1] = standardized(model.features[f], sample.features[f]);
            power += model.features[f].weight * z[f + 1];
        }
        const double expected = std::exp(std::clamp(power, -30.0, 10.0));
        for (std::size_t i = 0; i < kUnknowns; ++i) {
            gradient[i] += (sample.error - expected) * z[i];
            for (std::size_t j = i; j < kUnknowns; ++j)
                hessian[i][j] += expected * z[i] * z[j];
        }
    }
    const double ridge = kRidge * static_cast<double>(samples.size()) * std::max(meanError, 1e-9);
    for (std::size_t i = 0; i < kUnknowns; ++i) {
        for (std::size_t j = 0; j < i; ++j)
            hessian[i][j] = hessian[j][i];
        if (i > 0) {
            hessian[i][i] += ridge;
            gradient[i] -= ridge * model.features[i - 1].weight;
        }
    }
    const Vector step = solved(hessian, gradient);
    model.intercept += step[0];
    double largest = std::abs(step[0]);
    for (std::size_t f = 0; f < kFeatures; ++f) {
        model.features[f].weight += step[f + 1];
        largest = std::max(largest, std::abs(step[f + 1]));
    }
    return largest;
}

} // namespace

double ErrorModel::regression(const ErrorFeatures& seen) const {
    double power = intercept;
    for (std::size_t f = 0; f < kFeatures; ++f)
        power += features[f].weight * standardized(features[f], seen[f]);
    return std::exp(power);
}

double ErrorModel::expectedError(const ErrorFeatures& seen) const {
    return curve.expectedError(regression(seen));
}

ErrorModel fitErrorModel(const std::vector<ErrorSample>& samples, std::size_t bins) {
    if (samples.empty())
        throw Error::invalidInput("there is no pixel to calibrate on",
                                  "give pairs with valid pixels");
    double meanError = 0;
    for (const ErrorSample& sample : samples)
        meanError += sample.error;
    meanError /= static_cast<double>(samples.size());
    ErrorModel model;
    for (std::size_t f = 0; f < kFeatures; ++f)
        model.features[f] = scaledFeature(samples, f);
    model.intercept = std::log(std::max(meanError, 1e-6));
    constexpr int kMostSteps = 25;
    constexpr double kSettled = 1e-6;
    for (int i = 0; i < kMostSteps; ++i)
        if (takeStep(model, samples, meanError) < kSettled)
            break;
    std::vector<SpreadSample> curve;
    curve.reserve(samples.size());
    for (const ErrorSample& sample : samples)
        curve.push_back({static_cast<float>(model.regression(sample.features)), sample.error});
    model.curve = fitCalibration(std::move(curve), bins);
    return model;
}

} // namespace unlit::evaluate
