// When a run ends before its last step.
#pragma once

#include "core/config/metric_names.h"

#include <cstdint>
#include <optional>
#include <string>

namespace unlit::config {

/// The names are those of PyTorch Lightning's callback of this name.
struct EarlyStoppingConfig {
    std::string monitor;       ///< tag of a figure; empty = the first validation set's main metric
    std::int64_t patience = 3; ///< figures in a row without a gain
    double minDelta = 0;       ///< a smaller gain is none; 0 or more
    std::optional<MetricGoal> mode =
        {}; ///< a metric's own direction goes before it; unset = minimize
    std::optional<double> stoppingThreshold = {};   ///< end as soon as the figure is that good
    std::optional<double> divergenceThreshold = {}; ///< end as soon as it is worse than that
};

/// Which way the figure is better: as a metric's own name at the end of `monitor` says, with or
/// without the running mean's `_ema`, else `mode`, else as is known of the figure, else smaller.
MetricGoal goalOf(const EarlyStoppingConfig& stopping);

} // namespace unlit::config
