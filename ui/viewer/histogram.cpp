#include "ui/viewer/histogram.h"

#include "core/image/color/color.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

/// For each bin of numbers: where it goes. -1 = clipped to black, kBins = clipped to white.
std::vector<int> placesOf(const ViewTransform& transform) {
    const bool isCurved = transform.layer().kind == LayerKind::Color && !transform.layer().isRaw;
    std::vector<int> places(NumberBins::kCount);
    for (std::size_t bin = 0; bin < places.size(); ++bin) {
        const double low = transform.light().apply(NumberBins::lower(bin));
        const double high = transform.light().apply(NumberBins::upper(bin));
        if (low >= 1 && high > 1) {
            places[bin] = static_cast<int>(Histogram::kBins);
            continue;
        }
        if (high <= 0 && low < 0) {
            places[bin] = -1;
            continue;
        }
        const double middle = std::clamp((low + high) / 2, 0.0, 1.0);
        const double shown = isCurved ? encodeSrgb(static_cast<float>(middle)) : middle;
        const auto place = static_cast<int>(shown * static_cast<double>(Histogram::kBins));
        places[bin] = std::min(place, static_cast<int>(Histogram::kBins) - 1);
    }
    return places;
}

void spread(const std::vector<std::uint32_t>& counts, const std::vector<int>& places,
            Histogram::Bins& to) {
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
        if (places[bin] >= 0 && places[bin] < static_cast<int>(Histogram::kBins))
            to[static_cast<std::size_t>(places[bin])] += counts[bin];
    }
}

template <class IsWanted>
std::uint64_t sumWhere(const std::vector<std::uint32_t>& counts, const std::vector<int>& places,
                       IsWanted isWanted) {
    std::uint64_t sum = 0;
    for (std::size_t bin = 0; bin < counts.size(); ++bin)
        sum += isWanted(places[bin]) ? counts[bin] : 0;
    return sum;
}

} // namespace

Histogram histogramOf(const PixelStatistics& statistics, const ViewTransform& transform) {
    const std::vector<int> places = placesOf(transform);
    Histogram result;
    spread(statistics.of(Counted::Red), places, result.red);
    spread(statistics.of(Counted::Green), places, result.green);
    spread(statistics.of(Counted::Blue), places, result.blue);
    spread(statistics.of(Counted::Scalar), places, result.scalar);
    result.pixels = statistics.pixels;
    result.above = sumWhere(statistics.of(Counted::Largest), places,
                            [](int place) { return place == static_cast<int>(Histogram::kBins); });
    result.below =
        sumWhere(statistics.of(Counted::Smallest), places, [](int place) { return place == -1; });
    result.notNumbers = statistics.notNumbers;
    result.infinite = statistics.infinite;
    return result;
}

} // namespace unlit::ui
