#include "core/image/formats/bmp_header.h"

#include "core/base/error.h"
#include "core/image/size_limits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace unlit {

namespace {

constexpr std::uint64_t kFileHeaderBytes = 14;
constexpr std::uint32_t kOs2HeaderBytes = 12;
constexpr std::uint32_t kPlainHeaderBytes = 40;
constexpr std::uint32_t kOs2SecondHeaderBytes = 64;
constexpr std::uint32_t kMostHeaderBytes = 124;
constexpr std::uint32_t kCalibrated = 0;             // LCS_CALIBRATED_RGB
constexpr std::uint32_t kSrgb = 0x73524742;          // 'sRGB'
constexpr std::uint32_t kEmbedded = 0x4D424544;      // 'MBED'
constexpr std::uint32_t kLinked = 0x4C494E4B;        // 'LINK'
constexpr std::uint64_t kBestRunLengths = 1U << 20U; // a few bytes may end a picture of any size

/// The values of "biCompression".
enum BmpCompression : std::uint32_t {
    kPlain = 0,
    kRle8 = 1,
    kRle4 = 2,
    kBitFields = 3,
    kJpegInside = 4,
    kPngInside = 5,
    kAlphaBitFields = 6,
};

/// Little-endian numbers of a block of bytes; 0 beyond its end.
class BmpBytes {
public:
    explicit BmpBytes(std::vector<unsigned char> bytes) : m_bytes(std::move(bytes)) {}

    std::uint32_t u16(std::size_t at) const { return byte(at) | byte(at + 1) << 8U; }

    std::uint32_t u32(std::size_t at) const { return u16(at) | u16(at + 2) << 16U; }

    std::int32_t i32(std::size_t at) const { return static_cast<std::int32_t>(u32(at)); }

private:
    std::uint32_t byte(std::size_t at) const { return at < m_bytes.size() ? m_bytes[at] : 0; }

