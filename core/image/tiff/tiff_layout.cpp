#include "core/image/tiff/tiff_layout.h"

#include "core/base/error.h"
#include "core/image/size_limits.h"

#include <algorithm>
#include <string>

namespace unlit {

namespace {

constexpr std::uint64_t kMaxBlockBytes = std::uint64_t{1} << 30;
constexpr int kMaxSamples = 1024; // per pixel

template <class T>
T field(TIFF* tiff, std::uint32_t tag, T otherwise) {
    T value = otherwise;
    return TIFFGetFieldDefaulted(tiff, tag, &value) == 1 ? value : otherwise;
}

std::uint64_t bestRatio(int compression) {
    switch (compression) {
    case COMPRESSION_NONE:
        return 1;
    case COMPRESSION_PACKBITS:
        return 64;
    case COMPRESSION_LZW: // a code of 12 bits stands for at most some 3800 bytes
        return 2600;
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_PIXARLOG:
        return kDeflateRatio;
    default: // an empty fax line takes one bit, whatever its length
        return std::uint64_t{1} << 20U;
    }
}

void findAlpha(TIFF* tiff, TiffLayout& layout) {
    const int extra = layout.samples - layout.colorSamples();
    std::uint16_t count = 0;
    std::uint16_t* kinds = nullptr;
    const bool said = TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) == 1;
    if (!said) { // RGB with a fourth channel and no word about it: alpha all but always
        if (extra == 1)
            layout.alpha = layout.colorSamples();
        return;
    }
    // They come last, whatever stands before them.
    const int first = layout.samples - std::min<int>(count, layout.samples);
    for (int i = 0; i < count && first + i < layout.samples; ++i)
        if (first + i >= layout.colorSamples() &&
            (kinds[i] == EXTRASAMPLE_ASSOCALPHA || kinds[i] == EXTRASAMPLE_UNASSALPHA)) {
            layout.alpha = first + i;
            layout.isPremultiplied = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
            return;
        }
}

/// Array libraries call whatever they store grey, with the second and third channel "unspecified"
/// or not mentioned: three such channels are colours.
bool isArrayOfColors(TIFF* tiff, const TiffLayout& layout) {
    if (layout.photometric != PHOTOMETRIC_MINISBLACK || layout.samples < 3)
        return false;
    std::uint16_t count = 0;
    std::uint16_t* kinds = nullptr;
    if (TIFFGetField(tiff, TIFFTAG_EXTRASAMPLES, &count, &kinds) != 1 || count == 0)
        return true;
    return count >= 2 && kinds[0] == EXTRASAMPLE_UNSPECIFIED && kinds[1] == EXTRASAMPLE_UNSPECIFIED;
}

/// TIFF 6.0, section 16: inks of other colours than cyan, magenta, yellow and black.
void checkInks(const ReadableFile& file, TIFF* tiff) {
    if (field<std::uint16_t>(tiff, TIFFTAG_INKSET, INKSET_CMYK) == INKSET_MULTIINK)
        throw Error::unsupported(file.path().string() +
                                     ": its inks are others than cyan, magenta, yellow and black",
                                 "save it as 8- or 16-bit RGB, or CMYK");
}

/// Luma weights of nothing, which would have to be divided by.
void checkLumaWeights(const ReadableFile& file, TIFF* tiff) {
    float* weights = nullptr;
    if (TIFFGetFieldDefaulted(tiff, TIFFTAG_YCBCRCOEFFICIENTS, &weights) == 1 && !(weights[1] > 0))
        throw Error::corrupt(file.path(), "its YCbCr colours have no weight for green",
                             "save it as 8- or 16-bit RGB");
}

void checkMeaning(const ReadableFile& file, const TiffLayout& layout) {
    const auto refuse = [&](const std::string& what) {
        throw Error::unsupported(file.path().string() + ": " + what,
                                 "save it as 8- or 16-bit RGB, or 32-bit float");
    };
    switch (layout.photometric) {
    case PHOTOMETRIC_MINISWHITE:
    case PHOTOMETRIC_MINISBLACK:
    case PHOTOMETRIC_RGB:
    case PHOTOMETRIC_PALETTE:
    case PHOTOMETRIC_SEPARATED:
    case PHOTOMETRIC_YCBCR:
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_LOGL:
    case PHOTOMETRIC_LOGLUV:
        break;
    default:
        refuse("a TIFF of colours that this program does not know (photometric " +
               std::to_string(layout.photometric) + ")");
    }
    if (layout.format == SAMPLEFORMAT_COMPLEXINT || layout.format == SAMPLEFORMAT_COMPLEXIEEEFP)
        refuse("its samples are complex numbers");
    const bool isFloat = layout.format == SAMPLEFORMAT_IEEEFP;
    if (layout.bits < 1 || layout.bits > 64 ||
        (isFloat && layout.bits != 16 && layout.bits != 24 && layout.bits != 32 &&
         layout.bits != 64))
        refuse("its samples have " + std::to_string(layout.bits) + " bits");
    if (layout.photometric == PHOTOMETRIC_PALETTE && (layout.bits > 16 || isFloat))
        refuse("a palette of " + std::to_string(layout.bits) + "-bit samples");
    if (layout.isLab() && ((layout.bits != 8 && layout.bits != 16) || isFloat))
        refuse("L*a*b* of " + std::to_string(layout.bits) + "-bit samples");
    if (layout.samples < layout.colorSamples())
        throw Error::corrupt(file.path(), "has " + std::to_string(layout.samples) +
                                              " channels where its colours need " +
                                              std::to_string(layout.colorSamples()));
}

void checkSizes(const ReadableFile& file, TIFF* tiff, const TiffLayout& layout) {
    if (layout.samples < 1 || layout.samples > kMaxSamples)
        throw Error::corrupt(file.path(),
                             "declares " + std::to_string(layout.samples) + " channels");
    const std::uint64_t blockBytes = layout.isTiled ? TIFFTileSize64(tiff) : TIFFStripSize64(tiff);
    if (blockBytes == 0 || blockBytes > kMaxBlockBytes || layout.blockWidth == 0 ||
        layout.blockRows == 0)
        throw Error::corrupt(file.path(), "its strips or tiles have an impossible size");
    // One strip or tile unpacked, and packed; or libtiff's own RGBA.
    const std::uint64_t packed = std::min(blockBytes, file.size());
    const std::uint64_t rgba =
        layout.needsRgbaInterface() ? std::uint64_t{4} * layout.width * layout.height : 0;
    checkPictureSize(file.path(), layout.width, layout.height,
                     std::max(3, layout.colorSamples()) + (layout.samples > 3 ? 1 : 0),
                     blockBytes + packed + rgba);
    const double bits =
        static_cast<double>(layout.width) * layout.height * layout.samples * layout.bits;
    const bool isSubsampled = layout.photometric == PHOTOMETRIC_YCBCR || layout.isLogLuv();
    checkExpansion(file.path(), static_cast<std::uint64_t>(bits / 8 / (isSubsampled ? 8 : 1)),
                   file.size(), bestRatio(layout.compression));
}

} // namespace

