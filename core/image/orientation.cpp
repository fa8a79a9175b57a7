#include "core/image/orientation.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace unlit {

namespace {

constexpr std::uint32_t kOrientationTag = 274;
constexpr std::uint32_t kShortType = 3;

/// Numbers in the byte order that the block's first bytes declare; 0 beyond its end.
class TiffBytes {
public:
    explicit TiffBytes(std::span<const unsigned char> bytes)
        : m_bytes(bytes), m_isBigEndian(!bytes.empty() && bytes[0] == 'M') {}

    std::uint32_t u16(std::size_t at) const {
        if (at + 2 > m_bytes.size())
            return 0;
        const std::uint32_t first = m_bytes[at];
        const std::uint32_t second = m_bytes[at + 1];
        return m_isBigEndian ? first << 8U | second : second << 8U | first;
    }

    std::uint32_t u32(std::size_t at) const {
        const std::uint32_t first = u16(at);
        const std::uint32_t second = u16(at + 2);
        return m_isBigEndian ? first << 16U | second : second << 16U | first;
    }

private:
    std::span<const unsigned char> m_bytes;
    bool m_isBigEndian;
};

/// Where pixel (x, y) of the upright picture comes from in the stored one.
struct Source {
    bool swaps = false; ///< x and y change places first
    bool flipsX = false;
    bool flipsY = false;
};

Source sourceOf(int orientation) {
    switch (orientation) {
    case 2:
        return {false, true, false};
    case 3:
        return {false, true, true};
    case 4:
        return {false, false, true};
    case 5:
        return {true, false, false};
    case 6: // stored x runs with upright y; stored y against upright x
        return {true, false, true};
    case 7:
        return {true, true, true};
    case 8:
        return {true, true, false};
    default:
        return {};
    }
}

void turnPlane(std::span<const float> stored, std::span<float> upright, int storedWidth,
               int storedHeight, const Source& source) {
    const int width = source.swaps ? storedHeight : storedWidth;
    const int height = source.swaps ? storedWidth : storedHeight;
    std::size_t at = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            int fromX = source.swaps ? y : x;
            int fromY = source.swaps ? x : y;
            if (source.flipsX)
                fromX = storedWidth - 1 - fromX;
            if (source.flipsY)
                fromY = storedHeight - 1 - fromY;
            upright[at++] =
                stored[static_cast<std::size_t>(fromY) * static_cast<std::size_t>(storedWidth) +
                       static_cast<std::size_t>(fromX)];
        }
}

} // namespace

int exifOrientation(std::span<const unsigned char> exif) {
    const TiffBytes bytes(exif);
    if (exif.size() < 8 || (exif[0] != 'I' && exif[0] != 'M') || bytes.u16(2) != 42)
        return 1;
    const std::size_t directory = bytes.u32(4);
    const std::uint32_t entries = bytes.u16(directory);
    for (std::uint32_t i = 0; i < entries; ++i) {
        const std::size_t entry = directory + 2 + 12 * std::size_t{i};
        if (entry + 12 > exif.size())
            break;
        if (bytes.u16(entry) != kOrientationTag || bytes.u16(entry + 2) != kShortType)
            continue;
        const std::uint32_t value = bytes.u16(entry + 8);
        return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

bool orientationSwapsSides(int orientation) {
    return orientation >= 5 && orientation <= 8;
}

void turnUpright(Image& image, int orientation) {
    if (orientation < 2 || orientation > 8)
        return;
    const Source source = sourceOf(orientation);
    std::vector<float> upright(image.planeSize());
    for (int c = 0; c < image.channelCount(); ++c) {
        turnPlane(image.plane(c), upright, image.width, image.height, source);
        std::copy(upright.begin(), upright.end(), image.plane(c).begin());
    }
    if (!image.mask.empty()) {
        turnPlane(image.mask, upright, image.width, image.height, source);
        image.mask = upright;
    }
    if (source.swaps)
        std::swap(image.width, image.height);
}

} // namespace unlit