    std::vector<unsigned char> m_bytes;
};

std::vector<unsigned char> readBlock(ReadableFile& file, std::uint64_t at, std::uint64_t count) {
    if (at > file.size() || count > file.size() - at)
        throw Error::corrupt(file.path(), "the file ends too early", "it is damaged or cut off");
    std::vector<unsigned char> bytes(count);
    file.seek(at);
    file.readAll(bytes);
    return bytes;
}

/// Some writers leave out where the pixels begin: they follow what stands before them.
void findPixels(const ReadableFile& file, std::uint32_t headerBytes, std::uint32_t compression,
                BmpHeader& bmp) {
    std::uint64_t first = kFileHeaderBytes + headerBytes;
    if (headerBytes == kPlainHeaderBytes && compression == kBitFields)
        first += 12;
    if (headerBytes == kPlainHeaderBytes && compression == kAlphaBitFields)
        first += 16;
    if (bmp.pixels == 0)
        bmp.pixels = first + bmp.palette.size() * (headerBytes == kOs2HeaderBytes ? 3 : 4);
    if (bmp.pixels < first)
        throw Error::corrupt(file.path(), "its pixels are said to begin inside its header");
}

/// CIE XYZ as 2.30 fixed-point numbers of the three primaries; their sum is the white.
std::optional<Chromaticities> endpointsOf(const BmpBytes& header) {
    constexpr std::size_t first = 60;
    std::array<std::array<double, 3>, 4> xyz{};
    for (std::size_t primary = 0; primary < 3; ++primary)
        for (std::size_t i = 0; i < 3; ++i) {
            xyz[primary][i] = header.u32(first + 12 * primary + 4 * i) / std::ldexp(1.0, 30);
            xyz[3][i] += xyz[primary][i];
        }
    Chromaticities result;
    const std::array targets = {&result.red, &result.green, &result.blue, &result.white};
    for (std::size_t i = 0; i < 4; ++i) {
        const double sum = xyz[i][0] + xyz[i][1] + xyz[i][2];
        if (!(sum > 0))
            return {};
        *targets[i] = {xyz[i][0] / sum, xyz[i][1] / sum};
    }
    return result;
}

void readCalibration(const BmpBytes& header, SourceColor& color) {
    constexpr std::size_t gammas = 96; // of red, green and blue, 16.16 fixed-point
    color.primaries = endpointsOf(header);
    const double gamma = header.u32(gammas + 4) / 65536.0;
    if (gamma > 0.1 && gamma < 10)
        color.encodingGamma = 1 / gamma;
    else if (color.primaries)
        color.encodingGamma = 1 / 2.2;
}

void readColorSpace(ReadableFile& file, const BmpBytes& header, std::uint32_t headerBytes,
                    SourceColor& color) {
    constexpr std::uint32_t version4 = 108;
    if (headerBytes < version4)
        return;
    const std::uint32_t space = header.u32(56);
    if (space == kSrgb)
        color.declaresSrgb = true;
    if (space == kCalibrated)
        readCalibration(header, color);
    if (space == kLinked)
        color.hasBrokenProfile = true; // in another file, which is not looked for
    if (space != kEmbedded || headerBytes < kMostHeaderBytes)
        return;
    const std::uint64_t at = kFileHeaderBytes + header.u32(112);
    const std::uint64_t count = header.u32(116);
    if (count > 0 && at <= file.size() && count <= file.size() - at)
        color.iccProfile = readBlock(file, at, count);
    color.hasBrokenProfile = color.iccProfile.empty();
}

/// Whether the bits of a mask, if any, stand side by side.
bool isContiguous(std::uint32_t mask) {
    const std::uint64_t shifted = mask == 0 ? 0 : mask >> std::countr_zero(mask);
    return (shifted & (shifted + 1)) == 0;
}

void readMasks(ReadableFile& file, const BmpBytes& header, std::uint32_t headerBytes,
               std::uint32_t compression, BmpHeader& bmp) {
    if (compression != kBitFields && compression != kAlphaBitFields) {
        bmp.masks = bmp.bits == 16 ? std::array<std::uint32_t, 4>{0x7C00, 0x3E0, 0x1F, 0}
                                   : std::array<std::uint32_t, 4>{0xFF0000, 0xFF00, 0xFF, 0};
        return;
    }
    const bool areBehind = headerBytes == kPlainHeaderBytes;
    const BmpBytes behind(areBehind ? readBlock(file, kFileHeaderBytes + headerBytes,
                                                compression == kBitFields ? 12 : 16)
                                    : std::vector<unsigned char>());
    for (std::size_t i = 0; i < 4; ++i)
        bmp.masks[i] = areBehind                       ? behind.u32(4 * i)
                       : 40 + 4 * i + 4 <= headerBytes ? header.u32(40 + 4 * i)
                                                       : 0;
    if (bmp.bits == 16)
        for (std::uint32_t& mask : bmp.masks)
            mask &= 0xFFFFU;
    if (bmp.masks[0] == 0 || bmp.masks[1] == 0 || bmp.masks[2] == 0)
        throw Error::corrupt(file.path(), "its masks leave a colour without bits");
    if (!std::all_of(bmp.masks.begin(), bmp.masks.end(), isContiguous))
        throw Error::corrupt(file.path(), "a mask of it has gaps, which no colour has");
}

void readPalette(ReadableFile& file, std::uint32_t headerBytes, std::uint32_t used,
                 BmpHeader& bmp) {
    if (bmp.bits > 8)
        return;
    const std::uint64_t entry = headerBytes == kOs2HeaderBytes ? 3 : 4;
    const std::uint64_t at = kFileHeaderBytes + headerBytes;
    const std::uint64_t end = bmp.pixels == 0 ? file.size() : bmp.pixels;
    const std::uint64_t room = end > at ? (end - at) / entry : 0;
    const std::uint64_t most = std::uint64_t{1} << static_cast<unsigned>(bmp.bits);
    const std::uint64_t count = std::min({used == 0 ? most : std::uint64_t{used}, most, room});
    if (count == 0)
        throw Error::corrupt(file.path(), "has palette colours without a palette");
    const std::vector<unsigned char> bytes = readBlock(file, at, count * entry);
    for (std::uint64_t i = 0; i < count; ++i)
        bmp.palette.push_back({bytes[i * entry + 2], bytes[i * entry + 1], bytes[i * entry]});
}

[[noreturn]] void refuseKind(const ReadableFile& file, std::uint32_t headerBytes,
                             std::uint32_t compression, int bits) {
    const bool isOs2 = headerBytes == kOs2SecondHeaderBytes; // its numbers mean other packings
    if (!isOs2 && (compression == kJpegInside || compression == kPngInside))
        throw Error::unsupported(file.path().string() + ": a BMP around a " +
                                     (compression == kPngInside ? "PNG" : "JPEG"),
                                 "save the picture as PNG");
    throw Error::unsupported(file.path().string() + ": a BMP of " + std::to_string(bits) +
                                 " bits a pixel with compression " + std::to_string(compression),
                             "save it as 24-bit BMP or PNG");
}

void checkKind(const ReadableFile& file, std::uint32_t headerBytes, std::uint32_t compression,
               const BmpHeader& bmp) {
    constexpr std::array plain = {1, 2, 4, 8, 16, 24, 32};
    const bool isPlain = std::find(plain.begin(), plain.end(), bmp.bits) != plain.end();
    const bool isKnown = (compression == kPlain && isPlain) ||
                         (compression == kRle8 && bmp.bits == 8) ||
                         (compression == kRle4 && bmp.bits == 4) ||
                         ((compression == kBitFields || compression == kAlphaBitFields) &&
                          (bmp.bits == 16 || bmp.bits == 32));
    if (!isKnown)
        refuseKind(file, headerBytes, compression, bmp.bits);
    if (compression != kPlain && compression != kBitFields && compression != kAlphaBitFields &&
        bmp.isTopDown)
        throw Error::corrupt(file.path(), "is packed and upside down, which cannot be");
}

} // namespace

