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

} // namespace unlit::data
