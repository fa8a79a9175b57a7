// How the members of an ensemble see the picture where no noise tells them apart.
#pragma once

#include "core/infer/ensemble/member_size.h"
#include "core/tensor/target_size.h"

#include <torch/types.h>

#include <cstdint>

namespace unlit::infer {

/// A model of one deterministic step gives the same for every seed. Its members see the picture as
/// it is, mirrored, upside down, and both: light from another side, the same surfaces. Then they
/// see it so once more with rows and columns exchanged, then in its quarter turns, larger. Where
/// they disagree the model is unsure. Source: self-ensembles of Timofte et al., "Seven Ways to
/// Improve Example-Based Single Image Super Resolution", 2016.
/// `picture_13HW`: any range; `factor`: pixels a latent cell and side, of which H and W are to have
/// one at least. Returns the picture as member `view` sees it, 0 <= view < kMemberViews; 0: as it
/// is. Larger ones are cut to whole cells, as decoders do, before they grow by whole cells.
torch::Tensor seenBy(std::int64_t view, const torch::Tensor& picture_13HW, std::int64_t factor);

/// What member `view` made of it, `decoded_K3HW`, laid over what the first makes: [K, 3, size].
torch::Tensor takenBack(std::int64_t view, const torch::Tensor& decoded_K3HW, PixelSize size);

} // namespace unlit::infer