BmpHeader readBmpHeader(ReadableFile& file) {
    const BmpBytes start(readBlock(file, 0, kFileHeaderBytes + 4));
    const std::uint32_t headerBytes = start.u32(14);
    const bool isOs2 = headerBytes == kOs2HeaderBytes;
    if (!isOs2 && (headerBytes < 16 || headerBytes > kMostHeaderBytes))
        throw Error::corrupt(file.path(), "its header has an impossible length");
    const BmpBytes header(readBlock(file, kFileHeaderBytes, headerBytes));
    BmpHeader bmp;
    bmp.pixels = start.u32(10);
    const std::int64_t height = isOs2 ? std::int64_t{header.u16(6)} : std::int64_t{header.i32(8)};
    bmp.width = isOs2 ? static_cast<int>(header.u16(4)) : header.i32(4);
    bmp.isTopDown = height < 0;
    bmp.bits = static_cast<int>(header.u16(isOs2 ? 10 : 14));
    const std::uint32_t compression = isOs2 ? 0U : header.u32(16);
    checkKind(file, headerBytes, compression, bmp);
    checkPictureSize(file.path(), bmp.width, std::abs(height), 4);
    bmp.height = static_cast<int>(std::abs(height));
    bmp.packing = compression == kRle8   ? BmpPacking::RunLengths8
                  : compression == kRle4 ? BmpPacking::RunLengths4
                                         : BmpPacking::None;
    checkExpansion(file.path(), bmp.rowBytes() * static_cast<unsigned>(bmp.height), file.size(),
                   bmp.packing == BmpPacking::None ? 1 : kBestRunLengths);
    readMasks(file, header, headerBytes, compression, bmp);
    readPalette(file, headerBytes, isOs2 ? 0U : header.u32(32), bmp);
    findPixels(file, headerBytes, compression, bmp);
    bmp.color.format = "BMP";
    readColorSpace(file, header, headerBytes, bmp.color);
    return bmp;
}

} // namespace unlit
