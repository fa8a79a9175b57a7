// How much of a model's correction a picture gets: all of it, or a mean of prediction and input.
#pragma once

#include "core/image/color/color_space.h"
#include "core/weights/model_folder.h"

#include <torch/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace unlit::infer {

/// One for each decoded target (indices in the folder's order): `wanted`, else what the folder says
/// of itself, else 1; 1 for targets that cannot be blended. Throws Error::invalidInput for what is
/// outside 0 to 1, and for less than 1 wanted of a model without a target that can be blended.
std::vector<double> strengthsOf(std::optional<double> wanted, const weights::ModelFolder& folder,
                                const std::vector<std::int64_t>& decodedTargets);

/// input + strength * (prediction - input), in the numbers of both. `strength` in [0,1]; at 1 the
/// prediction itself, bit by bit. Of one shape, float32. A prediction that is too sure of itself
/// has a smaller squared error this way; the best strength is measured
/// (core/session/evaluate/fit_strength.h). Source: shrinkage, Copas, "Regression, Prediction and
/// Shrinkage", 1983. Of pictures: core/image/blend.h.
torch::Tensor blended(const torch::Tensor& prediction, const torch::Tensor& input, double strength);

} // namespace unlit::infer
