// From where on a surface counts as black: what the loader masks is what the pair doctor reports.
#pragma once

#include "core/image/color/color.h"

namespace unlit::data {

/// Linear light, of luminance or of a channel; an albedo below it is black.
inline constexpr float kBlackAlbedo = 0.002F;

/// The same in the numbers of pictures of this colour space.
inline float blackIn(ColorSpace space) {
    return isDisplayEncoded(space) ? encodeSrgb(kBlackAlbedo) : kBlackAlbedo;
}

} // namespace unlit::data
