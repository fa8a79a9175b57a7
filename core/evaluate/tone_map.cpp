#include "core/evaluate/tone_map.h"

#include "core/evaluate/element_metrics.h"
#include "core/evaluate/scale_fit.h"

#include <algorithm>
#include <cmath>

namespace unlit::evaluate {

namespace {

constexpr double kPercentile = 0.9;
constexpr double kTarget = 0.8;
constexpr double kBlackPercentile = 1e-4;

std::vector<float> truthBrightness(const MetricInput& input) {
    const auto red = input.truthPlane(0);
    const auto green = input.truthPlane(1);
    const auto blue = input.truthPlane(2);
    const auto valid = input.validPlane(0);
    std::vector<float> brightness;
    brightness.reserve(input.planeSize());
    for (std::size_t i = 0; i < input.planeSize(); ++i)
        if (valid.empty() || valid[i] != 0)
            brightness.push_back(0.3F * red[i] + 0.59F * green[i] + 0.11F * blue[i]);
    return brightness;
}

/// Between the two nearest ranks; the values are reordered. 0 for none.
double percentileOf(std::vector<float>& values, double share) {
    if (values.empty())
        return 0;
    const double rank = share * static_cast<double>(values.size() - 1);
    const auto lower = static_cast<std::ptrdiff_t>(std::floor(rank));
    std::nth_element(values.begin(), values.begin() + lower, values.end());
    const double low = values[static_cast<std::size_t>(lower)];
    if (lower + 1 == static_cast<std::ptrdiff_t>(values.size()))
        return low;
    const double high = *std::min_element(values.begin() + lower + 1, values.end());
    return low + (high - low) * (rank - static_cast<double>(lower));
}

std::vector<float> exposed(std::span<const float> samples, double factor) {
    std::vector<float> mapped(samples.size());
    std::ranges::transform(samples, mapped.begin(), [factor](float value) {
        return static_cast<float>(std::clamp(value * factor, 0.0, 1.0));
    });
    return mapped;
}

} // namespace

ToneMapped toneMapped(const MetricInput& input) {
    std::vector<float> brightness = truthBrightness(input);
    const double percentile = percentileOf(brightness, kPercentile);
    const double factor = percentile < kBlackPercentile ? 0 : kTarget / percentile;
    return {exposed(input.prediction, factor), exposed(input.truth, factor)};
}

double toneMappedPsnr(const MetricInput& input) {
    const std::vector<float> scaled = scaledPrediction(input, ScaleKind::One);
    MetricInput aligned = input;
    aligned.prediction = scaled;
    const ToneMapped mapped = toneMapped(aligned);
    aligned.prediction = mapped.prediction;
    aligned.truth = mapped.truth;
    aligned.range = 1;
    return peakSignalToNoise(aligned);
}

} // namespace unlit::evaluate
