// Which run of several is not worth its further steps.
#pragma once

#include "core/config/metric_names.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace unlit::runs {

/// The best value of a figure up to each step at which it was told, in the order of steps.
using BestSoFar = std::vector<std::pair<std::int64_t, double>>;

/// From RUN/metrics.jsonl; values that are no numbers are passed over. Never throws for what stands
/// there.
BestSoFar bestSoFar(const std::filesystem::path& run, const std::string& tag,
                    config::MetricGoal goal);

/// Whether the last value of `own` is worse than the median of what the others had come to at that
/// step. False with fewer than three others that had come to anything by then. Source: Golovin et
/// al., "Google Vizier", 2017, with the best value in place of the running average.
bool isBehindMedian(const BestSoFar& own, const std::vector<BestSoFar>& others,
                    config::MetricGoal goal);

} // namespace unlit::runs
