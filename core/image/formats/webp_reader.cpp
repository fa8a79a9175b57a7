#include "core/image/formats/webp_reader.h"

#include "core/base/error.h"
#include "core/image/exif.h"
#include "core/image/plain_info.h"
#include "core/image/size_limits.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include <webp/decode.h>
#include <webp/demux.h>

namespace unlit {

namespace {

constexpr std::uint64_t kMostWebpBytes = std::uint64_t{1} << 30U;

/// A WebP in memory, taken apart into its chunks.
class WebpFile {
public:
    explicit WebpFile(ReadableFile& file) : m_file(file) {
        if (file.size() > kMostWebpBytes)
            throw Error::unsupported(file.path().string() + ": a WebP of more than 1 GiB",
                                     "save it as PNG, TIFF or EXR");
        m_bytes.resize(file.size());
        file.seek(0);
        file.readAll(m_bytes);
        const WebPData data{m_bytes.data(), m_bytes.size()};
        WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
        m_demux.reset(WebPDemuxPartial(&data, &state));
        m_hasFrame = m_demux && state == WEBP_DEMUX_DONE &&
                     WebPDemuxGetFrame(m_demux.get(), 1, &m_frame) == 1;
        if (!m_hasFrame)
            refuse("its chunks do not fit together");
        if (WebPGetFeatures(m_frame.fragment.bytes, m_frame.fragment.size, &m_features) !=
            VP8_STATUS_OK)
            refuse("its picture has no header");
        checkPictureSize(file.path(), width(), height(), 4,
                         m_bytes.size() + std::uint64_t{4} * static_cast<unsigned>(m_frame.width) *
                                              static_cast<unsigned>(m_frame.height));
    }

    ~WebpFile() {
        if (m_hasFrame)
            WebPDemuxReleaseIterator(&m_frame);
    }

    WebpFile(const WebpFile&) = delete;
    WebpFile& operator=(const WebpFile&) = delete;

    int width() const { return get(WEBP_FF_CANVAS_WIDTH); }

    int height() const { return get(WEBP_FF_CANVAS_HEIGHT); }

    int pictures() const { return get(WEBP_FF_FRAME_COUNT); }

    const WebPIterator& frame() const { return m_frame; }

    /// The picture's own, or what it leaves free of its canvas.
    bool hasAlpha() const {
        return m_features.has_alpha != 0 || m_frame.width < width() || m_frame.height < height();
    }

    const char* compression() const { return m_features.format == 2 ? "lossless" : "lossy"; }

    /// What the first chunk of this name holds. libwebp passes over those that the header does not
    /// announce; they are there all the same.
    std::vector<unsigned char> chunk(std::string_view name) const {
        constexpr std::size_t headBytes = 8; // name and length
        const std::size_t end = std::min(m_bytes.size(), headBytes + lengthAt(4));
        for (std::size_t at = 12; at + headBytes <= end;) {
            const std::size_t length = lengthAt(at + 4);
            const unsigned char* data = m_bytes.data() + at + headBytes;
            if (length > end - at - headBytes)
                break;
            if (std::equal(name.begin(), name.end(), m_bytes.data() + at))
                return {data, data + length};
            at += headBytes + length + length % 2;
        }
        return {};
    }

    /// R, G, B, A of the frame, not multiplied.
    std::vector<unsigned char> decode() const {
        std::vector<unsigned char> pixels(std::size_t{4} * static_cast<std::size_t>(m_frame.width) *
                                          static_cast<std::size_t>(m_frame.height));
        if (WebPDecodeRGBAInto(m_frame.fragment.bytes, m_frame.fragment.size, pixels.data(),
                               pixels.size(), 4 * m_frame.width) == nullptr)
            refuse("its pixels cannot be decoded");
        return pixels;
    }

private:
    struct Delete {
        void operator()(WebPDemuxer* demux) const { WebPDemuxDelete(demux); }
    };

    /// A little-endian number of four bytes.
    std::size_t lengthAt(std::size_t at) const {
        std::size_t length = 0;
        for (std::size_t i = 4; i-- > 0;)
            length = length << 8U | m_bytes[at + i];
        return length;
    }

    int get(WebPFormatFeature feature) const {
        return static_cast<int>(WebPDemuxGetI(m_demux.get(), feature));
    }

    [[noreturn]] void refuse(const std::string& what) const {
        throw Error::corrupt(m_file.path(), what, "it is damaged or cut off");
    }

    ReadableFile& m_file;
    std::vector<unsigned char> m_bytes;
    std::unique_ptr<WebPDemuxer, Delete> m_demux;
    WebPIterator m_frame{};
    bool m_hasFrame = false;
    WebPBitstreamFeatures m_features{};
};

PlainPicture describeWebp(const WebpFile& webp) {
    PlainPicture picture;
    picture.format = "webp";
    picture.width = webp.width();
    picture.height = webp.height();
    picture.sample = "uint8";
    picture.compression = webp.compression();
    picture.alpha = webp.hasAlpha() ? AlphaKind::Straight : AlphaKind::None;
    const ExifFacts exif = readExif(webp.chunk("EXIF"));
    picture.orientation = exif.orientation;
    picture.color.format = "WEBP";
    picture.color.declaresAdobeRgb = exif.isAdobeRgb;
    picture.color.iccProfile = webp.chunk("ICCP");
    if (webp.pictures() > 1)
        picture.notes.push_back("an animation of " + std::to_string(webp.pictures()) +
                                " pictures: the first one is read");
    return picture;
}

} // namespace

ImageInfo webpInfo(ReadableFile& file) {
    return plainInfo(file.path(), describeWebp(WebpFile(file)));
}

DecodedPicture readWebp(ReadableFile& file) {
    const WebpFile webp(file);
    DecodedPicture picture = emptyPicture(describeWebp(webp));
    Image& image = picture.image;
    image.mask.assign(image.mask.size(), 0.0F); // where the frame does not reach
    const std::vector<unsigned char> pixels = webp.decode();
    const auto width = static_cast<std::size_t>(webp.frame().width);
    for (std::size_t i = 0; i < pixels.size() / 4; ++i) {
        const std::size_t x = i % width + static_cast<std::size_t>(webp.frame().x_offset);
        const std::size_t y = i / width + static_cast<std::size_t>(webp.frame().y_offset);
        const std::size_t at = y * static_cast<std::size_t>(image.width) + x;
        for (std::size_t c = 0; c < 3; ++c)
            image.plane(static_cast<int>(c))[at] = static_cast<float>(pixels[4 * i + c]) / 255.0F;
        if (!image.mask.empty())
            image.mask[at] = static_cast<float>(pixels[4 * i + 3]) / 255.0F;
    }
    return picture;
}

} // namespace unlit
