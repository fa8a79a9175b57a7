// WebP files in, through libwebp: its colours straight, its profile and its orientation kept.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Throws Error naming the file.
ImageInfo webpInfo(ReadableFile& file);

/// Lossy and lossless; of an animation the first picture, on its canvas. Chunks ICCP and EXIF
/// count. Source: "WebP Container Specification".
DecodedPicture readWebp(ReadableFile& file);

} // namespace unlit
