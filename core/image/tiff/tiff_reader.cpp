#include "core/image/tiff/tiff_reader.h"

#include "core/base/error.h"
#include "core/image/alpha.h"
#include "core/image/color/color.h"
#include "core/image/color/lab.h"
#include "core/image/made_by.h"
#include "core/image/orientation.h"
#include "core/image/tiff/tiff_handle.h"
#include "core/image/tiff/tiff_layout.h"
#include "core/image/tiff/tiff_pages.h"
#include "core/image/tiff/tiff_samples.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>
#include <utility>

namespace unlit {

namespace {

[[noreturn]] void refuse(const ReadableFile& file, const TiffMessages& messages) {
    throw Error::corrupt(file.path(),
                         "its pixels cannot be decoded: " +
                             (messages.hasError() ? messages.error() : "unexpected data"),
                         "it is damaged or cut off");
}

TiffHandle openForReading(const ReadableFile& file, TiffMessages& messages) {
    TiffHandle tiff = openTiff(file, messages);
    if (!tiff)
        throw Error::corrupt(file.path(),
                             "cannot be read: " +
                                 (messages.hasError() ? messages.error() : "no TIFF directory"),
                             "it is damaged or cut off");
    return tiff;
}

/// Rows of one strip or tile on their way into the picture.
struct Block {
    const unsigned char* bytes = nullptr;
    std::size_t rowBytes = 0;
    std::uint32_t x = 0; ///< of its first pixel in the picture
    std::uint32_t y = 0;
    std::uint32_t width = 0; ///< what lies inside the picture
    std::uint32_t rows = 0;
    int plane = 0; ///< of planar pictures
};

/// Reads every block once and hands it on.
class TiffBlockReader {
public:
    TiffBlockReader(const ReadableFile& file, TIFF* tiff, const TiffLayout& layout,
                    const TiffMessages& messages)
        : m_file(file), m_tiff(tiff), m_layout(layout), m_messages(messages) {
        const tmsize_t size = layout.isTiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
        m_buffer.resize(static_cast<std::size_t>(size));
    }

    void forEach(const std::function<void(const Block&)>& take) {
        const int planes = m_layout.isPlanar ? m_layout.samples : 1;
        for (int plane = 0; plane < planes; ++plane) {
            // A channel that nobody asked for may be damaged or missing.
            if (m_layout.isPlanar && plane >= m_layout.colorSamples() && plane != m_layout.alpha)
                continue;
            for (std::uint32_t y = 0; y < m_layout.height; y += m_layout.blockRows) {
                for (std::uint32_t x = 0; x < m_layout.width; x += m_layout.blockWidth) {
                    take(read(x, y, plane));
                    if (m_layout.width - x <= m_layout.blockWidth)
                        break; // so that x cannot wrap around
                }
                if (m_layout.height - y <= m_layout.blockRows)
                    break;
            }
        }
    }

private:
    Block read(std::uint32_t x, std::uint32_t y, int plane) {
        Block block;
        block.bytes = m_buffer.data();
        block.x = x;
        block.y = y;
        block.width = std::min(m_layout.blockWidth, m_layout.width - x);
        block.rows = std::min(m_layout.blockRows, m_layout.height - y);
        block.plane = plane;
        const auto sample = static_cast<std::uint16_t>(plane);
        tmsize_t needed = 0;
        tmsize_t got = 0;
        if (m_layout.isTiled) {
            block.rowBytes = static_cast<std::size_t>(TIFFTileRowSize(m_tiff));
            needed = static_cast<tmsize_t>(block.rowBytes * block.rows);
            got = TIFFReadEncodedTile(m_tiff, TIFFComputeTile(m_tiff, x, y, 0, sample),
                                      m_buffer.data(), static_cast<tmsize_t>(m_buffer.size()));
        } else {
            block.rowBytes = static_cast<std::size_t>(TIFFScanlineSize(m_tiff));
            needed = static_cast<tmsize_t>(block.rowBytes * block.rows);
            got = TIFFReadEncodedStrip(m_tiff, TIFFComputeStrip(m_tiff, y, sample), m_buffer.data(),
                                       std::min(needed, static_cast<tmsize_t>(m_buffer.size())));
        }
        if (got < needed || needed > static_cast<tmsize_t>(m_buffer.size()) ||
            block.rowBytes < rowBytesNeeded())
            refuse(m_file, m_messages);
        return block;
    }

    // What TiffRow will touch: libtiff's own idea of a row must not be smaller.
    std::size_t rowBytesNeeded() const {
        const auto samples = static_cast<std::size_t>(m_layout.isPlanar ? 1 : m_layout.samples);
        return (std::size_t{m_layout.blockWidth} * samples *
                    static_cast<std::size_t>(m_layout.bits) +
                7) /
               8;
    }

