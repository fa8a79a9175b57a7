// EXIF orientation: how a camera was held, and turning the picture upright.
#pragma once

#include "core/image/image.h"

namespace unlit {

/// True for 5 to 8: width and height change places.
bool orientationSwapsSides(int orientation);

/// Flips or rotates all planes and the mask so that the picture stands upright. 1 and unknown
/// values change nothing.
void turnUpright(Image& image, int orientation);

} // namespace unlit
