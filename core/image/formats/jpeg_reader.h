// JPEG files in, through libjpeg.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/first_look.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Markers before the first scan. Throws Error naming the file.
ImageInfo jpegInfo(ReadableFile& file);

/// 8-bit baseline, progressive and arithmetic; grey, YCbCr, RGB; CMYK and YCCK as C,M,Y,K. Of an
/// MPO file the first picture. A stream that breaks off or has undecodable data is refused, never
/// filled with grey.
DecodedPicture readJpeg(ReadableFile& file, FirstLooks& looks);

} // namespace unlit
