#include "ui/plots/plot_range.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kLeastRelativeSize = 1e-9;
constexpr double kMostSize = 1e15;
constexpr double kMostDecades = 60;

bool isUsable(const PlotRange& range, bool isLogarithmic) {
    if (!std::isfinite(range.low) || !std::isfinite(range.high))
        return false;
    const double most = std::max(std::abs(range.low), std::abs(range.high));
    if (!(range.size() > most * kLeastRelativeSize) || range.size() > kMostSize)
        return false;
    return !isLogarithmic ||
           (range.low > 0 && std::log10(range.high) - std::log10(range.low) < kMostDecades);
}

PlotRange between(const PlotRange& range, double from, double to, bool isLogarithmic) {
    const PlotRange wanted = {valueAt(range, from, isLogarithmic),
                              valueAt(range, to, isLogarithmic)};
    return isUsable(wanted, isLogarithmic) ? wanted : range;
}

} // namespace

double placeIn(const PlotRange& range, double value, bool isLogarithmic) {
    if (isLogarithmic)
        return std::log(value / range.low) / std::log(range.high / range.low);
    return (value - range.low) / range.size();
}

double valueAt(const PlotRange& range, double place, bool isLogarithmic) {
    if (isLogarithmic)
        return range.low * std::pow(range.high / range.low, place);
    return range.low + place * range.size();
}

PlotRange zoomed(const PlotRange& range, double factor, double place, bool isLogarithmic) {
    return between(range, place - place / factor, place + (1 - place) / factor, isLogarithmic);
}

PlotRange panned(const PlotRange& range, double share, bool isLogarithmic) {
    return between(range, share, 1 + share, isLogarithmic);
}

PlotRange widened(const PlotRange& range, double share, bool isLogarithmic) {
    if (isUsable(range, isLogarithmic))
        return between(range, -share, 1 + share, isLogarithmic);
    if (isLogarithmic)
        return {range.low / 2, range.low * 2};
    const double room = range.low == 0 ? 1 : std::abs(range.low) * 0.1;
    return {range.low - room, range.low + room};
}

} // namespace unlit::ui
