#include "ui/plots/plot_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr std::array kTimeSteps = {1.0,    2.0,    5.0,     10.0,    15.0,    30.0,
                                   60.0,   120.0,  300.0,   600.0,   900.0,   1800.0,
                                   3600.0, 7200.0, 10800.0, 21600.0, 43200.0, 86400.0};

double roundStep(double least) {
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * 0.999)
            return factor * power;
    return 10 * power;
}

double timeStep(double least) {
    for (const double step : kTimeSteps)
        if (step >= least)
            return least < 0.5 ? roundStep(least) : step;
    return 86400 * roundStep(least / 86400);
}

PlotTicks ticksOf(const PlotRange& range, double step, int parts) {
    PlotTicks result;
    result.step = step;
    const double first = std::ceil(range.low / step - 1e-9);
    const double last = std::floor(range.high / step + 1e-9);
    for (double i = first; i <= last && result.ticks.size() < 1000; ++i)
        result.ticks.push_back(i * step);
    for (double i = (first - 1) * parts; i <= (last + 1) * parts && result.subTicks.size() < 5000;
         ++i)
        if (std::fmod(std::abs(i), parts) != 0 && range.contains(i * step / parts))
            result.subTicks.push_back(i * step / parts);
    return result;
}

/// Labels at every n-th power of ten times each of the factors.
PlotTicks powerTicks(const PlotRange& range, int every, std::initializer_list<int> factors) {
    PlotTicks result;
    const auto first = static_cast<int>(std::floor(std::log10(range.low)));
    const auto last = static_cast<int>(std::ceil(std::log10(range.high)));
    for (int power = first; power <= last; ++power) {
        for (int factor = 1; factor < 10; ++factor) {
            const double value = factor * std::pow(10, power);
            if (!range.contains(value))
                continue;
            if (power % every == 0 && std::ranges::find(factors, factor) != factors.end())
                result.ticks.push_back(value);
            else if (every == 1)
                result.subTicks.push_back(value);
        }
    }
    return result;
}

} // namespace

PlotTicks linearTicks(const PlotRange& range, int count) {
    return ticksOf(range, roundStep(range.size() / std::max(1, count)), 2);
}

PlotTicks linearTicks(const PlotRange& range, int count, runs::XAxis axis) {
    const double least = range.size() / std::max(1, count);
    if (axis == runs::XAxis::Time)
        return ticksOf(range, timeStep(least), 2);
    if (axis == runs::XAxis::Step)
        return ticksOf(range, std::max(1.0, roundStep(least)), 2);
    return linearTicks(range, count);
}

PlotTicks logarithmicTicks(const PlotRange& range, int count) {
    const double decades = std::log10(range.high / range.low);
    if (decades < 0.7)
        return linearTicks(range, count);
    const int every = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, count))));
    if (decades * 3 <= count + 1)
        return powerTicks(range, 1, {1, 2, 5});
    PlotTicks powers = powerTicks(range, every, {1});
    if (powers.ticks.size() < 2) // one label alone is no scale
        powers = powerTicks(range, 1, {1});
    return powers.ticks.size() < 2 ? powerTicks(range, 1, {1, 3}) : powers;
}

} // namespace unlit::ui
