#include "core/evaluate/local_error.h"

#include <algorithm>

namespace unlit::evaluate {

namespace {

constexpr int kWindow = 20;
constexpr int kStep = 10;
constexpr double kBlackWindow = 1e-5; // sum of squares, below which no factor can be told

/// Sums over the valid pixels of one window of one plane.
struct WindowSums {
    double predictionSquared = 0;
    double product = 0;
    double truthSquared = 0;

    /// What is left of the truth's square after the best factor: sum (t - a p)².
    double leftOver() const {
        if (predictionSquared <= kBlackWindow)
            return truthSquared;
        return std::max(0.0, truthSquared - product * product / predictionSquared);
    }
};

WindowSums& operator+=(WindowSums& sums, const WindowSums& other) {
    sums.predictionSquared += other.predictionSquared;
    sums.product += other.product;
    sums.truthSquared += other.truthSquared;
    return sums;
}

WindowSums sumsOf(const MetricInput& input, std::size_t plane, int top, int left) {
    const auto prediction = input.predictionPlane(plane);
    const auto truth = input.truthPlane(plane);
    const auto valid = input.validPlane(plane);
    WindowSums sums;
    for (int y = top; y < top + kWindow; ++y) {
        const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(input.width);
        for (int x = left; x < left + kWindow; ++x) {
            const std::size_t i = row + static_cast<std::size_t>(x);
            if (!valid.empty() && valid[i] == 0)
                continue;
            const double p = prediction[i];
            const double t = truth[i];
            sums.predictionSquared += p * p;
            sums.product += p * t;
            sums.truthSquared += t * t;
        }
    }
    return sums;
}

} // namespace

double localError(const MetricInput& input, ScaleKind kind) {
    const auto channels = static_cast<std::size_t>(input.channels);
    double error = 0;
    double total = 0;
    for (std::size_t first = 0; first < input.planeCount(); first += channels)
        for (int top = 0; top + kWindow <= input.height; top += kStep)
            for (int left = 0; left + kWindow <= input.width; left += kStep) {
                WindowSums shared;
                for (std::size_t plane = first; plane < first + channels; ++plane) {
                    const WindowSums own = sumsOf(input, plane, top, left);
                    shared += own;
                    if (kind == ScaleKind::PerChannel)
                        error += own.leftOver();
                }
                if (kind == ScaleKind::One)
                    error += shared.leftOver();
                total += shared.truthSquared;
            }
    return error / total;
}

} // namespace unlit::evaluate
