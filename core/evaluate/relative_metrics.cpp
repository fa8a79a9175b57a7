#include "core/evaluate/relative_metrics.h"

#include <algorithm>
#include <cmath>

namespace unlit::evaluate {

namespace {

/// Of the plane's valid pixels; NaN for none.
template <class Measure>
double planeMean(const MetricInput& input, std::size_t plane, Measure measure) {
    double sum = 0;
    std::size_t count = 0;
    input.forEachValid(plane, [&](double prediction, double truth) {
        sum += measure(prediction, truth);
        ++count;
    });
    return sum / static_cast<double>(count);
}

template <class OfPlane>
double meanOverPlanes(const MetricInput& input, OfPlane ofPlane) {
    double sum = 0;
    for (std::size_t plane = 0; plane < input.planeCount(); ++plane)
        sum += ofPlane(plane);
    return sum / static_cast<double>(input.planeCount());
}

template <class Measure>
double meanOfPlaneMeans(const MetricInput& input, Measure measure) {
    return meanOverPlanes(input,
                          [&](std::size_t plane) { return planeMean(input, plane, measure); });
}

/// The root of each plane's mean square of change(p) - change(t), averaged.
template <class Change>
double meanOfPlaneRoots(const MetricInput& input, Change change) {
    return meanOverPlanes(input, [&](std::size_t plane) {
        return std::sqrt(planeMean(input, plane, [&](double prediction, double truth) {
            const double difference = change(prediction) - change(truth);
            return difference * difference;
        }));
    });
}

double deltaAccuracy(const MetricInput& input, int power) {
    const double threshold = std::pow(1.25, power);
    return meanOfPlaneMeans(input, [threshold](double prediction, double truth) {
        return std::max(prediction / truth, truth / prediction) < threshold ? 1.0 : 0.0;
    });
}

} // namespace

double rmseLinear(const MetricInput& input) {
    return meanOfPlaneRoots(input, [](double value) { return value; });
}

double rmseLog(const MetricInput& input) {
    return meanOfPlaneRoots(input, [](double value) { return std::log(value); });
}

double inverseRmse(const MetricInput& input) {
    return meanOfPlaneRoots(input, [](double value) { return 1 / value; });
}

double log10Difference(const MetricInput& input) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t plane = 0; plane < input.planeCount(); ++plane)
        input.forEachValid(plane, [&](double prediction, double truth) {
            sum += std::abs(std::log10(prediction) - std::log10(truth));
            ++count;
        });
    return sum / static_cast<double>(count);
}

double absoluteRelative(const MetricInput& input) {
    return meanOfPlaneMeans(input, [](double prediction, double truth) {
        return std::abs(prediction - truth) / truth;
    });
}

double squaredRelative(const MetricInput& input) {
    return meanOfPlaneMeans(input, [](double prediction, double truth) {
        return (prediction - truth) * (prediction - truth) / truth;
    });
}

double scaleInvariantLog(const MetricInput& input) {
    const double variance = meanOverPlanes(input, [&](std::size_t plane) {
        const auto difference = [](double prediction, double truth) {
            return std::log(prediction) - std::log(truth);
        };
        const double mean = planeMean(input, plane, difference);
        const double meanSquare = planeMean(input, plane, [&](double prediction, double truth) {
            const double value = difference(prediction, truth);
            return value * value;
        });
        return meanSquare - mean * mean;
    });
    constexpr double kPercent = 100;
    return std::sqrt(variance) * kPercent;
}

double delta1Accuracy(const MetricInput& input) {
    return deltaAccuracy(input, 1);
}

double delta2Accuracy(const MetricInput& input) {
    return deltaAccuracy(input, 2);
}

double delta3Accuracy(const MetricInput& input) {
    return deltaAccuracy(input, 3);
}

} // namespace unlit::evaluate
