#include "core/image/formats/psd_reader.h"

#include "core/base/error.h"
#include "core/image/alpha.h"
#include "core/image/big_endian_reader.h"
#include "core/image/size_limits.h"

#include <algorithm>
#include <bit>
#include <span>

namespace unlit {

namespace {

enum class PsdMode { Bitmap = 0, Grey = 1, Indexed = 2, Rgb = 3, Cmyk = 4, Duotone = 8 };

constexpr std::uint32_t kIccResource = 1039;
constexpr std::uint64_t kRunLengthRatio = 64;

/// Everything before the pixels; the file stands at them.
struct PsdHeader {
    bool isLarge = false; ///< PSB: 64-bit lengths
    int channels = 0;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    int bits = 8;
    PsdMode mode = PsdMode::Rgb;
    std::vector<unsigned char> palette; ///< 256 reds, greens, blues
    std::vector<unsigned char> iccProfile;
    bool hasTransparency = false;
    int compression = 0; ///< 0 raw, 1 run lengths

    int colorChannels() const { return mode == PsdMode::Rgb ? 3 : mode == PsdMode::Cmyk ? 4 : 1; }

    std::size_t rowBytes() const {
        return (std::size_t{width} * static_cast<std::size_t>(bits) + 7) / 8;
    }

    int alphaChannel() const {
        return hasTransparency && channels > colorChannels() ? colorChannels() : -1;
    }

    /// Saved selections, spot colours.
    int unknownChannels() const {
        return channels - colorChannels() - (alphaChannel() < 0 ? 0 : 1);
    }
};

void readFixedPart(ReadableFile& file, PsdHeader& header) {
    BigEndianReader in(file);
    in.skip(4); // the signature was seen already
    const int version = in.u16();
    header.isLarge = version == 2;
    in.skip(6);
    header.channels = in.u16();
    header.height = in.u32();
    header.width = in.u32();
    header.bits = in.u16();
    const int mode = in.u16();
    header.mode = static_cast<PsdMode>(mode);
    const bool isKnown = (mode >= 0 && mode <= 4) || mode == 8;
    const bool isWidthKnown = mode == 0 ? header.bits == 1
                              : mode == 2
                                  ? header.bits == 8
                                  : header.bits == 8 || header.bits == 16 || header.bits == 32;
    if ((version != 1 && version != 2) || !isKnown || !isWidthKnown)
        throw Error::unsupported(file.path().string() + ": a Photoshop document of mode " +
                                     std::to_string(mode) + " with " + std::to_string(header.bits) +
                                     " bits a channel",
                                 "convert it to RGB in Photoshop, or save it as TIFF");
    checkPictureSize(file.path(), header.width, header.height, header.colorChannels() + 1);
    if (header.channels < header.colorChannels() || header.channels > 56)
        throw Error::corrupt(file.path(),
                             "declares " + std::to_string(header.channels) + " channels");
}

void readResources(ReadableFile& file, PsdHeader& header) {
    BigEndianReader in(file);
    const std::uint64_t length = in.u32();
    const std::uint64_t end = file.position() + length;
    while (file.position() + 12 <= end) {
        in.skip(4);
        const std::uint32_t id = in.u16();
        const std::uint64_t nameLength = in.number(1);
        in.skip(nameLength + (nameLength % 2 == 0 ? 1 : 0)); // with its length byte: even
        const std::uint64_t size = in.u32();
        if (id == kIccResource && size <= file.size() - file.position()) {
            header.iccProfile.resize(size);
            file.readAll(header.iccProfile);
            in.skip(size % 2);
        } else {
            in.skip(size + size % 2);
        }
    }
    file.seek(end);
}

void readLayerSection(ReadableFile& file, PsdHeader& header) {
    BigEndianReader in(file);
    const int lengthBytes = header.isLarge ? 8 : 4;
    const std::uint64_t length = in.number(lengthBytes);
    const std::uint64_t start = file.position();
    if (length > static_cast<std::uint64_t>(lengthBytes) + 2 &&
        in.number(lengthBytes) > 0) // a negative count says: the first extra channel is alpha
        header.hasTransparency = static_cast<std::int16_t>(in.u16()) < 0;
    file.seek(start);
    in.skip(length);
}

PsdHeader readHeader(ReadableFile& file) {
    PsdHeader header;
    readFixedPart(file, header);
    BigEndianReader in(file);
    const std::uint64_t colorLength = in.u32();
    if (header.mode == PsdMode::Indexed) {
        if (colorLength < 768)
            throw Error::corrupt(file.path(), "has indexed colours without a palette");
        header.palette.resize(768);
        file.readAll(header.palette);
        in.skip(colorLength - 768);
    } else {
        in.skip(colorLength);
    }
    readResources(file, header);
    readLayerSection(file, header);
    header.compression = in.u16();
    if (header.compression > 1)
        throw Error::unsupported(file.path().string() + ": its merged picture is compressed by " +
                                     "zip, which Photoshop does not write",
                                 "save it again");
    checkExpansion(file.path(),
                   header.rowBytes() * header.height * static_cast<std::uint64_t>(header.channels),
                   file.size(), header.compression == 0 ? 1 : kRunLengthRatio);
    return header;
}

/// Rows of all channels in file order, each unpacked to rowBytes().
class PsdRows {
public:
    PsdRows(ReadableFile& file, const PsdHeader& header)
        : m_file(file), m_header(header), m_row(header.rowBytes()) {
        if (header.compression == 0)
            return;
        const std::size_t rows =
            std::size_t{header.height} * static_cast<std::size_t>(header.channels);
        const std::size_t entry = header.isLarge ? 4 : 2;
        if (rows * entry > file.size())
            throw Error::corrupt(file.path(), "the file ends too early");
        BigEndianReader in(file);
        m_lengths.reserve(rows);
        for (std::size_t i = 0; i < rows; ++i)
            m_lengths.push_back(static_cast<std::uint32_t>(in.number(static_cast<int>(entry))));
    }

