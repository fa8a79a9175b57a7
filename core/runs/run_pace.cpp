#include "core/runs/run_pace.h"

#include <algorithm>
#include <cmath>

namespace unlit::runs {

std::optional<double> secondsPerStep(const RunSeries& run) {
    constexpr std::size_t kRows = 50;
    const std::size_t count = run.rowCount();
    std::vector<double> paces;
    for (std::size_t row = count > kRows ? count - kRows : 1; row < count; ++row) {
        const auto steps = static_cast<double>(run.stepAt(row) - run.stepAt(row - 1));
        paces.push_back((run.timeAt(row) - run.timeAt(row - 1)) / steps);
    }
    if (paces.empty())
        return {};
    const auto middle = paces.begin() + static_cast<std::ptrdiff_t>(paces.size() / 2);
    std::ranges::nth_element(paces, middle);
    return *middle > 0 && std::isfinite(*middle) ? std::optional(*middle) : std::nullopt;
}

std::optional<double> lastValue(const RunSeries& run, std::string_view tag) {
    const TagSeries* series = run.find(tag);
    if (series == nullptr || series->values.size() == 0)
        return {};
    const double value = series->values[series->values.size() - 1];
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace unlit::runs
