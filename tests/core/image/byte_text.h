// Numbers as the bytes of a file, for tests that write files by their specification.
#pragma once

#include <cstdint>
#include <string>

namespace unlit {

/// The lowest `count` bytes of a number, the smallest first.
inline std::string littleEndian(std::uint32_t number, int count) {
    std::string bytes;
    for (int i = 0; i < count; ++i)
        bytes += static_cast<char>((number >> (8 * i)) & 255U);
    return bytes;
}

inline std::string bigEndian(std::uint32_t number, int count) {
    const std::string bytes = littleEndian(number, count);
    return {bytes.rbegin(), bytes.rend()};
}

/// A TIFF block with one directory of one entry, as EXIF is: little-endian.
inline std::string exifBlock(std::uint32_t tag, std::uint32_t type, std::uint32_t value) {
    return std::string("II*\0\x08\0\0\0\x01\0", 10) + littleEndian(tag, 2) + littleEndian(type, 2) +
           littleEndian(1, 4) + littleEndian(value, 4) + std::string(4, '\0');
}

} // namespace unlit