    const ReadableFile& m_file;
    TIFF* m_tiff;
    const TiffLayout& m_layout;
    const TiffMessages& m_messages;
    std::vector<unsigned char> m_buffer;
};

/// Samples to the planes of the picture, as they are stored: the numbers of palette colours too.
void readSamples(TiffBlockReader& reader, const TiffLayout& layout, Image& image) {
    if (layout.alpha >= 0)
        image.mask.resize(image.planeSize());
    const bool isPalette = layout.photometric == PHOTOMETRIC_PALETTE;
    const auto targetOf = [&](int sample) -> float* {
        if (sample < layout.colorSamples())
            return image.plane(sample).data();
        return sample == layout.alpha ? image.mask.data() : nullptr;
    };
    reader.forEach([&](const Block& block) {
        const int first = layout.isPlanar ? block.plane : 0;
        const int last = layout.isPlanar ? block.plane : layout.samples - 1;
        const auto stride = static_cast<std::size_t>(layout.isPlanar ? 1 : layout.samples);
        for (int sample = first; sample <= last; ++sample) {
            float* target = targetOf(sample);
            if (target == nullptr)
                continue;
            for (std::uint32_t row = 0; row < block.rows; ++row) {
                const TiffRow source(block.bytes + row * block.rowBytes, layout);
                float* out = target + std::size_t{block.y + row} * layout.width + block.x;
                const auto offset = static_cast<std::size_t>(sample - first);
                for (std::uint32_t x = 0; x < block.width; ++x)
                    out[x] = isPalette && sample == 0
                                 ? static_cast<float>(source.integer(x * stride + offset))
                                 : source.normalized(x * stride + offset);
            }
        }
    });
}

void fillFromPalette(const ReadableFile& file, TIFF* tiff, const TiffLayout& layout, Image& image) {
    std::array<std::uint16_t*, 3> map{};
    if (TIFFGetField(tiff, TIFFTAG_COLORMAP, &map[0], &map[1], &map[2]) != 1)
        throw Error::corrupt(file.path(), "has palette colours without a palette");
    const std::size_t entries = std::size_t{1} << static_cast<unsigned>(layout.bits);
    std::uint16_t largest = 0;
    for (const std::uint16_t* column : map)
        largest = std::max(largest, *std::max_element(column, column + entries));
    const float scale = largest < 256 ? 255.0F : 65535.0F; // old writers stored bytes
    for (std::size_t i = 0; i < image.planeSize(); ++i) {
        const auto index = static_cast<std::size_t>(image.plane(0)[i]);
        for (std::size_t c = 0; c < 3; ++c)
            image.plane(static_cast<int>(c))[i] = static_cast<float>(map[c][index]) / scale;
    }
}

void finishImage(const ReadableFile& file, TIFF* tiff, const TiffLayout& layout, Image& image) {
    if (layout.photometric == PHOTOMETRIC_PALETTE) {
        fillFromPalette(file, tiff, layout, image);
    } else if (layout.colorSamples() == 1) {
        if (layout.photometric == PHOTOMETRIC_MINISWHITE && !layout.isFloat())
            for (float& value : image.plane(0))
                value = 1 - value;
        for (int c = 1; c < image.channelCount(); ++c)
            std::copy_n(image.plane(0).data(), image.planeSize(), image.plane(c).data());
    }
    if (layout.isLab())
        labToSrgb(image, layout.bits,
                  layout.photometric == PHOTOMETRIC_ICCLAB ? LabCoding::Offset : LabCoding::Signed);
    if (layout.photometric == PHOTOMETRIC_LOGLUV)
        applyMatrix(image, inverse(rgbToXyz(kRec709))); // libtiff gives CIE XYZ
    for (float& alpha : image.mask)
        alpha = alpha > 0 ? std::min(alpha, 1.0F) : 0.0F;
}

void readThroughRgba(const ReadableFile& file, TIFF* tiff, const TiffLayout& layout,
                     const TiffMessages& messages, Image& image) {
    std::array<char, 1024> reason{};
    TIFFRGBAImage rgba;
    if (TIFFRGBAImageBegin(&rgba, tiff, 1, reason.data()) != 1)
        throw Error::unsupported(file.path().string() +
                                     ": its colours cannot be turned into RGB (" + reason.data() +
                                     ")",
                                 "save it as 8- or 16-bit RGB");
    rgba.orientation = ORIENTATION_TOPLEFT; // turned upright later, as all formats are
    rgba.req_orientation = ORIENTATION_TOPLEFT;
    std::vector<std::uint32_t> raster(image.planeSize());
    const int done = TIFFRGBAImageGet(&rgba, raster.data(), layout.width, layout.height);
    TIFFRGBAImageEnd(&rgba);
    if (done != 1)
        refuse(file, messages);
    for (std::size_t i = 0; i < raster.size(); ++i) {
        image.plane(0)[i] = static_cast<float>(TIFFGetR(raster[i])) / 255.0F;
        image.plane(1)[i] = static_cast<float>(TIFFGetG(raster[i])) / 255.0F;
        image.plane(2)[i] = static_cast<float>(TIFFGetB(raster[i])) / 255.0F;
    }
}

/// TIFF 6.0, section 20; both or none.
std::optional<Chromaticities> chromaticitiesOf(TIFF* tiff) {
    float* primaries = nullptr;
    float* white = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_PRIMARYCHROMATICITIES, &primaries) != 1 ||
        TIFFGetField(tiff, TIFFTAG_WHITEPOINT, &white) != 1)
        return {};
    return Chromaticities{{primaries[0], primaries[1]},
                          {primaries[2], primaries[3]},
                          {primaries[4], primaries[5]},
                          {white[0], white[1]}};
}

