// What the network is to learn from a target's file: its values in the encoding of its target.
#pragma once

#include "core/image/image.h"
#include "core/weights/target_info.h"

#include <vector>

namespace unlit::data {

/// R, G, B in [0, 1], one picture for each file, in their order. By infer::colorSpaceOf of the
/// target:
///  - display-encoded: `transfer`, converted from whatever the file has;
///  - linear colours: linear light. All that are up to scale (shading, residual) share one unit:
///    the largest of their 98 % quantiles becomes 1, so that their sum keeps its meaning;
///  - raw (stacks, roughness, …): the file's numbers, untouched; planes of a stack that have no
///    name become 0.
/// Values are clipped, numbers that are none become 0 (the mask leaves them out); grey is repeated.
/// Source of scale and unused planes: the data sets of Marigold-IID (2025).
std::vector<Image> targetPictures(std::vector<Image> files,
                                  const std::vector<weights::TargetInfo>& targets,
                                  ColorSpace transfer);

} // namespace unlit::data
