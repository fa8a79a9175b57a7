// PNG files in, through libpng.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/first_look.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Header and the chunks before the pixels. Throws Error naming the file.
ImageInfo pngInfo(ReadableFile& file);

/// 1 to 16 bits, grey, palette, RGB, alpha, tRNS, interlaced. A sample is exactly value / largest
/// (255 for 8 bits). Alpha is not multiplied in (PNG, third edition, 12.4).
DecodedPicture readPng(ReadableFile& file, FirstLooks& looks);

} // namespace unlit
