// What `image info` tells of files that hold one picture of a few channels.
#pragma once

#include "core/image/decoded_picture.h"
#include "core/image/image_file.h"

#include <filesystem>
#include <string>

namespace unlit {

/// What a reader knows of such a file before it decodes pixels.
struct PlainPicture {
    std::string format;
    int width = 0; ///< as stored
    int height = 0;
    std::string sample; ///< type of a sample: "uint8"
    AlphaKind alpha = AlphaKind::None;
    int orientation = 1; ///< as DecodedPicture's
    SourceColor color;
    std::vector<std::string> notes;
    std::string compression; ///< may be empty
};

/// Channels are Y where the colour is grey, else R, G, B, and A where there is alpha.
ImageInfo plainInfo(const std::filesystem::path& path, const PlainPicture& picture);

/// The picture with all but its pixels: planes of zeros, a mask of ones where there is alpha.
DecodedPicture emptyPicture(const PlainPicture& picture);

} // namespace unlit
