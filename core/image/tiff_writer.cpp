#include "core/image/image_writer.h"

#include "core/base/error.h"
#include "core/image/tiff_handle.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace unlit {

namespace {

constexpr std::uint32_t kRowsPerStrip = 64;

} // namespace

void writeTiff(AtomicFile& file, const Image& image) {
    TiffMessages messages;
    // BigTIFF where 32-bit offsets may not do.
    const std::uint64_t bytes = (image.samples.size() + image.mask.size()) * sizeof(float);
    const char* mode = bytes > (std::uint64_t{3} << 30) ? "w8" : "w";
    const TiffHandle tiff = openTiff(file.temporaryPath(), mode, messages);
    if (!tiff)
        throw Error::system(EIO, "write", file.target());
    const int channels = image.channelCount() + (image.mask.empty() ? 0 : 1);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image.width));
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image.height));
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 32);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, channels);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC,
                 image.channelCount() == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
    TIFFSetField(tiff.get(), TIFFTAG_PREDICTOR, PREDICTOR_FLOATINGPOINT);
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, kRowsPerStrip);
    if (!image.mask.empty()) {
        std::uint16_t kind = EXTRASAMPLE_UNASSALPHA;
        TIFFSetField(tiff.get(), TIFFTAG_EXTRASAMPLES, 1, &kind);
    }
    const auto width = static_cast<std::size_t>(image.width);
    std::vector<float> row(width * static_cast<std::size_t>(channels));
    for (int y = 0; y < image.height; ++y) {
        const std::size_t start = static_cast<std::size_t>(y) * width;
        std::size_t at = 0;
        for (std::size_t x = 0; x < width; ++x) {
            for (int c = 0; c < image.channelCount(); ++c)
                row[at++] = image.plane(c)[start + x];
            if (!image.mask.empty())
                row[at++] = image.mask[start + x];
        }
        if (TIFFWriteScanline(tiff.get(), row.data(), static_cast<std::uint32_t>(y)) < 0)
            break;
    }
    // The last strip and the directory are written here, where failures can still be seen.
    TIFFFlush(tiff.get());
    if (messages.hasError())
        throw Error::system(messages.errnoValue(), "write", file.target());
}

} // namespace unlit
