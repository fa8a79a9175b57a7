// What the name of a figure says about it: which one decides. Which way it is better:
// config::goalOfFigure.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace unlit::runs {

/// The tag by which a run's checkpoints are judged: `mainMetric` itself where that is a whole tag
/// ("" while there is none of it), else that of `mainMetric`, of the first set, of albedo, of the
/// running mean of the weights, where there is one. Else any validation figure with a goal; ""
/// without one.
std::string mainTag(std::span<const std::string> tags, std::string_view mainMetric);

/// Whether it is the loss of a part of the noise schedule: "train/loss_t0-249".
bool isTimestepLoss(std::string_view tag);

} // namespace unlit::runs
