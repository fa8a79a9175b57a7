// How the members of an ensemble see the picture where no noise tells them apart.
#pragma once

#include <torch/types.h>

#include <cstdint>

namespace unlit::infer {

/// A model of one deterministic step gives the same for every seed. Its members see the picture as
/// it is, mirrored, upside down, and both: light from another side, the same surfaces. Where they
/// disagree the model is unsure. Source: self-ensembles of Timofte et al., "Seven Ways to Improve
/// Example-Based Single Image Super Resolution", 2016.
constexpr std::int64_t kMemberViews = 4;

/// The last two dimensions as member `view` sees them, 0 <= view < kMemberViews; 0: as they are.
/// Undoes itself.
torch::Tensor mirrored(const torch::Tensor& x_HW, std::int64_t view);

} // namespace unlit::infer
