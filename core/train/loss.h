// How far a prediction is from its target, over the latent cells that may be learnt from.
#pragma once

#include "core/config/optimization_config.h"

#include <torch/types.h>

#include <cstdint>
#include <optional>

namespace unlit::train {

/// The mean over the valid elements of the whole batch, a scalar that can be differentiated.
/// prediction and target: one shape [N, C, h, w], float32. valid_N1hw: bool, repeated over the
/// channels; unset = all are valid. NaN when none is: the caller leaves such batches out. Mse: mean
/// of squares; L1: of absolute values; Huber: squares / 2 within delta, lines outside (Huber,
/// 1964), delta as it is after `stepsDone` optimizer steps.
torch::Tensor latentLoss(const torch::Tensor& prediction, const torch::Tensor& target,
                         const std::optional<torch::Tensor>& valid_N1hw,
                         const config::LossConfig& loss, std::int64_t stepsDone = 0);

} // namespace unlit::train
