#include "core/image/png/png_profile.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include <zlib.h>

namespace unlit {

namespace {

constexpr std::size_t kMostProfileBytes = std::size_t{1} << 26U;

/// Everything that is packed, or nothing.
std::vector<unsigned char> inflated(std::span<const unsigned char> packed) {
    z_stream stream{};
    stream.next_in = const_cast<unsigned char*>(packed.data()); // zlib does not write there
    stream.avail_in = static_cast<uInt>(packed.size());
    if (inflateInit(&stream) != Z_OK)
        return {};
    std::vector<unsigned char> bytes;
    std::array<unsigned char, 1U << 14U> some{};
    int state = Z_OK;
    while (state == Z_OK && bytes.size() <= kMostProfileBytes) {
        stream.next_out = some.data();
        stream.avail_out = static_cast<uInt>(some.size());
        state = inflate(&stream, Z_NO_FLUSH);
        bytes.insert(bytes.end(), some.begin(),
                     some.end() - static_cast<std::ptrdiff_t>(stream.avail_out));
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END && bytes.size() <= kMostProfileBytes
               ? bytes
               : std::vector<unsigned char>();
}

} // namespace

std::vector<unsigned char> unpackPngProfile(std::span<const unsigned char> chunk) {
    constexpr std::ptrdiff_t longestName = 79;
    const auto zero = std::find(chunk.begin(), chunk.end(), 0);
    const std::ptrdiff_t name = zero - chunk.begin();
    const bool isDeflate = chunk.end() - zero > 2 && *(zero + 1) == 0;
    if (name < 1 || name > longestName || !isDeflate)
        return {};
    return inflated(chunk.subspan(static_cast<std::size_t>(name) + 2));
}

} // namespace unlit
