// What pictures say of themselves in EXIF blocks, as far as pixels are concerned.
#pragma once

#include <span>

namespace unlit {

struct ExifFacts {
    int orientation = 1;     ///< tag 274: 1 upright … 8
    bool isAdobeRgb = false; ///< colour space 2, or interoperability "R03" (DCF 2.0, option file)
};

/// A TIFF block as in APP1 (with or without "Exif\0\0" before it), PNG's eXIf or WebP's EXIF.
/// Anything damaged counts as not said. Source: EXIF 2.32.
ExifFacts readExif(std::span<const unsigned char> exif);

} // namespace unlit