SourceColor sourceColor(TIFF* tiff, const TiffLayout& layout) {
    SourceColor color;
    color.format = layout.isFloat() ? "float TIFF" : std::to_string(layout.bits) + "-bit TIFF";
    color.isInk = layout.photometric == PHOTOMETRIC_SEPARATED;
    color.isLab = layout.isLab();
    color.isSceneLinear = layout.isFloat() && !color.isInk;
    color.isGrey = layout.colorSamples() == 1 && layout.photometric != PHOTOMETRIC_PALETTE;
    if (layout.isLogLuv())
        return color; // its colours are those of CIE XYZ, whatever a profile says
    if (layout.isFloat())
        color.primaries = chromaticitiesOf(tiff);
    std::uint32_t length = 0;
    unsigned char* profile = nullptr;
    // YCbCr unfolds to the RGB that the profile speaks of.
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &length, &profile) == 1)
        color.iccProfile.assign(profile, profile + length);
    return color;
}

/// What of the file is not in the picture.
std::vector<std::string> notesOf(std::vector<std::string> onPages, const TiffLayout& layout) {
    for (std::string& note : notesOnLeftOut(layout.unknownSamples()))
        onPages.push_back(std::move(note));
    return onPages;
}

std::string compressionName(int compression) {
    const TIFFCodec* codec = TIFFFindCODEC(static_cast<std::uint16_t>(compression));
    return codec != nullptr ? codec->name : std::to_string(compression);
}

} // namespace

ImageInfo tiffInfo(ReadableFile& file) {
    TiffMessages messages;
    const TiffHandle tiff = openForReading(file, messages);
    ImageInfo info;
    std::vector<std::string> onPages = turnToPicture(file, tiff.get());
    const TiffLayout layout = readTiffLayout(file, tiff.get());
    info.notes = notesOf(std::move(onPages), layout);
    info.path = file.path();
    info.format = "tiff";
    info.width = static_cast<int>(layout.width);
    info.height = static_cast<int>(layout.height);
    if (orientationSwapsSides(layout.orientation))
        std::swap(info.width, info.height);
    if (layout.orientation != 1)
        info.metadata["Orientation"] = std::to_string(layout.orientation);
    char* software = nullptr;
    if (TIFFGetField(tiff.get(), TIFFTAG_SOFTWARE, &software) == 1 && software != nullptr &&
        std::string_view(software) == kMadeByKey)
        info.metadata[kMadeByKey] = software;
    info.compression = compressionName(layout.compression);
    std::vector<std::string> names = {"R", "G", "B"};
    if (layout.colorSamples() == 1 && layout.photometric != PHOTOMETRIC_PALETTE)
        names = {"Y"};
    if (layout.alpha >= 0)
        names.emplace_back("A");
    info.alpha = layout.alphaKind();
    const char* kind = layout.format == SAMPLEFORMAT_IEEEFP ? "float"
                       : layout.format == SAMPLEFORMAT_INT  ? "int"
                                                            : "uint";
    for (const std::string& name : names)
        info.channels.push_back({name, kind + std::to_string(layout.bits)});
    info.layers = {{"", names, 0, true}};
    const ColorPlan plan = planColor(sourceColor(tiff.get(), layout), {});
    info.space = plan.space;
    info.spaceReason = plan.reason;
    return info;
}

DecodedPicture readTiff(ReadableFile& file) {
    TiffMessages messages;
    const TiffHandle tiff = openForReading(file, messages);
    DecodedPicture picture;
    std::vector<std::string> onPages = turnToPicture(file, tiff.get());
    const TiffLayout layout = readTiffLayout(file, tiff.get());
    picture.notes = notesOf(std::move(onPages), layout);
    messages.forget();
    picture.isFloat = layout.isFloat();
    picture.orientation = layout.orientation;
    picture.color = sourceColor(tiff.get(), layout);
    using Names = std::vector<std::string>;
    picture.image = makeImage(
        static_cast<int>(layout.width), static_cast<int>(layout.height),
        picture.color.isInk ? Names{"C", "M", "Y", "K"} : Names{"R", "G", "B"}, ColorSpace::Raw);
    if (layout.needsRgbaInterface()) {
        readThroughRgba(file, tiff.get(), layout, messages, picture.image);
        return picture;
    }
    TiffBlockReader reader(file, tiff.get(), layout, messages);
    readSamples(reader, layout, picture.image);
    if (messages.hasError())
        refuse(file, messages);
    finishImage(file, tiff.get(), layout, picture.image);
    picture.alpha = layout.alphaKind();
    return picture;
}

} // namespace unlit
