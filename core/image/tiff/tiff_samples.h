// Packed TIFF samples of any width and kind, as floats.
#pragma once

#include "core/image/tiff/tiff_layout.h"

#include <cstddef>

namespace unlit {

/// One row of a strip or tile as libtiff gives it: 8, 16, 32 and 64 bits, and floats of 24, in the
/// machine's byte order; other widths as a stream of bits, highest first. Not bounds-checked: the
/// caller's block holds the row.
class TiffRow {
public:
    TiffRow(const unsigned char* bytes, const TiffLayout& layout)
        : m_bytes(bytes), m_bits(static_cast<std::size_t>(layout.bits)), m_format(layout.format),
          m_isSwapped(layout.isSwapped) {}

    /// The stored unsigned number: indices of a palette.
    std::uint64_t integer(std::size_t index) const;

    /// Unsigned: value / largest; signed: value / largest positive; floating: unchanged.
    float normalized(std::size_t index) const;

private:
    float floating(std::size_t index) const;

    const unsigned char* m_bytes;
    std::size_t m_bits;
    int m_format;
    bool m_isSwapped;
};

} // namespace unlit