    std::span<const unsigned char> next() {
        if (m_header.compression == 0) {
            m_file.readAll(m_row);
            return m_row;
        }
        const std::uint32_t length = m_lengths[m_index++];
        if (length > m_file.size() - m_file.position())
            throw Error::corrupt(m_file.path(), "the file ends too early");
        m_packed.resize(length);
        m_file.readAll(m_packed);
        unpack();
        return m_row;
    }

private:
    // PackBits: n < 128: n + 1 bytes follow; n > 128: the next byte 257 - n times.
    void unpack() {
        std::size_t in = 0;
        std::size_t out = 0;
        while (out < m_row.size()) {
            if (in >= m_packed.size())
                throw Error::corrupt(m_file.path(), "its run-length code is damaged");
            const std::size_t code = m_packed[in++];
            if (code == 128)
                continue;
            const std::size_t count = code < 128 ? code + 1 : 257 - code;
            const std::size_t used = code < 128 ? count : 1;
            if (count > m_row.size() - out || used > m_packed.size() - in)
                throw Error::corrupt(m_file.path(), "its run-length code is damaged");
            if (code < 128)
                std::copy_n(m_packed.data() + in, count, m_row.data() + out);
            else
                std::fill_n(m_row.data() + out, count, m_packed[in]);
            in += used;
            out += count;
        }
    }

