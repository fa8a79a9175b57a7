#include "tests/support/png_pixels.h"

#include "tests/support/inflate.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace unlit::test {

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Header {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t channels = 0;
};

std::size_t bigEndian(const Bytes& bytes, std::size_t at) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | bytes.at(at + i);
    return value;
}

Header parseHeader(const Bytes& file, std::size_t at) {
    const auto depth = file.at(at + 8);
    const auto colorType = file.at(at + 9);
    const auto interlace = file.at(at + 12);
    const std::size_t channels = colorType == 0   ? 1
                                 : colorType == 2 ? 3
                                 : colorType == 4 ? 2
                                 : colorType == 6 ? 4
                                                  : 0;
    if (depth != 8 || channels == 0 || interlace != 0)
        throw std::runtime_error("not a plain 8-bit PNG");
    return {bigEndian(file, at), bigEndian(file, at + 4), channels};
}

int paeth(int left, int up, int corner) {
    const int estimate = left + up - corner;
    const int toLeft = std::abs(estimate - left);
    const int toUp = std::abs(estimate - up);
    const int toCorner = std::abs(estimate - corner);
    if (toLeft <= toUp && toLeft <= toCorner)
        return left;
    return toUp <= toCorner ? up : corner;
}

int predicted(int filter, int left, int up, int corner) {
    switch (filter) {
    case 0:
        return 0;
    case 1:
        return left;
    case 2:
        return up;
    case 3:
        return (left + up) / 2;
    case 4:
        return paeth(left, up, corner);
    default:
        throw std::runtime_error("a PNG row with an unknown filter");
    }
}

/// Takes the row filters off (PNG specification, section 9).
Bytes unfilter(const Bytes& rows, const Header& header) {
    const std::size_t stride = header.width * header.channels;
    if (rows.size() != header.height * (stride + 1))
        throw std::runtime_error("a PNG whose rows do not fill its size");
    Bytes pixels(header.height * stride);
    for (std::size_t y = 0; y < header.height; ++y) {
        const int filter = rows[y * (stride + 1)];
        for (std::size_t x = 0; x < stride; ++x) {
            const bool hasLeft = x >= header.channels;
            const std::size_t here = y * stride + x;
            const int left = hasLeft ? pixels[here - header.channels] : 0;
            const int up = y > 0 ? pixels[here - stride] : 0;
            const int corner = hasLeft && y > 0 ? pixels[here - stride - header.channels] : 0;
            pixels[here] = static_cast<std::uint8_t>(rows[y * (stride + 1) + 1 + x] +
                                                     predicted(filter, left, up, corner));
        }
    }
    return pixels;
}

torch::Tensor parse(const Bytes& file) {
    constexpr std::size_t kSignature = 8;
    Header header;
    Bytes packed;
    for (std::size_t at = kSignature; at + 12 <= file.size();) {
        const std::size_t length = bigEndian(file, at);
        const std::string type(file.begin() + static_cast<std::ptrdiff_t>(at) + 4,
                               file.begin() + static_cast<std::ptrdiff_t>(at) + 8);
        const std::size_t data = at + 8;
        if (data + length > file.size())
            throw std::runtime_error("a PNG that ends too early");
        if (type == "IHDR")
            header = parseHeader(file, data);
        else if (type == "IDAT")
            packed.insert(packed.end(), file.begin() + static_cast<std::ptrdiff_t>(data),
                          file.begin() + static_cast<std::ptrdiff_t>(data + length));
        at = data + length + 4; // the checksum
    }
    const Bytes pixels = unfilter(inflateZlib(packed), header);
    torch::Tensor tensor = torch::empty({static_cast<std::int64_t>(header.height),
                                         static_cast<std::int64_t>(header.width),
                                         static_cast<std::int64_t>(header.channels)},
                                        torch::TensorOptions().dtype(torch::kUInt8));
    std::memcpy(tensor.data_ptr<std::uint8_t>(), pixels.data(), pixels.size());
    return tensor;
}

} // namespace

torch::Tensor readPngPixels(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        throw std::runtime_error("cannot open " + file.string());
    const Bytes bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    try {
        return parse(bytes);
    } catch (const std::exception& error) {
        throw std::runtime_error(file.string() + ": " + error.what());
    }
}

} // namespace unlit::test
