#include "core/evaluate/bootstrap.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace unlit::evaluate {

namespace {

/// In [0, count), every number equally likely: std::uniform_int_distribution differs between
/// libraries.
std::size_t drawBelow(std::mt19937_64& generator, std::size_t count) {
    const std::uint64_t end = generator.max() - generator.max() % count;
    std::uint64_t value = generator();
    while (value >= end)
        value = generator();
    return static_cast<std::size_t>(value % count);
}

void check(const std::vector<std::vector<double>>& series, const BootstrapOptions& options) {
    if (options.resamples < kFewestResamples)
        throw Error::invalidInput("a bootstrap of " + std::to_string(options.resamples) +
                                      " resamples gives no interval",
                                  "use " + std::to_string(kFewestResamples) + " or more");
    if (!(options.confidence > 0 && options.confidence < 1))
        throw Error::invalidInput("a confidence of " + std::to_string(options.confidence),
                                  "use a share between 0 and 1, like 0.95");
    for (const auto& each : series)
        if (each.size() != series.front().size())
            throw Error::internal("bootstrap over series of different lengths");
}

double meanOf(const std::vector<double>& values, const std::vector<double>& counts) {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) {
            sum += values[i] * counts[i];
            count += counts[i];
        }
    return sum / count;
}

/// Between the two nearest ranks; `sorted` is not empty.
double quantile(const std::vector<double>& sorted, double share) {
    const double rank = share * static_cast<double>(sorted.size() - 1);
    const auto lower = static_cast<std::size_t>(rank);
    const std::size_t upper = std::min(lower + 1, sorted.size() - 1);
    return sorted[lower] + (sorted[upper] - sorted[lower]) * (rank - static_cast<double>(lower));
}

Interval intervalOf(const std::vector<double>& values, std::vector<double> means,
                    double confidence) {
    Interval interval;
    interval.pictures = std::ranges::count_if(values, [](double v) { return std::isfinite(v); });
    interval.mean = meanOf(values, std::vector<double>(values.size(), 1.0));
    interval.low = interval.high = std::numeric_limits<double>::quiet_NaN();
    // A draw may hold none of the few pictures that a series has.
    std::erase_if(means, [](double mean) { return !std::isfinite(mean); });
    if (interval.pictures < 2 || means.empty())
        return interval;
    std::ranges::sort(means);
    interval.low = quantile(means, (1 - confidence) / 2);
    interval.high = quantile(means, (1 + confidence) / 2);
    return interval;
}

} // namespace

std::vector<Interval> pairedBootstrap(const std::vector<std::vector<double>>& series,
                                      const BootstrapOptions& options) {
    check(series, options);
    std::vector<Interval> intervals;
    if (series.empty() || series.front().empty())
        return intervals;
    const std::size_t pictures = series.front().size();
    std::mt19937_64 generator(options.seed);
    std::vector<std::vector<double>> means(series.size());
    std::vector<double> counts(pictures);
    for (int resample = 0; resample < options.resamples; ++resample) {
        std::ranges::fill(counts, 0.0);
        for (std::size_t i = 0; i < pictures; ++i)
            counts[drawBelow(generator, pictures)] += 1;
        for (std::size_t s = 0; s < series.size(); ++s)
            means[s].push_back(meanOf(series[s], counts));
    }
    for (std::size_t s = 0; s < series.size(); ++s)
        intervals.push_back(intervalOf(series[s], std::move(means[s]), options.confidence));
    return intervals;
}

} // namespace unlit::evaluate
