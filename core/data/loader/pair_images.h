// The files of one sample, as they were read.
#pragma once

#include "core/image/image.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace unlit::data {

/// All pictures of the same size.
struct PairImages {
    Image beauty;
    std::vector<Image> targets;
    std::optional<std::size_t> albedo; ///< which of the targets, if one is the albedo
    /// Targets that are light: a shadow on the beauty falls on both, its paint colours the
    /// residual.
    std::optional<std::size_t> shading = {};
    std::optional<std::size_t> residual = {};
    std::optional<Image> mask;
};

/// One value for each pixel, 1 = it may be learnt from.
using ValidPixels = std::vector<unsigned char>;

/// Which pixels may be learnt from. All that are switched on must agree. Pixels that are not finite
/// in beauty or targets are never valid.
struct MaskPolicy {
    bool useAlpha = true;           ///< alpha of beauty and targets, from 0.5 on
    bool useFile = true;            ///< the list's column behind the targets, above 127 of 255
    bool excludeBlackAlbedo = true; ///< black albedo under a lit beauty: metal and glass
};

} // namespace unlit::data
