#include "core/image/exr/exr_attribute_check.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace unlit {

namespace {

using Bytes = std::span<const unsigned char>;

struct FixedType {
    std::string_view name;
    std::size_t bytes;
};

constexpr std::array kFixedTypes = {
    FixedType{"box2f", 16},   FixedType{"box2i", 16},      FixedType{"chromaticities", 32},
    FixedType{"double", 8},   FixedType{"compression", 1}, FixedType{"deepImageState", 1},
    FixedType{"envmap", 1},   FixedType{"float", 4},       FixedType{"int", 4},
    FixedType{"keycode", 28}, FixedType{"lineOrder", 1},   FixedType{"m33d", 72},
    FixedType{"m33f", 36},    FixedType{"m44d", 128},      FixedType{"m44f", 64},
    FixedType{"rational", 8}, FixedType{"tiledesc", 9},    FixedType{"timecode", 8},
    FixedType{"v2d", 16},     FixedType{"v2f", 8},         FixedType{"v2i", 8},
    FixedType{"v3d", 24},     FixedType{"v3f", 12},        FixedType{"v3i", 12},
};

std::optional<std::uint32_t> u32At(Bytes bytes, std::size_t at) {
    if (bytes.size() < 4 || at > bytes.size() - 4)
        return {};
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;)
        value = value << 8U | bytes[at + i];
    return value;
}

/// Name, type, flags and samplings of each channel; an empty name at the very end.
bool isChannelList(Bytes bytes) {
    std::size_t at = 0;
    for (;;) {
        const auto rest = bytes.subspan(at);
        const auto end = std::find(rest.begin(), rest.end(), 0);
        if (end == rest.end())
            return false;
        at += static_cast<std::size_t>(end - rest.begin()) + 1;
        if (end == rest.begin())
            return at == bytes.size();
        constexpr std::size_t facts = 16;
        if (bytes.size() - at < facts)
            return false;
        at += facts;
    }
}

/// Texts with their lengths in front.
bool isTextList(Bytes bytes) {
    std::size_t at = 0;
    while (at < bytes.size()) {
        const auto length = u32At(bytes, at);
        if (!length || *length > bytes.size() - at - 4)
            return false;
        at += 4 + std::size_t{*length};
    }
    return true;
}

bool isPreview(Bytes bytes) {
    const auto width = u32At(bytes, 0);
    const auto height = u32At(bytes, 4);
    constexpr std::uint32_t most = 1U << 15U;
    return width && height && *width < most && *height < most &&
           bytes.size() == 8 + std::size_t{4} * *width * *height;
}

bool hasItsSize(std::string_view type, Bytes bytes) {
    const auto* fixed = std::find_if(kFixedTypes.begin(), kFixedTypes.end(),
                                     [&](const FixedType& each) { return each.name == type; });
    if (fixed != kFixedTypes.end())
        return bytes.size() == fixed->bytes;
    if (type == "chlist")
        return isChannelList(bytes);
    if (type == "stringvector")
        return isTextList(bytes);
    if (type == "floatvector")
        return bytes.size() % 4 == 0;
    if (type == "preview")
        return isPreview(bytes);
    return type != "idmanifest" || bytes.size() >= 4;
}

} // namespace

void checkExrAttribute(const ReadableFile& file, const std::string& name, const std::string& type,
                       std::span<const unsigned char> bytes) {
    if (!hasItsSize(type, bytes))
        throw Error::corrupt(
            file.path(), "the attribute '" + name + "' is not as long as its type " + type + " is",
            "it is damaged");
}

} // namespace unlit
