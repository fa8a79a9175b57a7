#include "core/image/exif.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace unlit {

namespace {

constexpr std::uint32_t kOrientation = 274;
constexpr std::uint32_t kExifDirectory = 0x8769;
constexpr std::uint32_t kColorSpace = 0xA001;
constexpr std::uint32_t kInteropDirectory = 0xA005;
constexpr std::uint32_t kInteropIndex = 1;
constexpr std::uint32_t kAsciiType = 2;
constexpr std::uint32_t kShortType = 3;
constexpr std::uint32_t kLongType = 4;

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

    bool isBlock() const {
        return m_bytes.size() >= 8 && (m_bytes[0] == 'I' || m_bytes[0] == 'M') && u16(2) == 42;
    }

    /// Where the value of a tag of this type begins, in the directory at `directory`.
    std::optional<std::size_t> find(std::size_t directory, std::uint32_t tag,
                                    std::uint32_t type) const {
        const std::uint32_t entries = u16(directory);
        for (std::uint32_t i = 0; i < entries; ++i) {
            const std::size_t entry = directory + 2 + 12 * std::size_t{i};
            if (entry + 12 > m_bytes.size())
                break;
            if (u16(entry) == tag && u16(entry + 2) == type)
                return entry + 8;
        }
        return {};
    }

    bool startsWith(std::size_t at, const std::array<unsigned char, 3>& text) const {
        return at + text.size() <= m_bytes.size() &&
               std::equal(text.begin(), text.end(),
                          m_bytes.begin() + static_cast<std::ptrdiff_t>(at));
    }

private:
    std::span<const unsigned char> m_bytes;
    bool m_isBigEndian;
};

bool saysAdobeRgb(const TiffBytes& bytes, std::size_t exifDirectory) {
    if (const auto space = bytes.find(exifDirectory, kColorSpace, kShortType))
        if (bytes.u16(*space) == 2)
            return true;
    const auto interop = bytes.find(exifDirectory, kInteropDirectory, kLongType);
    if (!interop)
        return false;
    const auto index = bytes.find(bytes.u32(*interop), kInteropIndex, kAsciiType);
    return index && bytes.startsWith(*index, {'R', '0', '3'});
}

} // namespace

ExifFacts readExif(std::span<const unsigned char> exif) {
    const TiffBytes bytes(exif);
    ExifFacts facts;
    if (!bytes.isBlock())
        return facts;
    const std::size_t directory = bytes.u32(4);
    if (const auto at = bytes.find(directory, kOrientation, kShortType))
        if (const std::uint32_t value = bytes.u16(*at); value >= 1 && value <= 8)
            facts.orientation = static_cast<int>(value);
    if (const auto at = bytes.find(directory, kExifDirectory, kLongType))
        facts.isAdobeRgb = saysAdobeRgb(bytes, bytes.u32(*at));
    return facts;
}

} // namespace unlit
