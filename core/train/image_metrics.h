// How near a prediction is to the truth: the metrics of validation, by the names of the reference.
// Legend: N pictures, C channels, H/W pixels.
#pragma once

#include <torch/types.h>

#include <optional>
#include <string_view>

namespace unlit::train {

struct MetricInput {
    torch::Tensor prediction_NCHW;           ///< float32
    torch::Tensor truth_NCHW;                ///< same shape
    std::optional<torch::Tensor> valid_N1HW; ///< bool; unset = all pixels count
    double range = 1;                        ///< of the values: 1 for [0, 1], 2 for [-1, 1]
};

/// One number for one or more pictures; NaN when no pixel is valid. Which direction is better,
/// config::betterDirection knows.
using ImageMetric = double (*)(const MetricInput&);

/// The metric of that name in eval.eval_metrics, as src/util/metric.py of the reference defines
/// those of its names; psnr, mse, mae and rmse over all valid elements together. Those with
/// "relative", "log", "delta" and "i_rmse" mean something for positive values only. Throws:
/// InvalidInput naming the nearest known one.
ImageMetric imageMetric(std::string_view name);

} // namespace unlit::train