int TiffLayout::colorSamples() const {
    switch (photometric) {
    case PHOTOMETRIC_SEPARATED:
        return 4;
    case PHOTOMETRIC_RGB:
    case PHOTOMETRIC_YCBCR:
    case PHOTOMETRIC_CIELAB:
    case PHOTOMETRIC_ICCLAB:
    case PHOTOMETRIC_LOGLUV:
        return 3;
    default:
        return 1;
    }
}

bool TiffLayout::needsRgbaInterface() const {
    return photometric == PHOTOMETRIC_YCBCR;
}

TiffLayout readTiffLayout(const ReadableFile& file, TIFF* tiff) {
    TiffLayout layout;
    layout.width = field<std::uint32_t>(tiff, TIFFTAG_IMAGEWIDTH, 0);
    layout.height = field<std::uint32_t>(tiff, TIFFTAG_IMAGELENGTH, 0);
    layout.bits = field<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE, 1);
    layout.samples = field<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
    layout.format = field<std::uint16_t>(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
    layout.compression = field<std::uint16_t>(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    layout.photometric = field<std::uint16_t>(
        tiff, TIFFTAG_PHOTOMETRIC,
        static_cast<std::uint16_t>(layout.samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK));
    if (isArrayOfColors(tiff, layout))
        layout.photometric = PHOTOMETRIC_RGB;
    layout.orientation = field<std::uint16_t>(tiff, TIFFTAG_ORIENTATION, 1);
    layout.isPlanar = field<std::uint16_t>(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) ==
                      PLANARCONFIG_SEPARATE;
    if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(layout.compression)) != 1)
        throw Error::unsupported(file.path().string() + ": its compression (number " +
                                     std::to_string(layout.compression) + ") cannot be undone here",
                                 "save it with LZW or deflate");
    if (layout.photometric == PHOTOMETRIC_YCBCR && layout.compression == COMPRESSION_JPEG &&
        TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB) == 1)
        layout.photometric = PHOTOMETRIC_RGB;
    // Inks and indices cannot be negative: files that call them signed mean bytes all the same.
    // Which samples of Lab are signed its photometric says.
    if (layout.format == SAMPLEFORMAT_INT &&
        (layout.photometric == PHOTOMETRIC_SEPARATED || layout.photometric == PHOTOMETRIC_PALETTE ||
         layout.isLab()))
        layout.format = SAMPLEFORMAT_UINT;
    if (layout.isLogLuv()) {
        TIFFSetField(tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT);
        layout.bits = 32;
        layout.format = SAMPLEFORMAT_IEEEFP;
    }
    layout.isTiled = TIFFIsTiled(tiff) != 0;
    layout.isSwapped = TIFFIsByteSwapped(tiff) != 0;
    layout.blockWidth =
        layout.isTiled ? field<std::uint32_t>(tiff, TIFFTAG_TILEWIDTH, 0) : layout.width;
    layout.blockRows =
        layout.isTiled
            ? field<std::uint32_t>(tiff, TIFFTAG_TILELENGTH, 0)
            : std::min(field<std::uint32_t>(tiff, TIFFTAG_ROWSPERSTRIP, 0xFFFFFFFF), layout.height);
    checkSizes(file, tiff, layout);
    checkMeaning(file, layout);
    if (layout.photometric == PHOTOMETRIC_YCBCR)
        checkLumaWeights(file, tiff);
    if (layout.photometric == PHOTOMETRIC_SEPARATED)
        checkInks(file, tiff);
    findAlpha(tiff, layout);
    return layout;
}

} // namespace unlit
