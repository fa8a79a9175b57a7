// Targa files in, through OpenImageIO; whether their fourth channel is alpha their own words say.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Throws Error naming the file.
ImageInfo targaInfo(ReadableFile& file);

/// Integers become value / largest. The fourth channel is alpha where the header counts bits of it,
/// or where the extension area calls it useful or multiplied; alpha that is 0 everywhere is none,
/// for old writers left it so. Source: "Truevision TGA File Format Specification", version 2.0.
DecodedPicture readTarga(ReadableFile& file);

} // namespace unlit
