#include "core/image/png/png_reader.h"

#include "core/base/error.h"
#include "core/image/exif.h"
#include "core/image/orientation.h"
#include "core/image/png/png_chunk_check.h"
#include "core/image/png/png_error.h"
#include "core/image/png/png_profile.h"
#include "core/image/size_limits.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <sstream>
#include <utility>

namespace unlit {

namespace {

// Texts and profiles that unpack to more are nobody's.
constexpr std::uint64_t kMostChunkBytes = std::uint64_t{1} << 26U;
constexpr png_byte kCodedColorChunk[] = "cICP"; // newer than this libpng

/// One libpng reader, from the header to the last row. Rows come expanded: 1 to 4 channels of 8 or
/// 16 bits.
class PngDecoder {
public:
    explicit PngDecoder(ReadableFile& file) : PngDecoder(file, Created{}) {
        m_chunks = checkPngChunks(m_file);
        run([this] {
            png_set_user_limits(m_png, 0x7FFFFFFF, 0x7FFFFFFF); // checkPictureSize is stricter
            png_set_chunk_malloc_max(m_png, static_cast<png_alloc_size_t>(std::min(
                                                kMostChunkBytes, m_file.size() * kDeflateRatio)));
            png_set_keep_unknown_chunks(m_png, PNG_HANDLE_CHUNK_ALWAYS, kCodedColorChunk, 1);
            png_init_io(m_png, m_file.stream());
            png_read_info(m_png, m_info);
        });
        const std::uint64_t packed = png_get_rowbytes(m_png, m_info) * std::uint64_t{height()};
        // Interlaced pictures are held as rows first; expanded ones have up to 8 bytes a pixel.
        const bool isInterlaced = png_get_interlace_type(m_png, m_info) != PNG_INTERLACE_NONE;
        const std::uint64_t rows = std::uint64_t{width()} * height() * (bitDepth() == 16 ? 8 : 4);
        checkPictureSize(m_file.path(), width(), height(), hasTransparency() ? 4 : 3,
                         isInterlaced ? rows : 0);
        checkExpansion(m_file.path(), packed, m_file.size(), kDeflateRatio);
    }

    ~PngDecoder() { png_destroy_read_struct(&m_png, &m_info, nullptr); }

    PngDecoder(const PngDecoder&) = delete;
    PngDecoder& operator=(const PngDecoder&) = delete;

    png_uint_32 width() const { return png_get_image_width(m_png, m_info); }

    png_uint_32 height() const { return png_get_image_height(m_png, m_info); }

    int bitDepth() const { return png_get_bit_depth(m_png, m_info); }

    int colorType() const { return png_get_color_type(m_png, m_info); }

    bool hasTransparency() const {
        return (colorType() & PNG_COLOR_MASK_ALPHA) != 0 ||
               png_get_valid(m_png, m_info, PNG_INFO_tRNS) != 0;
    }

    bool hasChunk(const char* kind) const { return m_chunks.kinds.count(kind) > 0; }

    /// Empty where there is none.
    const std::vector<unsigned char>& exif() const { return m_chunks.exif; }

    /// Empty where there is none.
    const std::vector<unsigned char>& packedProfile() const { return m_chunks.packedProfile; }

    png_structp png() const { return m_png; }

    png_infop info() const { return m_info; }

    /// Throws Error::corrupt with libpng's own words.
    template <class Work>
    void run(const Work& work) const {
        if (!runPng(m_png, work))
            throw Error::corrupt(m_file.path(), "cannot be decoded: " + m_messages.error,
                                 "it is damaged or cut off");
    }

    void startExpanding() {
        run([this] {
            if (colorType() == PNG_COLOR_TYPE_PALETTE)
                png_set_palette_to_rgb(m_png);
            if (colorType() == PNG_COLOR_TYPE_GRAY && bitDepth() < 8)
                png_set_expand_gray_1_2_4_to_8(m_png);
            if (png_get_valid(m_png, m_info, PNG_INFO_tRNS) != 0)
                png_set_tRNS_to_alpha(m_png);
            m_passes = png_set_interlace_handling(m_png);
            png_read_update_info(m_png, m_info);
        });
    }

