// Which pixels of a pair may be learnt from.
#pragma once

#include "core/data/loader/pair_dataset.h"

#include <vector>

namespace unlit::data {

/// One value for each pixel, 1 = valid. `maskFile`: nullptr where there is none. Throws
/// Error::invalidInput when the mask has another size than the beauty.
std::vector<unsigned char> validPixels(const Image& beauty, const Image& albedo,
                                       const Image* maskFile, const MaskPolicy& policy);

} // namespace unlit::data
