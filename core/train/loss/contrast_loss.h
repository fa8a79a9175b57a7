// Whether contrasts of paint are as large as in the truth. An error alone, squared or not, shrinks
// what cannot be told towards the mean of the possible.
#pragma once

#include <torch/types.h>

#include <optional>

namespace unlit::train {

// Both: prediction_NCHW, truth_NCHW in linear light, any factor between them is free; valid_N1HW:
// bool, unset = all pixels. [N], can be differentiated by the prediction; NaN for a sample of which
// nothing can be told. Logarithms are those of light plus a hundredth.

/// (slope - 1)^2, where slope is that of the least squares line through log prediction over log
/// truth, all pixels and channels of a sample: below 1 the prediction is paler than the truth.
torch::Tensor slopeErrors(const torch::Tensor& prediction_NCHW, const torch::Tensor& truth_NCHW,
                          const std::optional<torch::Tensor>& valid_N1HW);

/// Mean difference between the gradients of both logarithms over the mean gradient of the truth's,
/// at scales of 1, 2, 4, 8 and 16 pixels; a scale at which the truth has none is left out. Pairs of
/// neighbours count where both are valid. Source: the multi-scale gradient term of Li and Snavely,
/// "MegaDepth", 2018.
torch::Tensor gradientErrors(const torch::Tensor& prediction_NCHW, const torch::Tensor& truth_NCHW,
                             const std::optional<torch::Tensor>& valid_N1HW);

} // namespace unlit::train
