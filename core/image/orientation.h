// EXIF orientation: how a camera was held, and turning the picture upright.
#pragma once

#include "core/image/image.h"

#include <span>

namespace unlit {

/// The tag Orientation (274) of the first directory of a TIFF-formed EXIF block ("II*\0…" or
/// "MM\0*…", without the JPEG marker's "Exif\0\0"). 1 where there is none, or a damaged or unknown
/// value. Source: EXIF 2.32, 4.6.4.
int exifOrientation(std::span<const unsigned char> exif);

/// True for 5 to 8: width and height change places.
bool orientationSwapsSides(int orientation);

/// Flips or rotates all planes and the mask so that the picture stands upright. 1 and unknown
/// values change nothing.
void turnUpright(Image& image, int orientation);

} // namespace unlit
