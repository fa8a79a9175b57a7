#include "core/image/exr/exr_size_check.h"

#include "core/base/error.h"
#include "core/image/size_limits.h"

#include <ImfCompression.h>

#include <algorithm>
#include <string>

namespace unlit {

namespace {

constexpr double kMaxWorkingBytes = 512.0 * 1024.0 * 1024.0;
constexpr std::uint32_t kMaxTileSide = 1U << 28;
constexpr std::uint64_t kMaxCoordinate = std::uint64_t{1}
                                         << 30; // the library adds and subtracts them
constexpr std::uint64_t kOffsetBytes = 8;       // each chunk has an entry in the table of offsets

std::uint64_t roundedUp(std::uint64_t value, std::uint64_t divisor) {
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}

std::uint64_t bytesOf(const ExrChannel& channel) {
    return channel.type == ExrSample::Half ? 2 : 4;
}

std::uint64_t bytesPerPixel(const ExrPart& part) {
    std::uint64_t bytes = 0;
    for (const ExrChannel& channel : part.channels)
        bytes += bytesOf(channel);
    return bytes;
}

// Channels of a luminance/chroma file have fewer samples than the picture has pixels.
double decodedBytes(const ExrPart& part) {
    double bytes = 0;
    for (const ExrChannel& channel : part.channels)
        bytes += static_cast<double>(part.dataWindow.width()) / channel.xSampling *
                 static_cast<double>(part.dataWindow.height()) / channel.ySampling *
                 static_cast<double>(bytesOf(channel));
    return bytes;
}

// The best that each compression can do; PIZ and DWA end in run lengths, so these are generous.
std::uint64_t bestExrRatio(int compression) {
    switch (compression) {
    case 0:
        return 1;
    case 1:
        return 64;
    case 2:
    case 3:
    case 5:
        return kDeflateRatio;
    case 6:
    case 7:
        return 32;
    case 4:
        return 2048;
    default:
        return 128 * kDeflateRatio;
    }
}

// One row of chunks, all channels; as a double, for it may be absurd.
double chunkRowBytes(const ExrPart& part) {
    const auto width = static_cast<std::uint64_t>(part.dataWindow.width());
    const auto pixelBytes = static_cast<double>(bytesPerPixel(part));
    if (!part.isTiled)
        return static_cast<double>(width) * exrLinesPerChunk(part.compression) * pixelBytes;
    return static_cast<double>(roundedUp(width, part.tileWidth)) * part.tileWidth *
           part.tileHeight * pixelBytes;
}

void checkWindow(const ReadableFile& file, const ExrWindow& window, const char* what) {
    const auto within = [](int value) {
        return static_cast<std::uint64_t>(value < 0 ? -std::int64_t{value} : value) <=
               kMaxCoordinate;
    };
    if (window.width() < 1 || window.height() < 1 || !within(window.xMin) || !within(window.yMin) ||
        !within(window.xMax) || !within(window.yMax))
        throw Error::corrupt(file.path(), std::string("its ") + what + " window is impossible: (" +
                                              std::to_string(window.xMin) + " " +
                                              std::to_string(window.yMin) + ") - (" +
                                              std::to_string(window.xMax) + " " +
                                              std::to_string(window.yMax) + ")");
}

} // namespace

std::uint64_t exrWorkingBytes(const ExrPart& part) {
    // The library holds a row of chunks packed and unpacked; we hold one as floats.
    return static_cast<std::uint64_t>(3 * chunkRowBytes(part));
}

void checkExrPartSizes(const ReadableFile& file, const ExrPart& part) {
    checkWindow(file, part.dataWindow, "data");
    checkWindow(file, part.displayWindow, "display");
    // JPEG 2000 came with OpenEXR 3.4: what can be read depends on the library.
    if (part.compression < 0 || part.compression >= Imf::NUM_COMPRESSION_METHODS)
        throw Error::unsupported(file.path().string() + ": its compression (number " +
                                     std::to_string(part.compression) + ") is not known",
                                 "write it with ZIP or PIZ");
    if (part.isDeep)
        return; // never read
    checkPictureSize(file.path(), part.dataWindow.width(), part.dataWindow.height(), 3);
    const auto width = static_cast<std::uint64_t>(part.dataWindow.width());
    const auto height = static_cast<std::uint64_t>(part.dataWindow.height());
    std::uint64_t chunks = 0;
    if (part.isTiled) {
        if (part.tileWidth < 1 || part.tileHeight < 1 || part.tileWidth > kMaxTileSide ||
            part.tileHeight > kMaxTileSide)
            throw Error::corrupt(file.path(), "its tiles are " + std::to_string(part.tileWidth) +
                                                  "x" + std::to_string(part.tileHeight) +
                                                  " pixels");
        chunks = roundedUp(width, part.tileWidth) * roundedUp(height, part.tileHeight);
    } else {
        const int lines = exrLinesPerChunk(part.compression);
        chunks = roundedUp(height, static_cast<std::uint64_t>(lines));
    }
    if (chunkRowBytes(part) > kMaxWorkingBytes)
        throw Error::unsupported(file.path().string() +
                                     ": one row of its tiles or blocks needs more than 512 MiB",
                                 "write it with smaller tiles");
    checkExpansion(file.path(), chunks * kOffsetBytes, file.size(), 1);
    checkExpansion(file.path(), static_cast<std::uint64_t>(std::min(decodedBytes(part), 1e18)),
                   file.size(), bestExrRatio(part.compression));
}

} // namespace unlit
