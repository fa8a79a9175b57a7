// Whether a model's albedo, shading and residual are, together, the picture that it saw.
#pragma once

#include "core/infer/detail/detail_target.h"

#include <torch/types.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace unlit::infer {

/// light = shading · A · S + residual · R, in scene-linear numbers; each of the three is known up
/// to a factor only.
struct Explanation {
    std::size_t albedo = 0; ///< which of the targets
    std::size_t light = 0;
    std::optional<std::size_t> rest;
    float shading = 1; ///< factor
    float residual = 0;

    /// The shading that is left, within [0,1].
    float shadingOf(float picture, float albedoValue, float restValue) const;
};

/// Factors by least squares over all values. Nothing where a part is missing or the parts leave
/// more than a tenth of the picture's energy unexplained. All in scene-linear light, float32, CPU:
/// `picture_3HW`, `targets_K3HW`.
std::optional<Explanation> findExplanation(const torch::Tensor& picture_3HW,
                                           const torch::Tensor& targets_K3HW,
                                           const std::vector<DetailTarget>& targets);

} // namespace unlit::infer
