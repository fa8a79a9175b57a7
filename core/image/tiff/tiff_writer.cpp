#include "core/image/image_writer.h"

#include "core/base/error.h"
#include "core/image/color/icc_profile.h"
#include "core/image/made_by.h"
#include "core/image/tiff/tiff_handle.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace unlit {

namespace {

constexpr std::uint32_t kRowsPerStrip = 64;

struct SampleKind {
    int bits = 32;
    int format = SAMPLEFORMAT_IEEEFP;
    int predictor = PREDICTOR_FLOATINGPOINT;
};

int channelsOf(const Image& image) {
    return image.channelCount() + (image.mask.empty() ? 0 : 1);
}

void setFields(TIFF* tiff, const Image& image, const SampleKind& kind) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image.width));
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image.height));
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, kind.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, kind.format);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channelsOf(image));
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC,
                 image.channelCount() == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, kind.predictor);
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, kRowsPerStrip);
    if (image.metadata.contains(kMadeByKey))
        TIFFSetField(tiff, TIFFTAG_SOFTWARE, kMadeByKey);
    if (!image.mask.empty()) {
        std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
        TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    }
}

/// Sample: what the file holds; `convert` makes it of a float.
template <class Sample, class Convert>
void writeRows(TIFF* tiff, const Image& image, Convert convert) {
    const auto width = static_cast<std::size_t>(image.width);
    std::vector<Sample> row(width * static_cast<std::size_t>(channelsOf(image)));
    for (int y = 0; y < image.height; ++y) {
        const std::size_t start = static_cast<std::size_t>(y) * width;
        std::size_t at = 0;
        for (std::size_t x = 0; x < width; ++x) {
            for (int c = 0; c < image.channelCount(); ++c)
                row[at++] = convert(image.plane(c)[start + x]);
            if (!image.mask.empty())
                row[at++] = convert(image.mask[start + x]);
        }
        if (TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y)) < 0)
            break;
    }
}

template <class Write>
void writeThroughTiff(AtomicFile& file, const Image& image, std::size_t sampleBytes, Write write) {
    TiffMessages messages;
    // BigTIFF where 32-bit offsets may not do.
    const std::uint64_t bytes = (image.samples.size() + image.mask.size()) * sampleBytes;
    const char* mode = bytes > (std::uint64_t{3} << 30) ? "w8" : "w";
    const TiffHandle tiff = makeTiff(file.temporaryPath(), mode, messages);
    if (!tiff)
        throw Error::system(messages.errnoValue(), "write", file.target());
    write(tiff.get());
    // The last strip and the directory are written here, where failures can still be seen.
    TIFFFlush(tiff.get());
    if (messages.hasError())
        throw Error::system(messages.errnoValue(), "write", file.target());
}

} // namespace

void writeTiff(AtomicFile& file, const Image& image) {
    writeThroughTiff(file, image, sizeof(float), [&](TIFF* tiff) {
        setFields(tiff, image, {});
        writeRows<float>(tiff, image, [](float value) { return value; });
    });
}

void writeTiff16(AtomicFile& file, const Image& image) {
    constexpr float kLargest = 65535.0F;
    const std::vector<unsigned char> profile = iccProfileOf(image.space, image.channelCount() == 1);
    writeThroughTiff(file, image, sizeof(std::uint16_t), [&](TIFF* tiff) {
        setFields(tiff, image, {16, SAMPLEFORMAT_UINT, PREDICTOR_HORIZONTAL});
        if (!profile.empty())
            TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(profile.size()),
                         profile.data());
        writeRows<std::uint16_t>(tiff, image, [](float value) {
            return static_cast<std::uint16_t>(integerLevel(value, kLargest));
        });
    });
}

} // namespace unlit
