// TIFF files in, through libtiff.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// The first directory's fields. Throws Error naming the file.
ImageInfo tiffInfo(ReadableFile& file);

/// The first picture: grey either way, RGB, palette, CMYK (as C,M,Y,K), YCbCr, Lab,
/// LogL and LogLuv; unsigned, signed and floating samples of 1 to 64 bits; strips or tiles, chunky
/// or planar; all compressions that libtiff was built with. Unsigned samples become value /
/// largest, signed ones value / largest positive, floats stay. Extra channels marked as alpha
/// (either kind, colours as stored) become the mask. Camera raw files, which only borrow the
/// format, are refused.
DecodedPicture readTiff(ReadableFile& file);

} // namespace unlit
