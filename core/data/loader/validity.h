// Which pixels of a pair may be learnt from.
#pragma once

#include "core/data/loader/pair_dataset.h"

#include <optional>
#include <vector>

namespace unlit::data {

/// The files of one sample as they were read, all of the same size.
struct PairImages {
    Image beauty;
    std::vector<Image> targets;
    std::optional<std::size_t> albedo; ///< which of the targets, if one is the albedo
    std::optional<Image> mask;
};

/// One value for each pixel, 1 = valid. Throws Error::invalidInput when the mask has another size
/// than the beauty.
std::vector<unsigned char> validPixels(const PairImages& pair, const MaskPolicy& policy);

} // namespace unlit::data