    /// Calls take(row bytes, y) for each row, top to bottom. Interlaced pictures need all rows
    /// first.
    template <class Take>
    void readRows(const Take& take) {
        const std::size_t rowBytes = png_get_rowbytes(m_png, m_info);
        const std::size_t kept = m_passes > 1 ? height() : 1;
        std::vector<unsigned char> rows(rowBytes * kept);
        for (int pass = 0; pass < m_passes; ++pass)
            for (png_uint_32 y = 0; y < height(); ++y) {
                unsigned char* row = rows.data() + (m_passes > 1 ? y * rowBytes : 0);
                run([&] { png_read_row(m_png, row, nullptr); });
                if (pass + 1 == m_passes)
                    take(row, y);
            }
        run([this] { png_read_end(m_png, nullptr); });
    }

private:
    struct Created {};

    // Once this has returned the destructor runs, whatever the other constructor throws.
    PngDecoder(ReadableFile& file, Created) : m_file(file) {
        m_png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &m_messages, PngMessages::onError,
                                       PngMessages::onWarning);
        if (m_png == nullptr)
            throw std::bad_alloc();
        m_info = png_create_info_struct(m_png);
    }

    ReadableFile& m_file;
    PngMessages m_messages;
    PngChunks m_chunks;
    png_structp m_png = nullptr;
    png_infop m_info = nullptr;
    int m_passes = 1;
};

// PNG, third edition, 11.3.2.6: primaries, transfer, matrix (0), full range (1) or narrow (0).
std::optional<CodedColor> codedColorOf(const PngDecoder& decoder) {
    png_unknown_chunkp chunks = nullptr;
    const int count = png_get_unknown_chunks(decoder.png(), decoder.info(), &chunks);
    for (int i = 0; i < count; ++i)
        if (std::memcmp(chunks[i].name, kCodedColorChunk, 4) == 0 && chunks[i].size == 4 &&
            chunks[i].data[2] == 0 && chunks[i].data[3] <= 1) {
            const bool isNarrow = chunks[i].data[3] == 0;
            return CodedColor{chunks[i].data[0], chunks[i].data[1],
                              isNarrow ? std::max(8, decoder.bitDepth()) : 0};
        }
    return {};
}

/// The bytes of a text "\nexif\n  length\nhexadecimal digits", as metadata were kept in PNGs before
/// they had a chunk for EXIF. Empty where it is none.
std::vector<unsigned char> bytesOfRawProfile(const char* text) {
    std::istringstream in(text);
    std::string name;
    std::size_t length = 0;
    std::vector<unsigned char> bytes;
    if (!(in >> name >> length))
        return bytes;
    int high = -1;
    for (char c = 0; in >> c && bytes.size() < length;) {
        const auto digit = std::string_view("0123456789abcdef")
                               .find(c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c);
        if (digit == std::string_view::npos)
            return {};
        if (high < 0)
            high = static_cast<int>(digit);
        else
            bytes.push_back(
                static_cast<unsigned char>(16 * std::exchange(high, -1) + static_cast<int>(digit)));
    }
    return bytes;
}

ExifFacts exifOf(const PngDecoder& decoder) {
    if (!decoder.exif().empty())
        return readExif(decoder.exif());
    png_textp entries = nullptr;
    int count = 0;
    png_get_text(decoder.png(), decoder.info(), &entries, &count);
    for (int i = 0; i < count; ++i)
        for (const char* key : {"Raw profile type exif", "Raw profile type APP1"})
            if (entries[i].text != nullptr && std::strcmp(entries[i].key, key) == 0)
                return readExif(bytesOfRawProfile(entries[i].text));
    return {};
}

SourceColor sourceColor(const PngDecoder& decoder) {
    SourceColor color;
    color.format = std::to_string(decoder.bitDepth()) + "-bit PNG";
    png_structp png = decoder.png();
    png_infop info = decoder.info();
    int intent = 0;
    color.coded = codedColorOf(decoder);
    color.declaresSrgb = png_get_sRGB(png, info, &intent) != 0;
    color.declaresAdobeRgb = exifOf(decoder).isAdobeRgb;
    double gamma = 0;
    if (png_get_gAMA(png, info, &gamma) != 0 && gamma > 0)
        color.encodingGamma = gamma;
    Chromaticities c;
    if (png_get_cHRM(png, info, &c.white[0], &c.white[1], &c.red[0], &c.red[1], &c.green[0],
                     &c.green[1], &c.blue[0], &c.blue[1]) != 0)
        color.primaries = c;
    color.iccProfile = unpackPngProfile(decoder.packedProfile());
    color.hasBrokenProfile = color.iccProfile.empty() && decoder.hasChunk("iCCP");
    color.isGrey = (decoder.colorType() & PNG_COLOR_MASK_COLOR) == 0;
    return color;
}

std::map<std::string, std::string> textsOf(const PngDecoder& decoder) {
    constexpr std::size_t mostKept = 4096;
    std::map<std::string, std::string> texts;
    png_textp entries = nullptr;
    int count = 0;
    png_get_text(decoder.png(), decoder.info(), &entries, &count);
    for (int i = 0; i < count; ++i)
        if (entries[i].text != nullptr && std::string_view(entries[i].text).size() <= mostKept)
            texts[entries[i].key] = entries[i].text;
    return texts;
}

// A table instead of a division a sample: the quotient is rounded once, so it is exactly value/255.
std::array<float, 256> byteTable() {
    std::array<float, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = static_cast<float>(i) / 255.0F;
    return table;
}

/// Spreads expanded rows over the planes of a picture.
class RowSpreader {
public:
    RowSpreader(Image& image, int channels, int bits)
        : m_image(image), m_channels(channels), m_isWide(bits == 16), m_bytes(byteTable()) {
        if (channels == 2 || channels == 4)
            m_image.mask.assign(m_image.planeSize(), 1.0F);
    }

