// The other formats in, through OpenImageIO: Radiance HDR, BMP, TGA, WebP.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/file_kind.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Never for OpenEXR, TIFF and PSD: damaged files of these kinds bring the library to abort, to
/// write over its memory or to take gigabytes. Throws Error naming the file.
ImageInfo oiioInfo(ReadableFile& file, FileKind kind);

/// The first picture of the file. Integers become value / largest; alpha is not multiplied in.
DecodedPicture readOiio(ReadableFile& file, FileKind kind);

} // namespace unlit
