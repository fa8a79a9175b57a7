// Photoshop documents in: the merged picture that every one of them carries.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Header and image resources. Throws Error naming the file.
ImageInfo psdInfo(ReadableFile& file);

/// PSD and PSB; bitmap, grey, duotone (as grey), indexed, RGB and CMYK of 1, 8, 16 or 32 bits, raw
/// or run-length coded. The first extra channel becomes the mask where the document says that it is
/// the transparency of the merged picture. Source: "Adobe Photoshop File Formats Specification".
DecodedPicture readPsd(ReadableFile& file);

} // namespace unlit