    void operator()(const unsigned char* row, std::size_t y) const {
        const int colors = m_channels < 3 ? 1 : 3;
        const auto width = static_cast<std::size_t>(m_image.width);
        for (int c = 0; c < 3; ++c)
            spread(row, std::min(c, colors - 1), m_image.plane(c).data() + y * width);
        if (!m_image.mask.empty())
            spread(row, m_channels - 1, m_image.mask.data() + y * width);
    }

private:
    void spread(const unsigned char* row, int channel, float* out) const {
        for (int x = 0; x < m_image.width; ++x) {
            const std::size_t at =
                static_cast<std::size_t>(x) * static_cast<std::size_t>(m_channels) +
                static_cast<std::size_t>(channel);
            out[x] = m_isWide ? static_cast<float>(row[2 * at] << 8U | row[2 * at + 1]) / 65535.0F
                              : m_bytes[row[at]];
        }
    }

    Image& m_image;
    int m_channels;
    bool m_isWide;
    std::array<float, 256> m_bytes;
};

std::vector<std::string> notesOf(const PngDecoder& decoder) {
    if (decoder.hasChunk("acTL"))
        return {"an animation: the first picture of the file is read"};
    return {};
}

} // namespace

ImageInfo pngInfo(ReadableFile& file) {
    const PngDecoder decoder(file);
    ImageInfo info;
    info.path = file.path();
    info.format = "png";
    info.width = static_cast<int>(decoder.width());
    info.height = static_cast<int>(decoder.height());
    if (orientationSwapsSides(exifOf(decoder).orientation))
        std::swap(info.width, info.height);
    info.compression = "deflate";
    const bool isGrey = (decoder.colorType() & PNG_COLOR_MASK_COLOR) == 0;
    std::vector<std::string> names =
        isGrey ? std::vector<std::string>{"Y"} : std::vector<std::string>{"R", "G", "B"};
    if (decoder.hasTransparency())
        names.emplace_back("A");
    const bool isPalette = decoder.colorType() == PNG_COLOR_TYPE_PALETTE;
    const std::string type = "uint" + std::to_string(isPalette ? 8 : decoder.bitDepth());
    for (const std::string& name : names)
        info.channels.push_back({name, type});
    info.layers = {{"", names, 0, true}};
    const ColorPlan plan = planColor(sourceColor(decoder), {});
    info.space = plan.space;
    info.spaceReason = plan.reason;
    info.alpha = decoder.hasTransparency() ? AlphaKind::Straight : AlphaKind::None;
    info.metadata = textsOf(decoder);
    info.notes = notesOf(decoder);
    return info;
}

DecodedPicture readPng(ReadableFile& file, FirstLooks& looks) {
    PngDecoder decoder(file);
    DecodedPicture picture;
    picture.color = sourceColor(decoder);
    picture.notes = notesOf(decoder);
    picture.orientation = exifOf(decoder).orientation;
    picture.alpha = decoder.hasTransparency() ? AlphaKind::Straight : AlphaKind::None;
    picture.image = makeImage(static_cast<int>(decoder.width()), static_cast<int>(decoder.height()),
                              {"R", "G", "B"}, ColorSpace::Raw);
    picture.image.metadata = textsOf(decoder);
    decoder.startExpanding();
    const RowSpreader spread(picture.image, png_get_channels(decoder.png(), decoder.info()),
                             decoder.bitDepth());
    decoder.readRows([&](const unsigned char* row, std::size_t y) {
        spread(row, y);
        looks.rowsDone(picture, static_cast<int>(y) + 1);
    });
    return picture;
}

} // namespace unlit
