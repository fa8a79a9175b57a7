#include "core/image/formats/jpeg_reader.h"

#include "core/base/error.h"
#include "core/image/exif.h"
#include "core/image/orientation.h"
#include "core/image/size_limits.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>

#include <jpeglib.h>

#include <jerror.h>

namespace unlit {

namespace {

// A block of 8x8 pixels takes two bits at the least, a quarter of that with 4:2:0 chroma, and less
// in progressive scans that are all zero.
constexpr std::uint64_t kBestJpegRatio = 4096;
// Each scan of a progressive file is a pass over the whole picture; files of a few kilobytes can
// ask for thousands.
constexpr int kMostScans = 200;

/// libjpeg's error manager with what we need to leave by longjmp and to say why.
struct JpegErrors {
    jpeg_error_mgr manager{}; // first: libjpeg hands back a pointer to it
    std::jmp_buf jump{};
    std::array<char, JMSG_LENGTH_MAX> message{};
    int code = 0;

    static JpegErrors& of(j_common_ptr info) { return *reinterpret_cast<JpegErrors*>(info->err); }

    static void leave(j_common_ptr info) {
        JpegErrors& errors = of(info);
        errors.code = errors.manager.msg_code;
        (*errors.manager.format_message)(info, errors.message.data());
        std::longjmp(errors.jump, 1);
    }

    // Warnings about lost data are failures here: the rest of the picture would be made up.
    static void onMessage(j_common_ptr info, int level) {
        if (level >= 0)
            return;
        const int code = info->err->msg_code;
        if (code == JWRN_HIT_MARKER || code == JWRN_JPEG_EOF || code == JWRN_HUFF_BAD_CODE ||
            code == JWRN_ARITH_BAD_CODE || code == JWRN_MUST_RESYNC)
            leave(info);
    }

    static void onOutput(j_common_ptr) {}
};

class JpegDecoder {
public:
    explicit JpegDecoder(ReadableFile& file) : JpegDecoder(file, Created{}) {
        run([this] {
            jpeg_stdio_src(&m_info, m_file.stream());
            jpeg_save_markers(&m_info, JPEG_APP0 + 1, 0xFFFF); // EXIF
            jpeg_save_markers(&m_info, JPEG_APP0 + 2, 0xFFFF); // ICC profile
            jpeg_read_header(&m_info, TRUE);
        });
        // Progressive pictures are held as coefficients, two bytes each.
        const std::uint64_t pixels = std::uint64_t{m_info.image_width} * m_info.image_height;
        const auto components = static_cast<std::uint64_t>(m_info.num_components);
        checkPictureSize(m_file.path(), m_info.image_width, m_info.image_height,
                         std::max(3, m_info.num_components),
                         jpeg_has_multiple_scans(&m_info) ? 2 * pixels * components : 0);
        checkExpansion(m_file.path(), pixels, m_file.size(), kBestJpegRatio);
    }

    ~JpegDecoder() { jpeg_destroy_decompress(&m_info); }

    JpegDecoder(const JpegDecoder&) = delete;
    JpegDecoder& operator=(const JpegDecoder&) = delete;

    const jpeg_decompress_struct& info() const { return m_info; }

    bool isInk() const {
        return m_info.jpeg_color_space == JCS_CMYK || m_info.jpeg_color_space == JCS_YCCK;
    }

    bool isGrey() const { return m_info.jpeg_color_space == JCS_GRAYSCALE; }

    /// Rows of grey, RGB or CMYK bytes to take(row, y).
    template <class Take>
    void readRows(const Take& take) {
        run([this] {
            m_info.out_color_space = isGrey() ? JCS_GRAYSCALE : isInk() ? JCS_CMYK : JCS_RGB;
            m_info.dct_method = JDCT_ISLOW;
            jpeg_start_decompress(&m_info);
        });
        std::vector<unsigned char> row(std::size_t{m_info.output_width} *
                                       static_cast<std::size_t>(m_info.output_components));
        unsigned char* rowPointer = row.data();
        for (unsigned y = 0; y < m_info.output_height; ++y) {
            run([&] { jpeg_read_scanlines(&m_info, &rowPointer, 1); });
            take(row.data(), y);
        }
    }

