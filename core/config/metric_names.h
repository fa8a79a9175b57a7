// The metrics that a validation can compute, and which way is better: a metric knows that itself.
#pragma once

#include "core/config/validation_config.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::config {

struct MetricName {
    std::string_view name;
    MetricGoal better;
};

/// Names as in Marigold's files, and the plain ones.
const std::vector<MetricName>& metricNames();

/// nullopt for a metric that is not known.
std::optional<MetricGoal> betterDirection(std::string_view metric);

/// "minimize", "maximize".
std::string_view toString(MetricGoal goal);

} // namespace unlit::config
