#include "core/image/exr/exr_header.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/exr/exr_attribute_check.h"
#include "core/image/exr/exr_size_check.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <set>

namespace unlit {

namespace {

constexpr std::uint32_t kFlagTiled = 0x200;
constexpr std::uint32_t kFlagDeep = 0x800;
constexpr std::uint32_t kFlagMultiPart = 0x1000;
constexpr std::uint32_t kKnownFlags = 0x1E00;
constexpr std::size_t kMaxNameLength = 255;
// Cryptomatte's manifests take megabytes; the library holds all of a header in memory.
constexpr std::uint64_t kMaxHeaderBytes = std::uint64_t{1} << 28U;
constexpr std::size_t kMaxTextKept = 4096; // cryptomatte manifests are longer
constexpr std::size_t kMaxParts = 4096;

std::uint32_t littleEndian32(const unsigned char* bytes) {
    return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8U |
           static_cast<std::uint32_t>(bytes[2]) << 16U |
           static_cast<std::uint32_t>(bytes[3]) << 24U;
}

/// The bytes of one attribute, read front to back; every overrun is an error of the file.
class AttributeBytes {
public:
    AttributeBytes(const ReadableFile& file, std::string name, std::vector<unsigned char> bytes)
        : m_file(file), m_name(std::move(name)), m_bytes(std::move(bytes)) {}

    std::uint32_t u32() {
        need(4);
        m_at += 4;
        return littleEndian32(m_bytes.data() + m_at - 4);
    }

    std::int32_t i32() { return static_cast<std::int32_t>(u32()); }

    float f32() { return std::bit_cast<float>(u32()); }

    unsigned char u8() {
        need(1);
        return m_bytes[m_at++];
    }

    std::string text() const { return {m_bytes.begin(), m_bytes.end()}; }

    std::string terminatedText() {
        std::string result;
        while (const unsigned char c = u8())
            result.push_back(static_cast<char>(c));
        return result;
    }

private:
    void need(std::size_t count) const {
        if (m_bytes.size() - m_at < count)
            throw Error::corrupt(m_file.path(), "the attribute '" + m_name + "' is too short");
    }

