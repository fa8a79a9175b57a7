#include "core/data/histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace unlit::data {

namespace {

constexpr std::size_t kAlbedoBins = 40;
constexpr std::size_t kBinsPerStop = 4;
constexpr double kLeastSide = 4; // log2: 16 pixels
constexpr double kMostSide = 14; // log2: 16384 pixels
constexpr int kScaleSteps = 4;
constexpr double kUsualStops = 4; // either side of "albedo as bright as its beauty"

} // namespace

std::size_t Histogram::total() const {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::size_t Histogram::most() const {
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

Histogram histogramOf(const std::vector<double>& values, double low, double high,
                      std::size_t bins) {
    Histogram histogram{low, high, std::vector<std::size_t>(bins, 0)};
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        const double place = (value - low) / (high - low) * static_cast<double>(bins);
        const double last = static_cast<double>(bins) - 1;
        ++histogram.counts[static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, last))];
    }
    return histogram;
}

SetHistograms histogramsOf(const std::vector<PairReport>& reports) {
    std::vector<double> albedo;
    std::vector<double> light;
    std::vector<double> sides;
    for (const PairReport& report : reports) {
        if (report.width > 0)
            sides.push_back(std::log2(std::max(report.width, report.height)));
        if (!report.isComparable)
            continue;
        albedo.push_back(report.albedoMean);
        if (report.lightStops && std::isfinite(*report.lightStops))
            light.push_back(*report.lightStops);
    }
    double low = -kUsualStops;
    double high = kUsualStops;
    for (const double stops : light) {
        low = std::min(low, std::max(std::floor(stops), -16.0));
        high = std::max(high, std::min(std::ceil(stops), 16.0));
    }
    while (static_cast<int>(high - low) % kScaleSteps != 0)
        ++high; // marks of a scale in four steps are whole stops
    const auto lightBins = static_cast<std::size_t>(high - low) * kBinsPerStop;
    const auto sideBins = static_cast<std::size_t>(kMostSide - kLeastSide) * 2;
    return {histogramOf(albedo, 0, 1, kAlbedoBins), histogramOf(light, low, high, lightBins),
            histogramOf(sides, kLeastSide, kMostSide, sideBins)};
}

} // namespace unlit::data
