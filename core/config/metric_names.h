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

/// "val/cycles/albedo_psnr_ema" -> "albedo_psnr".
std::string_view plainFigure(std::string_view tag);

/// The metric at the end of a figure's name, the longest one: "si_mse" is no "mse"; nullptr where
/// there is none.
const MetricName* metricOfFigure(std::string_view figure);

/// Names as in Marigold's files, and the plain ones.
const std::vector<MetricName>& metricNames();

/// Of a figure by the end of its tag: "val/cycles/albedo_psnr_ema" -> Maximize, "train/loss" ->
/// Minimize; of losses and their parts, too, and of codes in use. nullopt where neither way is
/// better, or the name is not known.
std::optional<MetricGoal> goalOfFigure(std::string_view tag);

/// nullopt for a metric that is not known.
std::optional<MetricGoal> betterDirection(std::string_view metric);

/// "minimize", "maximize".
std::string_view toString(MetricGoal goal);

} // namespace unlit::config
