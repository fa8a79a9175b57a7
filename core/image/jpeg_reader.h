// JPEG files in, through libjpeg.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Markers before the first scan. Throws Error naming the file.
ImageInfo jpegInfo(ReadableFile& file);

/// 8-bit baseline, progressive and arithmetic; grey, YCbCr, RGB, and CMYK or YCCK (brought to RGB
/// without its ink profile: (1-C)(1-K), …). Of an MPO file the first picture. A stream that breaks
/// off or has undecodable data is refused, never filled with grey.
DecodedPicture readJpeg(ReadableFile& file);

} // namespace unlit