    std::vector<unsigned char> iccProfile() {
        JOCTET* bytes = nullptr;
        unsigned length = 0;
        std::vector<unsigned char> profile;
        if (jpeg_read_icc_profile(&m_info, &bytes, &length) == TRUE) {
            profile.assign(bytes, bytes + length);
            std::free(bytes);
        }
        return profile;
    }

    ExifFacts exif() const {
        constexpr std::string_view tag("Exif\0\0", 6);
        for (auto* marker = m_info.marker_list; marker != nullptr; marker = marker->next)
            if (marker->marker == JPEG_APP0 + 1 && textOf(*marker).starts_with(tag))
                return readExif({marker->data, marker->data_length});
        return {};
    }

    /// Whether a marker begins with `mark` and has `word` in it.
    bool hasMarker(int number, std::string_view mark, std::string_view word = "") const {
        for (auto* marker = m_info.marker_list; marker != nullptr; marker = marker->next)
            if (marker->marker == JPEG_APP0 + number && textOf(*marker).starts_with(mark) &&
                textOf(*marker).find(word) != std::string_view::npos)
                return true;
        return false;
    }

private:
    struct Created {};

    JpegDecoder(ReadableFile& file, Created) : m_file(file) {
        m_info.err = jpeg_std_error(&m_errors.manager);
        m_errors.manager.error_exit = JpegErrors::leave;
        m_errors.manager.emit_message = JpegErrors::onMessage;
        m_errors.manager.output_message = JpegErrors::onOutput;
        jpeg_create_decompress(&m_info);
        m_progress.progress_monitor = onProgress;
        m_info.progress = &m_progress;
    }

    static std::string_view textOf(const jpeg_marker_struct& marker) {
        return {reinterpret_cast<const char*>(marker.data), marker.data_length};
    }

    static void onProgress(j_common_ptr info) {
        const auto* decompress = reinterpret_cast<j_decompress_ptr>(info);
        if (decompress->input_scan_number > kMostScans) {
            info->err->msg_code = JERR_NOTIMPL;
            JpegErrors::leave(info);
        }
    }

    template <class Work>
    void run(const Work& work) {
        if (setjmp(m_errors.jump) != 0)
            fail();
        work();
    }

    [[noreturn]] void fail() const {
        const std::string message = m_errors.message.data();
        if (m_errors.code == JERR_OUT_OF_MEMORY)
            throw std::bad_alloc();
        if (m_info.input_scan_number > kMostScans)
            throw Error::unsupported(m_file.path().string() + ": a JPEG of more than " +
                                         std::to_string(kMostScans) + " scans",
                                     "save it again in another program");
        if (m_errors.code == JERR_BAD_PRECISION || m_errors.code == JERR_SOF_UNSUPPORTED ||
            m_errors.code == JERR_CONVERSION_NOTIMPL || m_errors.code == JERR_NOTIMPL)
            throw Error::unsupported(m_file.path().string() + ": " + message,
                                     "save it as an 8-bit RGB JPEG, or as PNG or TIFF");
        throw Error::corrupt(m_file.path(), "cannot be decoded: " + message,
                             "it is damaged or cut off");
    }

