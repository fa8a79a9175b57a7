// What every image reader hands to readImage.
#pragma once

#include "core/image/color/source_color.h"
#include "core/image/image.h"
#include "core/image/image_file.h"

#include <string>

namespace unlit {

/// Values as stored in the file, integers divided by their largest value; colours not yet
/// converted, not yet turned upright.
struct DecodedPicture {
    Image image; ///< channels R,G,B, grey repeated; or C,M,Y,K; alpha in mask
    SourceColor color;
    std::string layer; ///< "" except for EXR
    bool isFloat = false;
    AlphaKind alpha = AlphaKind::None; ///< of the values as stored
    int orientation = 1;               ///< EXIF 2.32, tag 274: 1 upright … 8
    std::vector<std::string> notes;    ///< sentences about what of the file is not in the picture
};

} // namespace unlit
