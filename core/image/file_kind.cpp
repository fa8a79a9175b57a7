#include "core/image/file_kind.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/image/image_file.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace unlit {

namespace {

using namespace std::string_view_literals;

constexpr std::array kSuffixes = {".exr"sv, ".png"sv, ".jpg"sv,  ".jpeg"sv, ".jpe"sv, ".jfif"sv,
                                  ".mpo"sv, ".tif"sv, ".tiff"sv, ".tx"sv,   ".hdr"sv, ".rgbe"sv,
                                  ".bmp"sv, ".tga"sv, ".webp"sv, ".psd"sv,  ".psb"sv};

constexpr const char* kReadable =
    "readable are OpenEXR, PNG, JPEG, TIFF, Radiance HDR, WebP, BMP, TGA and PSD";

bool startsWith(std::string_view bytes, std::string_view magic, std::size_t at = 0) {
    return bytes.size() >= at + magic.size() && bytes.substr(at, magic.size()) == magic;
}

std::optional<FileKind> kindOf(std::string_view bytes) {
    if (startsWith(bytes, "\x76\x2f\x31\x01"))
        return FileKind::OpenExr;
    if (startsWith(bytes, "\x89PNG\r\n\x1a\n"))
        return FileKind::Png;
    if (startsWith(bytes, "\xff\xd8\xff"))
        return FileKind::Jpeg;
    if (startsWith(bytes, "II*\0"sv) || startsWith(bytes, "MM\0*"sv) ||
        startsWith(bytes, "II+\0"sv) || startsWith(bytes, "MM\0+"sv))
        return FileKind::Tiff;
    if (startsWith(bytes, "#?RADIANCE") || startsWith(bytes, "#?RGBE"))
        return FileKind::Radiance;
    if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8))
        return FileKind::WebP;
    if (startsWith(bytes, "8BPS"))
        return FileKind::Psd;
    if (startsWith(bytes, "BM"))
        return FileKind::Bmp;
    return {};
}

// Kinds that people do drop here, so that the refusal can name them.
std::string_view nameOfUnreadKind(std::string_view bytes) {
    if (startsWith(bytes, "GIF8"))
        return "a GIF";
    if (startsWith(bytes, "ftypavif", 4) || startsWith(bytes, "ftypavis", 4))
        return "an AVIF";
    if (startsWith(bytes, "ftyphei", 4) || startsWith(bytes, "ftyphev", 4) ||
        startsWith(bytes, "ftypmif1", 4) || startsWith(bytes, "ftypmsf1", 4))
        return "a HEIF (HEIC)";
    if (startsWith(bytes, "ftypcrx ", 4))
        return "a camera's raw (CR3)";
    if (startsWith(bytes, "FUJIFILMCCD-RAW"))
        return "a camera's raw (RAF)";
    if (startsWith(bytes, "IIRO") || startsWith(bytes, "IIRS") || startsWith(bytes, "IIU\0"sv))
        return "a camera's raw";
    if (startsWith(bytes, "qoif"))
        return "a QOI";
    if (startsWith(bytes, "\0\0\0\x0cjP  "sv) || startsWith(bytes, "\xff\x4f\xff\x51"))
        return "a JPEG 2000";
    if (startsWith(bytes, "\xff\x0a") || startsWith(bytes, "\0\0\0\x0cJXL "sv))
        return "a JPEG XL";
    if (startsWith(bytes, "DDS "))
        return "a DirectDraw surface";
    if (startsWith(bytes, "PF\n") || startsWith(bytes, "Pf\n"))
        return "a PFM";
    if (startsWith(bytes, "\x89HDF\r\n\x1a\n"))
        return "an HDF5";
    if (startsWith(bytes, "\x93NUMPY"))
        return "a NumPy";
    if (startsWith(bytes, "gimp xcf"))
        return "a GIMP";
    if (startsWith(bytes, "P5\n") || startsWith(bytes, "P6\n") || startsWith(bytes, "P7\n"))
        return "a Netpbm";
    if (startsWith(bytes, "%PDF"))
        return "a PDF";
    if (startsWith(bytes, "SDPX") || startsWith(bytes, "XPDS"))
        return "a DPX";
    return {};
}

// TGA has no magic: the fields that have few legal values must have them.
bool looksLikeTarga(std::string_view bytes) {
    if (bytes.size() < 18)
        return false;
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    constexpr std::array types = {1, 2, 3, 9, 10, 11};
    constexpr std::array depths = {8, 15, 16, 24, 32};
    return at(1) <= 1 && std::find(types.begin(), types.end(), at(2)) != types.end() &&
           std::find(depths.begin(), depths.end(), at(16)) != depths.end();
}

} // namespace

std::string_view toString(FileKind kind) {
    switch (kind) {
    case FileKind::OpenExr:
        return "openexr";
    case FileKind::Png:
        return "png";
    case FileKind::Jpeg:
        return "jpeg";
    case FileKind::Tiff:
        return "tiff";
    case FileKind::Radiance:
        return "hdr";
    case FileKind::Bmp:
        return "bmp";
    case FileKind::Targa:
        return "targa";
    case FileKind::WebP:
        return "webp";
    case FileKind::Psd:
        return "psd";
    }
    return "unknown";
}

FileKind detectFileKind(ReadableFile& file) {
    std::array<unsigned char, 32> head{};
    const std::size_t count = file.readSome(head);
    file.seek(0);
    const std::string_view bytes(reinterpret_cast<const char*>(head.data()), count);
    if (const auto kind = kindOf(bytes))
        return *kind;
    const std::string suffix = toLower(file.path().extension().string());
    if (suffix == ".tga" && looksLikeTarga(bytes))
        return FileKind::Targa;
    if (const auto name = nameOfUnreadKind(bytes); !name.empty())
        throw Error::unsupported(file.path().string() + " is " + std::string(name) +
                                     " image, which this program does not read",
                                 std::string("export it as PNG or TIFF; ") + kReadable);
    if (hasImageSuffix(file.path()))
        throw Error::corrupt(file.path(), "does not begin as a " + suffix + " file does",
                             "it is damaged, or something else by another name");
    throw Error::unsupported(file.path().string() + " is not an image that this program knows",
                             kReadable);
}

bool hasImageSuffix(const std::filesystem::path& path) {
    const std::string suffix = toLower(path.extension().string());
    return std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end();
}

} // namespace unlit
