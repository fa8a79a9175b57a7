#include "core/base/error.h"
#include "core/train/writers/metric_writer.h"

#include <cerrno>
#include <fstream>
#include <iterator>

namespace unlit::train {

namespace {

constexpr std::uintmax_t kLargest = 256U << 20;
constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kHeadSize = 33; // signature and the chunk IHDR

int bigEndian(std::string_view bytes) {
    int value = 0;
    for (const char c : bytes)
        value = value * 256 + static_cast<unsigned char>(c);
    return value;
}

int channelsOf(char colorType) {
    switch (colorType) {
    case 0:
        return 1;
    case 4:
        return 2;
    case 6:
        return 4;
    default:
        return 3; // RGB, also by a palette
    }
}

} // namespace

PngPicture PngPicture::read(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw Error::system(errno, "read", file);
    std::error_code failed;
    if (std::filesystem::file_size(file, failed) > kLargest && !failed)
        throw Error::corrupt(file, "is too large for a picture of a run", "use smaller pictures");
    PngPicture picture;
    picture.bytes.assign(std::istreambuf_iterator<char>(stream), {});
    const std::string_view bytes = picture.bytes;
    if (bytes.size() < kHeadSize || !bytes.starts_with(kSignature) ||
        bytes.substr(12, 4) != "IHDR" || (bytes[16] & 0x80) != 0 || (bytes[20] & 0x80) != 0)
        throw Error::corrupt(file, "is no PNG file", "write it again");
    picture.width = bigEndian(bytes.substr(16, 4));
    picture.height = bigEndian(bytes.substr(20, 4));
    picture.channels = channelsOf(bytes[25]);
    return picture;
}

} // namespace unlit::train
