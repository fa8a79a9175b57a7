// OpenEXR files in: what is in one, and one layer of it as a picture.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/first_look.h"
#include "core/image/image_file.h"
#include "core/image/readable_file.h"

namespace unlit {

/// Header only. Throws Error naming the file.
ImageInfo exrInfo(ReadableFile& file, const LayerTable& table);

/// One layer, the first level of tiled files, scan lines, tiles and parts alike; half, float and
/// unsigned samples become floats unchanged, NaN and infinities stay.
///
/// The picture is the display window, as compositors show it: what the data window has beyond it
/// (overscan) is left out, what it does not cover is 0 with mask 0. Where the two do not meet at
/// all, the picture is the data window. Colours stay as stored (OpenEXR: multiplied by alpha);
/// alpha, clipped to [0,1], becomes the mask. Source: "Technical Introduction to OpenEXR".
DecodedPicture readExr(ReadableFile& file, const std::string& layer, const LayerTable& table,
                       FirstLooks& looks);

} // namespace unlit
