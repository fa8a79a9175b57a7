// What the name of a figure says about it: which way is better, which one decides.
#pragma once

#include "core/config/metric_names.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace unlit::runs {

/// "val/cycles/albedo_psnr_ema" -> Maximize, "train/loss" -> Minimize; nullopt where neither way is
/// better or the name is not known.
std::optional<config::MetricGoal> goalOfTag(std::string_view tag);

/// The tag by which a run's checkpoints are judged: of `mainMetric`, of the first set, of albedo,
/// of the running mean of the weights, where there is one. Else any validation figure with a goal;
/// "" without one.
std::string mainTag(std::span<const std::string> tags, std::string_view mainMetric);

/// Whether it is the loss of a part of the noise schedule: "train/loss_t0-249".
bool isTimestepLoss(std::string_view tag);

} // namespace unlit::runs
