// A deeper UNet out of a trained one, which says the same until it is trained on.
#pragma once

#include "core/weights/save_model_folder.h"

#include <cstdint>
#include <vector>

namespace unlit::weights {

/// `unet` with layersPerBlock[i] residual blocks at resolution i on the way down, from the largest
/// on, and one more on the way up, as diffusers' layers_per_block has it; the attention that
/// belongs to a block comes with it. Blocks that are added change nothing to begin with: the last
/// layer of each of their branches is zero, and their shortcut takes what comes from below and
/// leaves the skip connection out. So the output stays as it was but for rounding, and training
/// goes on from there. Weights keep their type; the added ones are drawn as newModel does, from
/// `seed`. Throws Error::invalidInput for a list of another length, or with fewer blocks than there
/// are. Source: Chen et al., "Net2Net: Accelerating Learning via Knowledge Transfer", 2016,
/// section 2.3; zeros as in Goyal et al., "Accurate, Large Minibatch SGD", 2017, section 5.1.
ComponentToSave deepenUnet(const ComponentToSave& unet,
                           const std::vector<std::int64_t>& layersPerBlock, std::uint64_t seed);

} // namespace unlit::weights
