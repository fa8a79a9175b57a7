#include "core/config/early_stopping_config.h"

#include <string_view>

namespace unlit::config {

namespace {

constexpr std::string_view kOfMeanWeights = "_ema";

} // namespace

MetricGoal goalOf(const EarlyStoppingConfig& stopping) {
    std::string_view tag = stopping.monitor;
    if (tag.ends_with(kOfMeanWeights))
        tag.remove_suffix(kOfMeanWeights.size());
    std::string_view longest; // "rmse" ends with "mse"
    for (const MetricName& known : metricNames())
        if (tag.ends_with(known.name) && known.name.size() > longest.size())
            longest = known.name;
    if (const auto own = betterDirection(longest))
        return *own;
    return stopping.mode.value_or(MetricGoal::Minimize);
}

} // namespace unlit::config
