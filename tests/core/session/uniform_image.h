// Pictures of one value, and what that value decodes to.
#pragma once

#include "core/image/image.h"

#include <algorithm>

namespace unlit::test {

/// 0.5 of sRGB in linear light: ((0.5 + 0.055) / 1.055) ^ 2.4, IEC 61966-2-1.
inline constexpr float kHalfDecoded = 0.21404114F;

/// Three rows of R, G, B.
inline Image uniform(float value, ColorSpace space, int width = 4) {
    Image image = makeImage(width, 3, {"R", "G", "B"}, space);
    std::ranges::fill(image.samples, value);
    return image;
}

} // namespace unlit::test
