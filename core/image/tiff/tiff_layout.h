// How a TIFF stores its picture: the tags that decoding needs, checked.
#pragma once

#include "core/image/image_file.h"
#include "core/image/readable_file.h"
#include "core/image/tiff/tiff_handle.h"

#include <cstdint>

namespace unlit {

struct TiffLayout {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    int bits = 1;    ///< per sample
    int samples = 1; ///< per pixel
    int format = SAMPLEFORMAT_UINT;
    int photometric = PHOTOMETRIC_MINISBLACK;
    int compression = COMPRESSION_NONE;
    bool isPlanar = false; ///< each channel by itself
    bool isTiled = false;
    bool isSwapped = false;       ///< libtiff turns the file's byte order into the machine's
    std::uint32_t blockWidth = 0; ///< of a tile, or of a strip: the whole width
    std::uint32_t blockRows = 0;
    int alpha = -1; ///< which sample, or -1
    bool isPremultiplied = false;
    int orientation = 1;

    /// Samples that make the colour: 1, 3, or 4 inks.
    int colorSamples() const;

    /// Pictures that libtiff's own conversion to 8-bit RGBA has to unfold: subsampled YCbCr.
    bool needsRgbaInterface() const;

    /// Channels that nothing is known of.
    int unknownSamples() const { return samples - colorSamples() - (alpha < 0 ? 0 : 1); }

    AlphaKind alphaKind() const {
        if (alpha < 0)
            return AlphaKind::None;
        return isPremultiplied ? AlphaKind::Premultiplied : AlphaKind::Straight;
    }

    bool isLab() const {
        return photometric == PHOTOMETRIC_CIELAB || photometric == PHOTOMETRIC_ICCLAB;
    }

    bool isLogLuv() const {
        return photometric == PHOTOMETRIC_LOGL || photometric == PHOTOMETRIC_LOGLUV;
    }

    bool isFloat() const { return format == SAMPLEFORMAT_IEEEFP || isLogLuv(); }
};

/// Reads the current directory; asks libtiff for RGB from JPEG data and for floats from LogLuv.
/// Throws Error: Unsupported or Corrupt naming the file, also for sizes that cannot be.
TiffLayout readTiffLayout(const ReadableFile& file, TIFF* tiff);

} // namespace unlit
