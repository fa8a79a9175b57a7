// How fast a run goes.
#pragma once

#include "core/runs/run_series.h"

#include <optional>

namespace unlit::runs {

/// Seconds that a step takes: the median over the last rows, so that a validation or a pause
/// between two of them does not count. Above 0; nullopt where there are too few rows or their clock
/// stands.
std::optional<double> secondsPerStep(const RunSeries& run);

/// The last value of a figure; nullopt where there is none or it is no number.
std::optional<double> lastValue(const RunSeries& run, std::string_view tag);

} // namespace unlit::runs