    ReadableFile& m_file;
    const PsdHeader& m_header;
    std::vector<unsigned char> m_row;
    std::vector<unsigned char> m_packed;
    std::vector<std::uint32_t> m_lengths;
    std::size_t m_index = 0;
};

float sampleOf(std::span<const unsigned char> row, std::size_t x, int bits) {
    switch (bits) {
    case 1: // set bits are black
        return (row[x / 8] >> (7 - x % 8) & 1U) != 0 ? 0.0F : 1.0F;
    case 8:
        return static_cast<float>(row[x]) / 255.0F;
    case 16:
        return static_cast<float>(row[2 * x] << 8U | row[2 * x + 1]) / 65535.0F;
    default: {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4; ++i)
            value = value << 8U | row[4 * x + i];
        return std::bit_cast<float>(value);
    }
    }
}

SourceColor sourceColor(const PsdHeader& header) {
    SourceColor color;
    color.format = std::to_string(header.bits) + "-bit PSD";
    color.isInk = header.mode == PsdMode::Cmyk;
    color.isSceneLinear = header.bits == 32 && !color.isInk;
    color.isGrey = header.colorChannels() == 1 && header.mode != PsdMode::Indexed;
    color.iccProfile = header.iccProfile;
    return color;
}

void fillFromPalette(const PsdHeader& header, Image& image) {
    for (std::size_t i = 0; i < image.planeSize(); ++i) {
        const auto index = static_cast<std::size_t>(image.plane(0)[i] * 255.0F + 0.5F);
        for (std::size_t c = 0; c < 3; ++c)
            image.plane(static_cast<int>(c))[i] =
                static_cast<float>(header.palette[256 * c + index]) / 255.0F;
    }
}

} // namespace

ImageInfo psdInfo(ReadableFile& file) {
    const PsdHeader header = readHeader(file);
    ImageInfo info;
    info.path = file.path();
    info.format = "psd";
    info.width = static_cast<int>(header.width);
    info.height = static_cast<int>(header.height);
    info.compression = header.compression == 0 ? "none" : "packbits";
    const bool isGrey = header.colorChannels() == 1 && header.mode != PsdMode::Indexed;
    std::vector<std::string> names =
        isGrey ? std::vector<std::string>{"Y"} : std::vector<std::string>{"R", "G", "B"};
    if (header.alphaChannel() >= 0) {
        names.emplace_back("A");
        info.alpha = AlphaKind::Straight;
    }
    const std::string type = (header.bits == 32 ? "float" : "uint") + std::to_string(header.bits);
    for (const std::string& name : names)
        info.channels.push_back({name, type});
    info.layers = {{"", names, 0, true}};
    info.notes = notesOnLeftOut(header.unknownChannels());
    const ColorPlan plan = planColor(sourceColor(header), {});
    info.space = plan.space;
    info.spaceReason = plan.reason;
    return info;
}

DecodedPicture readPsd(ReadableFile& file) {
    const PsdHeader header = readHeader(file);
    using Names = std::vector<std::string>;
    const bool isInk = header.mode == PsdMode::Cmyk;
    DecodedPicture picture;
    picture.isFloat = header.bits == 32;
    picture.notes = notesOnLeftOut(header.unknownChannels());
    picture.color = sourceColor(header);
    Image& image = picture.image;
    image = makeImage(static_cast<int>(header.width), static_cast<int>(header.height),
                      isInk ? Names{"C", "M", "Y", "K"} : Names{"R", "G", "B"}, ColorSpace::Raw);
    const int colors = header.colorChannels();
    const int alpha = header.alphaChannel();
    if (alpha >= 0) {
        image.mask.resize(image.planeSize());
        picture.alpha = AlphaKind::Straight;
    }
    PsdRows rows(file, header);
    const int wanted = std::max(colors, alpha + 1);
    for (int channel = 0; channel < wanted; ++channel) {
        float* out = channel < colors ? image.plane(channel).data() : image.mask.data();
        for (std::uint32_t y = 0; y < header.height; ++y) {
            const auto row = rows.next();
            for (std::uint32_t x = 0; x < header.width; ++x)
                *out++ = sampleOf(row, x, header.bits);
        }
    }
    if (isInk)
        for (float& value : image.samples)
            value = 1 - value; // stored as light, not as ink
    if (header.mode == PsdMode::Indexed)
        fillFromPalette(header, image);
    else if (colors == 1)
        for (int c = 1; c < 3; ++c)
            std::copy_n(image.plane(0).data(), image.planeSize(), image.plane(c).data());
    return picture;
}

} // namespace unlit
