// A file as OpenImageIO reads it, in the form of our own pictures, to compare the two.
#pragma once

#include "core/image/image_file.h"

#include <filesystem>
#include <string>

namespace unlit {

struct OiioPicture {
    std::string refusal; ///< why there is no picture; "" = there is one
    Image image;         ///< stored values, upright, R,G,B; alpha in mask; EXR: the display window
    bool isFloat = false;
    std::string fault; ///< where it is known to be wrong, or to mean something else: why; mostly ""
};

/// `info` says which layer of an EXR is meant. Values of inks are turned to light by (1-C)(1-K).
OiioPicture readWithOiio(const std::filesystem::path& path, const ImageInfo& info);

/// Tries only whether it can decode the file at all.
bool canOiioRead(const std::filesystem::path& path);

} // namespace unlit
