// Which pixels of a pair may be learnt from.
#pragma once

#include "core/data/loader/pair_images.h"

namespace unlit::data {

/// Throws Error::invalidInput when the mask has another size
/// than the beauty.
ValidPixels validPixels(const PairImages& pair, const MaskPolicy& policy);

/// 0 where a channel is not finite. Precondition: same size.
void dropNotFinite(const Image& image, ValidPixels& valid);

} // namespace unlit::data
