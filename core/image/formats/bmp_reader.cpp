#include "core/image/formats/bmp_reader.h"

#include "core/base/error.h"
#include "core/image/formats/bmp_header.h"
#include "core/image/plain_info.h"

#include <algorithm>
#include <bit>

namespace unlit {

namespace {

PlainPicture describeBmp(const BmpHeader& bmp) {
    PlainPicture picture;
    picture.format = "bmp";
    picture.width = bmp.width;
    picture.height = bmp.height;
    picture.sample = "uint8";
    picture.alpha = bmp.bits > 8 && bmp.masks[3] != 0 ? AlphaKind::Straight : AlphaKind::None;
    picture.color = bmp.color;
    if (bmp.packing != BmpPacking::None)
        picture.compression = "rle";
    return picture;
}

/// The bits of a mask as a number from 0 to 1.
float masked(std::uint32_t pixel, std::uint32_t mask) {
    const int shift = std::countr_zero(mask);
    return static_cast<float>(static_cast<double>((pixel & mask) >> shift) /
                              static_cast<double>(mask >> shift));
}

std::size_t rowOf(const BmpHeader& bmp, int stored) {
    return static_cast<std::size_t>(bmp.isTopDown ? stored : bmp.height - 1 - stored);
}

void setColors(Image& image, std::size_t at, const std::array<unsigned char, 3>& rgb) {
    for (std::size_t c = 0; c < 3; ++c)
        image.plane(static_cast<int>(c))[at] = static_cast<float>(rgb[c]) / 255.0F;
}

void setFromPalette(const ReadableFile& file, const BmpHeader& bmp, Image& image, std::size_t at,
                    std::size_t index) {
    if (index >= bmp.palette.size())
        throw Error::corrupt(file.path(), "a pixel has a colour that its palette does not have");
    setColors(image, at, bmp.palette[index]);
}

/// One pixel of a stored row into the picture.
void takePixel(const ReadableFile& file, const BmpHeader& bmp,
               const std::vector<unsigned char>& row, std::size_t x, Image& image, std::size_t at) {
    const auto bits = static_cast<std::size_t>(bmp.bits);
    if (bits <= 8) {
        const std::size_t perByte = 8 / bits;
        const std::size_t shift = (perByte - 1 - x % perByte) * bits;
        setFromPalette(file, bmp, image, at, (row[x / perByte] >> shift) & ((1U << bits) - 1U));
        return;
    }
    const unsigned char* bytes = row.data() + x * bits / 8;
    if (bits == 24) {
        setColors(image, at, {bytes[2], bytes[1], bytes[0]});
        return;
    }
    std::uint32_t pixel = 0;
    for (std::size_t i = 0; i < bits / 8; ++i)
        pixel |= static_cast<std::uint32_t>(bytes[i]) << (8 * i);
    for (int c = 0; c < 3; ++c)
        image.plane(c)[at] = masked(pixel, bmp.masks[static_cast<std::size_t>(c)]);
    if (!image.mask.empty())
        image.mask[at] = masked(pixel, bmp.masks[3]);
}

void readPlainRows(ReadableFile& file, const BmpHeader& bmp, Image& image) {
    std::vector<unsigned char> row(bmp.rowBytes());
    const auto width = static_cast<std::size_t>(bmp.width);
    const std::size_t used = (width * static_cast<std::size_t>(bmp.bits) + 7) / 8;
    for (int y = 0; y < bmp.height; ++y) {
        // Some writers leave out what would fill up the last row.
        file.readAll(std::span(row).first(y + 1 < bmp.height ? row.size() : used));
        for (std::size_t x = 0; x < width; ++x)
            takePixel(file, bmp, row, x, image, rowOf(bmp, y) * width + x);
    }
}

/// Run lengths: n > 0: n pixels of a colour (two colours in turn with 4 bits); 0, n > 2: n pixels
/// follow, padded to an even count of bytes; 0, 0: the line ends; 0, 1: the picture ends; 0, 2, x,
/// y: go on there. What is passed over has the first colour.
class BmpRunLengths {
public:
    BmpRunLengths(ReadableFile& file, const BmpHeader& bmp, Image& image)
        : m_file(file), m_bmp(bmp), m_image(image) {}

    void read() {
        for (std::size_t i = 0; i < m_image.planeSize(); ++i)
            setColors(m_image, i, m_bmp.palette.front());
        while (m_y < m_bmp.height) {
            if (isWhole() && m_file.position() == m_file.size())
                return; // some writers leave out the end of the last row
            const unsigned count = byte();
            const unsigned value = byte();
            if (count > 0) {
                for (unsigned i = 0; i < count; ++i)
                    put(index(value, i));
            } else if (value == 0) {
                m_x = 0;
                ++m_y;
            } else if (value == 1) {
                return;
            } else if (value == 2) {
                m_x = std::min(m_bmp.width, m_x + static_cast<int>(byte()));
                m_y += static_cast<int>(byte());
            } else {
                readLiterals(value);
            }
        }
    }

private:
    bool isWhole() const { return m_y == m_bmp.height - 1 && m_x == m_bmp.width; }

    bool isSmall() const { return m_bmp.packing == BmpPacking::RunLengths4; }

    std::size_t index(unsigned value, unsigned i) const {
        return !isSmall() ? value : i % 2 == 0 ? value >> 4U : value & 15U;
    }

    void readLiterals(unsigned count) {
        const unsigned bytes = isSmall() ? (count + 1) / 2 : count;
        unsigned value = 0;
        for (unsigned i = 0; i < count; ++i) {
            if (!isSmall() || i % 2 == 0)
                value = byte();
            put(index(value, i));
        }
        if (bytes % 2 == 1)
            byte();
    }

    void put(std::size_t index) {
        if (m_x >= m_bmp.width) // some encoders fill up a last byte
            return;
        const std::size_t row = rowOf(m_bmp, m_y) * static_cast<std::size_t>(m_bmp.width);
        setFromPalette(m_file, m_bmp, m_image, row + static_cast<std::size_t>(m_x++), index);
    }

    unsigned byte() {
        unsigned char value = 0;
        m_file.readAll({&value, 1});
        return value;
    }

    ReadableFile& m_file;
    const BmpHeader& m_bmp;
    Image& m_image;
    int m_x = 0;
    int m_y = 0;
};

} // namespace

ImageInfo bmpInfo(ReadableFile& file) {
    return plainInfo(file.path(), describeBmp(readBmpHeader(file)));
}

DecodedPicture readBmp(ReadableFile& file) {
    const BmpHeader bmp = readBmpHeader(file);
    DecodedPicture picture = emptyPicture(describeBmp(bmp));
    file.seek(bmp.pixels);
    if (bmp.packing == BmpPacking::None)
        readPlainRows(file, bmp, picture.image);
    else
        BmpRunLengths(file, bmp, picture.image).read();
    std::vector<float>& mask = picture.image.mask;
    if (!mask.empty() && std::all_of(mask.begin(), mask.end(), [](float a) { return a == 0; })) {
        mask.clear();
        picture.alpha = AlphaKind::None;
    }
    return picture;
}

} // namespace unlit
