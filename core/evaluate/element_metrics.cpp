#include "core/evaluate/element_metrics.h"

#include "core/base/error.h"

#include <cmath>

namespace unlit::evaluate {

namespace {

template <class Measure>
double meanOver(const MetricInput& input, Measure measure) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t plane = 0; plane < input.planeCount(); ++plane)
        input.forEachValid(plane, [&](double prediction, double truth) {
            sum += measure(prediction - truth);
            ++count;
        });
    return sum / static_cast<double>(count); // NaN for nothing
}

} // namespace

void checkSizes(const MetricInput& input) {
    const std::size_t samples = input.planeCount() * input.planeSize();
    const std::size_t pixels = static_cast<std::size_t>(input.pictures) * input.planeSize();
    if (input.prediction.size() != samples || input.truth.size() != samples ||
        (!input.valid.empty() && input.valid.size() != pixels))
        throw Error::internal("a metric was given pictures of different sizes");
}

double meanSquaredError(const MetricInput& input) {
    return meanOver(input, [](double difference) { return difference * difference; });
}

double meanAbsoluteError(const MetricInput& input) {
    return meanOver(input, [](double difference) { return std::abs(difference); });
}

double rootMeanSquaredError(const MetricInput& input) {
    return std::sqrt(meanSquaredError(input));
}

double peakSignalToNoise(const MetricInput& input) {
    return 10 * std::log10(input.range * input.range / meanSquaredError(input));
}

} // namespace unlit::evaluate
