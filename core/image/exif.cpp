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

/// The types of TIFF 6.0 (and its supplement: IFD) that count here.
enum TagType : std::uint32_t {
    kByteType = 1,
    kAsciiType = 2,
    kShortType = 3,
    kLongType = 4,
    kSignedByteType = 6,
    kSignedShortType = 8,
    kSignedLongType = 9,
    kDirectoryType = 13,
};

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
        for (std::uint32_t i = 0; i < u16(directory); ++i) {
            const std::size_t entry = entryAt(directory, i);
            if (entry + kEntryBytes > m_bytes.size())
                break;
            if (u16(entry) == tag && u16(entry + 2) == type)
                return entry + 8;
        }
        return {};
    }

    /// The first value of a tag of any type of whole numbers: writers are not strict about them.
    std::optional<std::uint32_t> integer(std::size_t directory, std::uint32_t tag) const {
        for (std::uint32_t i = 0; i < u16(directory); ++i) {
            const std::size_t entry = entryAt(directory, i);
            if (entry + kEntryBytes > m_bytes.size())
                break;
            if (u16(entry) != tag)
                continue;
            switch (u16(entry + 2)) {
            case kByteType:
            case kSignedByteType:
                return m_bytes[entry + 8];
            case kShortType:
            case kSignedShortType:
                return u16(entry + 8);
            case kLongType:
            case kSignedLongType:
            case kDirectoryType:
                return u32(entry + 8);
            default:
                break;
            }
        }
        return {};
    }

    bool startsWith(std::size_t at, const std::array<unsigned char, 3>& text) const {
        return at + text.size() <= m_bytes.size() &&
               std::equal(text.begin(), text.end(),
                          m_bytes.begin() + static_cast<std::ptrdiff_t>(at));
    }

private:
    static constexpr std::size_t kEntryBytes = 12;

    static std::size_t entryAt(std::size_t directory, std::uint32_t index) {
        return directory + 2 + kEntryBytes * index;
    }

    std::span<const unsigned char> m_bytes;
    bool m_isBigEndian;
};

bool saysAdobeRgb(const TiffBytes& bytes, std::size_t exifDirectory) {
    if (bytes.integer(exifDirectory, kColorSpace) == 2U)
        return true;
    const auto interop = bytes.integer(exifDirectory, kInteropDirectory);
    if (!interop)
        return false;
    const auto index = bytes.find(*interop, kInteropIndex, kAsciiType);
    return index && bytes.startsWith(*index, {'R', '0', '3'});
}

} // namespace

ExifFacts readExif(std::span<const unsigned char> exif) {
    // JPEG's mark, which writers of WebP and PNG leave on.
    constexpr std::array<unsigned char, 6> mark = {'E', 'x', 'i', 'f', 0, 0};
    if (exif.size() > mark.size() && std::equal(mark.begin(), mark.end(), exif.begin()))
        exif = exif.subspan(mark.size());
    const TiffBytes bytes(exif);
    ExifFacts facts;
    if (!bytes.isBlock())
        return facts;
    const std::size_t directory = bytes.u32(4);
    if (const auto value = bytes.integer(directory, kOrientation);
        value && *value >= 1 && *value <= 8)
        facts.orientation = static_cast<int>(*value);
    if (const auto exifDirectory = bytes.integer(directory, kExifDirectory))
        facts.isAdobeRgb = saysAdobeRgb(bytes, *exifDirectory);
    return facts;
}

} // namespace unlit