    ReadableFile& m_file;
    JpegErrors m_errors;
    jpeg_progress_mgr m_progress{};
    jpeg_decompress_struct m_info{};
};

SourceColor sourceColor(JpegDecoder& decoder) {
    SourceColor color;
    color.format = decoder.isInk() ? "CMYK JPEG" : "JPEG";
    color.isInk = decoder.isInk();
    color.isGrey = decoder.isGrey();
    color.iccProfile = decoder.iccProfile();
    color.hasBrokenProfile = color.iccProfile.empty() && decoder.hasMarker(2, "ICC_PROFILE");
    color.declaresAdobeRgb = decoder.exif().isAdobeRgb;
    return color;
}

/// What of the file is not in the picture. Gain maps: ISO 21496-1, and Adobe's and Apple's before
/// it; further pictures: CIPA DC-007.
std::vector<std::string> notesOf(const JpegDecoder& decoder) {
    constexpr std::string_view xmp = "http://ns.adobe.com/xap/1.0/";
    const bool hasGainMap = decoder.hasMarker(2, "urn:iso:std:iso:ts:21496") ||
                            decoder.hasMarker(1, xmp, "hdr-gain-map/1.0") ||
                            decoder.hasMarker(1, xmp, "HDRGainMap");
    if (hasGainMap)
        return {"its gain map for HDR screens is not applied: the picture is its SDR rendition"};
    if (decoder.hasMarker(2, std::string_view("MPF\0", 4)))
        return {"a file of several pictures: the first one is read"};
    if (decoder.isInk() && decoder.info().saw_Adobe_marker == FALSE)
        return {"its inks do not say which way round they are: 255 is taken for none"};
    return {};
}

} // namespace

ImageInfo jpegInfo(ReadableFile& file) {
    JpegDecoder decoder(file);
    ImageInfo info;
    info.path = file.path();
    info.format = "jpeg";
    info.width = static_cast<int>(decoder.info().image_width);
    info.height = static_cast<int>(decoder.info().image_height);
    const int orientation = decoder.exif().orientation;
    if (orientationSwapsSides(orientation))
        std::swap(info.width, info.height);
    if (orientation != 1)
        info.metadata["Orientation"] = std::to_string(orientation);
    info.compression = decoder.info().progressive_mode ? "jpeg, progressive" : "jpeg";
    const std::vector<std::string> names =
        decoder.isGrey() ? std::vector<std::string>{"Y"} : std::vector<std::string>{"R", "G", "B"};
    for (const std::string& name : names)
        info.channels.push_back({name, "uint8"});
    info.layers = {{"", names, 0, true}};
    const ColorPlan plan = planColor(sourceColor(decoder), {});
    info.space = plan.space;
    info.spaceReason = plan.reason;
    info.notes = notesOf(decoder);
    return info;
}

DecodedPicture readJpeg(ReadableFile& file, FirstLooks& looks) {
    JpegDecoder decoder(file);
    DecodedPicture picture;
    picture.color = sourceColor(decoder);
    picture.notes = notesOf(decoder);
    picture.orientation = decoder.exif().orientation;
    using Names = std::vector<std::string>;
    Image& image = picture.image;
    image = makeImage(
        static_cast<int>(decoder.info().image_width), static_cast<int>(decoder.info().image_height),
        decoder.isInk() ? Names{"C", "M", "Y", "K"} : Names{"R", "G", "B"}, ColorSpace::Raw);
    // Adobe's files, which are all but all with inks, store 255 for no ink. ISO/IEC 10918-6 has 0
    // where their marker is missing; the readers that people have do not ask for it.
    const bool isInverted = decoder.isInk();
    const int components = decoder.isGrey() ? 1 : image.channelCount();
    decoder.readRows([&](const unsigned char* row, std::size_t y) {
        const auto width = static_cast<std::size_t>(image.width);
        for (int c = 0; c < image.channelCount(); ++c) {
            float* out = image.plane(c).data() + y * width;
            const unsigned char* in = row + (components == 1 ? 0 : c);
            for (std::size_t x = 0; x < width; ++x, in += components)
                out[x] = static_cast<float>(isInverted ? 255 - *in : *in) / 255.0F;
        }
        looks.rowsDone(picture, static_cast<int>(y) + 1);
    });
    return picture;
}

} // namespace unlit
