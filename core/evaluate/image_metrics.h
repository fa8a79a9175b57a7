// How near a prediction is to the truth, by the names that configs and reports use. The validation
// of a training and `unlit evaluate` both measure with these.
#pragma once

#include "core/evaluate/metric_input.h"

#include <string>
#include <string_view>
#include <vector>

namespace unlit::evaluate {

/// One number for one or more pictures; NaN when no pixel is valid. Which direction is better,
/// config::betterDirection knows.
using ImageMetric = double (*)(const MetricInput&);

/// The metric of that name. psnr, mse, mae, rmse: over all valid elements together. rmse_linear,
/// rmse_log, i_rmse, log10, silog_rmse, the relative differences and deltaN_acc: as
/// src/util/metric.py of Marigold defines them; those with "relative", "log", "delta" and "i_rmse"
/// mean something for positive values only. ssim: core/evaluate/ssim.h. lmse, si_mse, and the two
/// with _per_channel: core/evaluate/scale_fit.h and local_error.h. Throws: InvalidInput naming the
/// nearest known one.
ImageMetric imageMetric(std::string_view name);

/// All of them.
std::vector<std::string> imageMetricNames();

} // namespace unlit::evaluate
