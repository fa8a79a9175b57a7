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
/// 1964), delta as it is after `stepsDone` optimizer steps. offset_invariance takes that share of
/// the mean difference over the valid cells of each sample and channel off first: where latents are
/// linear in logarithms of light, a factor on a picture is such an offset, and squares become the
/// scale-invariant error of Eigen et al. (2014) with lambda = 1 - (1 - share)^2.
/// weights_NChw: positive, of the target's shape or with one channel for all; unset = all alike.
/// They are made to have the mean 1 over the valid cells of each sample.
torch::Tensor latentLoss(const torch::Tensor& prediction, const torch::Tensor& target,
                         const std::optional<torch::Tensor>& valid_N1hw,
                         const config::LossConfig& loss, std::int64_t stepsDone = 0,
                         const std::optional<torch::Tensor>& weights_NChw = {});

/// whiteWeight to the power of what the cell shows: the mean over its pixels and channels, 0 =
/// black, 1 = white. target_N3HW: in [-1,1], as the VAE sees it; a cell is factor by factor pixels,
/// which divides H and W. [N, 1, H / factor, W / factor].
torch::Tensor brightnessWeights(const torch::Tensor& target_N3HW, std::int64_t factor,
                                double whiteWeight);

} // namespace unlit::train
