// The other formats in, through OpenImageIO: Radiance HDR, BMP, TGA, WebP, PSD's merged picture.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/file_kind.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Never for OpenEXR: the library's reader can be brought to abort the process. Throws Error naming
/// the file.
ImageInfo oiioInfo(ReadableFile& file, FileKind kind);

/// The first picture of the file. Integers become value / largest; alpha is not multiplied in.
DecodedPicture readOiio(ReadableFile& file, FileKind kind);

} // namespace unlit
