// What a Windows or OS/2 bitmap says before its pixels.
#pragma once

#include "core/image/color/source_color.h"
#include "core/image/readable_file.h"

#include <array>
#include <cstdint>
#include <vector>

namespace unlit {

enum class BmpPacking { None, RunLengths8, RunLengths4 };

struct BmpHeader {
    int width = 0;
    int height = 0;
    bool isTopDown = false;
    int bits = 24; ///< per pixel: 1, 2, 4, 8, 16, 24 or 32
    BmpPacking packing = BmpPacking::None;
    /// Of 16 and 32 bits: which bits are red, green, blue and alpha; alpha 0 = there is none.
    std::array<std::uint32_t, 4> masks{};
    std::vector<std::array<unsigned char, 3>> palette; ///< R, G, B
    std::uint64_t pixels = 0;                          ///< where they begin in the file
    SourceColor color;

    /// Of one stored row, which ends at four bytes.
    std::uint64_t rowBytes() const {
        return (static_cast<std::uint64_t>(width) * static_cast<unsigned>(bits) + 31) / 32 * 4;
    }
};

/// Every header from OS/2 1 to version 5, with the calibrated colours of version 4 and the embedded
/// profile of version 5. Masks count where the compression says so: the fourth byte of a plain
/// 32-bit pixel is padding. Throws Error naming the file; sizes are possible in a file of its
/// length. Source: Microsoft, "Bitmap Storage", BITMAPV5HEADER.
BmpHeader readBmpHeader(ReadableFile& file);

} // namespace unlit
