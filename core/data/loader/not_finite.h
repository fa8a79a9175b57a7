// Which pictures of a sample hold numbers that are none.
#pragma once

#include "core/data/loader/pair_images.h"

#include <string>
#include <vector>

namespace unlit::data {

/// "not finite: beauty in 1 of 256 pixels, albedo in all; they are not learnt from"; "" where every
/// number is finite. Of beauty, targets and mask, as they were read; one look at each number.
/// `targets`: their names. `valid`: of the sample, without those pixels.
std::string notFiniteIn(const PairImages& pair, const std::vector<std::string>& targets,
                        const ValidPixels& valid);

} // namespace unlit::data
