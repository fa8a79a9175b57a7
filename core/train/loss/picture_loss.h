// How far the pictures that latents stand for are from the truth, in linear light.
#pragma once

#include "core/image/color/color_space.h"

#include <torch/types.h>

#include <optional>

namespace unlit::train {

/// What a picture of the network means in linear light: shown_NCHW in about [-1, 1], encoded in
/// `space`, which is display-encoded or Linear. Not clipped: beyond black and white the curves go
/// on, so that a gradient leads back. Can be differentiated.
torch::Tensor linearLight(const torch::Tensor& shown_NCHW, ColorSpace space);

/// The error of each sample, [N], scale-invariant, from 0 to 1 at most where the truth is not
/// black: a mean of two figures that pictures are judged by. One: squared differences after the
/// best factor for the whole picture, over the truth's squares. Two: LMSE (Grosse et al., "Ground
/// truth dataset and baseline evaluations for intrinsic image algorithms", 2009), the same in
/// windows of 20 pixels every 10, each with its own factor; a picture smaller than that is one
/// window. A factor is one for all channels: colours count, brightness does not. `lmseShare`, from
/// 0 to 1, is the weight of the second, what is left of 1 that of the first.
/// prediction_NCHW, truth_NCHW: linear light; valid_N1HW: bool, unset = all pixels. NaN for a
/// sample without a valid pixel that is not black. Can be differentiated by the prediction.
torch::Tensor scaleInvariantErrors(const torch::Tensor& prediction_NCHW,
                                   const torch::Tensor& truth_NCHW,
                                   const std::optional<torch::Tensor>& valid_N1HW,
                                   double lmseShare = 0.5);

/// The mean over the errors that are known, in any shape; zero where none is.
torch::Tensor meanOfErrors(const torch::Tensor& errors);

} // namespace unlit::train
