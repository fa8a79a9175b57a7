// Windows and OS/2 bitmaps in.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Throws Error naming the file.
ImageInfo bmpInfo(ReadableFile& file);

/// 1 to 32 bits a pixel, palettes, run lengths, masks. Alpha that is 0 everywhere is no alpha:
/// writers leave it so.
DecodedPicture readBmp(ReadableFile& file);

} // namespace unlit