    const ReadableFile& m_file;
    std::string m_name;
    std::vector<unsigned char> m_bytes;
    std::size_t m_at = 0;
};

std::string readName(ReadableFile& file) {
    std::string name;
    for (;;) {
        unsigned char c = 0;
        file.readAll({&c, 1});
        if (c == 0)
            return name;
        name.push_back(static_cast<char>(c));
        if (name.size() > kMaxNameLength)
            throw Error::corrupt(file.path(), "a name in its header is longer than 255 bytes");
    }
}

std::uint32_t readU32(ReadableFile& file) {
    std::array<unsigned char, 4> bytes{};
    file.readAll(bytes);
    return littleEndian32(bytes.data());
}

ExrWindow readWindow(AttributeBytes& in) {
    ExrWindow window;
    window.xMin = in.i32();
    window.yMin = in.i32();
    window.xMax = in.i32();
    window.yMax = in.i32();
    return window;
}

/// Samples lie in the order of the channels' names (OpenEXR file layout, "chlist"), and the library
/// sorts the list. Programs that leave it unsorted store samples in their own order.
void checkOrder(const ReadableFile& file, const std::vector<ExrChannel>& before,
                const std::string& name) {
    if (before.empty() || before.back().name < name)
        return;
    throw Error::corrupt(file.path(),
                         before.back().name == name
                             ? "its header lists the channel '" + name + "' twice"
                             : "its header lists the channel '" + name + "' after '" +
                                   before.back().name +
                                   "', so which samples are whose is not known",
                         "write it again with the channels in alphabetical order");
}

std::vector<ExrChannel> readChannels(const ReadableFile& file, AttributeBytes& in) {
    std::vector<ExrChannel> channels;
    for (;;) {
        ExrChannel channel;
        channel.name = in.terminatedText();
        if (channel.name.empty())
            return channels;
        const std::uint32_t type = in.u32();
        if (type > 2)
            throw Error::corrupt(file.path(), "the channel '" + channel.name +
                                                  "' has an unknown type of samples");
        channel.type = static_cast<ExrSample>(type);
        in.u32(); // linear flag and padding: only a hint for lossy compression
        channel.xSampling = in.i32();
        channel.ySampling = in.i32();
        if (channel.xSampling < 1 || channel.ySampling < 1)
            throw Error::corrupt(file.path(),
                                 "the channel '" + channel.name + "' has an impossible sampling");
        checkOrder(file, channels, channel.name);
        channels.push_back(std::move(channel));
    }
}

Chromaticities readChromaticities(AttributeBytes& in) {
    Chromaticities c;
    for (auto* xy : {&c.red, &c.green, &c.blue, &c.white})
        *xy = {in.f32(), in.f32()};
    return c;
}

std::string printNumber(double value) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.9g", value);
    return buffer.data();
}

// Attributes that `image info` shows as text; other types (previews, matrices) are not needed.
void keepAsText(ExrPart& part, const std::string& name, const std::string& type,
                AttributeBytes& in) {
    if (type == "string") {
        if (std::string text = in.text(); text.size() <= kMaxTextKept)
            part.texts[name] = std::move(text);
    } else if (type == "float") {
        part.numbers[name] = printNumber(in.f32());
    } else if (type == "int") {
        part.numbers[name] = std::to_string(in.i32());
    } else if (type == "rational") {
        const auto numerator = in.i32();
        part.numbers[name] = std::to_string(numerator) + "/" + std::to_string(in.u32());
    }
}

struct Required {
    bool channels = false;
    bool compression = false;
    bool dataWindow = false;
    bool displayWindow = false;
};

void takeAttribute(const ReadableFile& file, ExrPart& part, Required& found,
                   const std::string& name, const std::string& type, AttributeBytes in) {
    if (name == "channels" && type == "chlist") {
        part.channels = readChannels(file, in);
        found.channels = true;
    } else if (name == "compression" && type == "compression") {
        part.compression = in.u8();
        found.compression = true;
    } else if (name == "dataWindow" && type == "box2i") {
        part.dataWindow = readWindow(in);
        found.dataWindow = true;
    } else if (name == "displayWindow" && type == "box2i") {
        part.displayWindow = readWindow(in);
        found.displayWindow = true;
    } else if (name == "tiles" && type == "tiledesc") {
        part.tileWidth = in.u32();
        part.tileHeight = in.u32();
    } else if (name == "chromaticities" && type == "chromaticities") {
        part.chromaticities = readChromaticities(in);
    } else if (name == "name" && type == "string") {
        part.name = in.text();
    } else if (name == "view" && type == "string") {
        part.view = in.text();
    } else if (name == "type" && type == "string") {
        const std::string kind = in.text();
        part.isDeep = part.isDeep || kind == "deepscanline" || kind == "deeptile";
        part.isTiled = part.isTiled || kind == "tiledimage" || kind == "deeptile";
    } else {
        keepAsText(part, name, type, in);
    }
}

/// False where the header is the empty one that ends the list of a multi-part file.
bool readPart(ReadableFile& file, ExrPart& part) {
    Required found;
    bool any = false;
    for (;;) {
        const std::string name = readName(file);
        if (name.empty())
            break;
        any = true;
        const std::string type = readName(file);
        const std::uint32_t size = readU32(file);
        if (size > file.size() - file.position())
            throw Error::corrupt(file.path(),
                                 "the attribute '" + name + "' is longer than the file",
                                 "it is damaged or cut off");
        if (file.position() + size > kMaxHeaderBytes)
            throw Error::unsupported(file.path().string() + ": its header is longer than " +
                                         formatBytes(kMaxHeaderBytes),
                                     "leave out attributes, or parts");
        std::vector<unsigned char> bytes(size);
        file.readAll(bytes);
        checkExrAttribute(file, name, type, bytes);
        takeAttribute(file, part, found, name, type, AttributeBytes(file, name, std::move(bytes)));
    }
    if (!any)
        return false;
    const auto require = [&](bool there, const char* what) {
        if (!there)
            throw Error::corrupt(file.path(), std::string("its header has no ") + what);
    };
    require(found.channels && !part.channels.empty(), "channels");
    require(found.compression, "compression");
    require(found.dataWindow, "data window");
    require(found.displayWindow, "display window");
    return true;
}

} // namespace

std::string exrCompressionName(int compression) {
    constexpr std::array names = {"none", "rle",  "zips", "zip",  "piz",      "pxr24",
                                  "b44",  "b44a", "dwaa", "dwab", "htj2k256", "htj2k32"};
    return compression >= 0 && compression < static_cast<int>(names.size())
               ? names[static_cast<std::size_t>(compression)]
               : "unknown";
}

int exrLinesPerChunk(int compression) {
    constexpr std::array lines = {1, 1, 1, 16, 32, 16, 32, 32, 32, 256, 256, 32};
    return compression >= 0 && compression < static_cast<int>(lines.size())
               ? lines[static_cast<std::size_t>(compression)]
               : 1;
}

ExrHeader readExrHeader(ReadableFile& file) {
    file.seek(0);
    readU32(file); // the magic number was seen already
    const std::uint32_t version = readU32(file);
    if ((version & 0xFFU) > 2 || (version & ~0xFFU & ~kKnownFlags) != 0)
        throw Error::unsupported(file.path().string() + ": an OpenEXR file of version " +
                                     std::to_string(version & 0xFFU) + " with unknown features",
                                 "it is newer than this program, or damaged");
    ExrHeader header;
    header.isMultiPart = (version & kFlagMultiPart) != 0;
    do {
        ExrPart part;
        part.isTiled = !header.isMultiPart && (version & kFlagTiled) != 0;
        part.isDeep = !header.isMultiPart && (version & kFlagDeep) != 0;
        if (!readPart(file, part))
            break;
        checkExrPartSizes(file, part);
        header.parts.push_back(std::move(part));
        if (header.parts.size() > kMaxParts)
            throw Error::corrupt(file.path(), "declares more than 4096 parts");
    } while (header.isMultiPart);
    if (header.parts.empty())
        throw Error::corrupt(file.path(), "its header is empty");
    return header;
}

} // namespace unlit
