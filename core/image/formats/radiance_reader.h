// Radiance HDR files in, with what their headers say: primaries, exposure, which way up.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Throws Error naming the file.
ImageInfo radianceInfo(ReadableFile& file);

/// RGBE and XYZE, flat, old and new run lengths. EXPOSURE and COLORCORR are divided out, as the
/// format asks for; PRIMARIES are converted from; XYZ becomes Rec.709 with its white at D65.
/// Source: "Radiance File Formats", Greg Ward; "Real Pixels", Graphics Gems II.
DecodedPicture readRadiance(ReadableFile& file);

} // namespace unlit
