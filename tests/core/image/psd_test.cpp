#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

std::string big(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = bytes - 1; i >= 0; --i)
        text.push_back(static_cast<char>(value >> (8 * i)));
    return text;
}

struct PsdParts {
    int channels = 3;
    int width = 2;
    int height = 1;
    int bits = 8;
    int mode = 3;
    std::string colorData;
    std::string layers;
    int compression = 0;
    std::string pixels;
};

std::string psd(const PsdParts& p) {
    return "8BPS" + big(1, 2) + std::string(6, '\0') + big(p.channels, 2) + big(p.height, 4) +
           big(p.width, 4) + big(p.bits, 2) + big(p.mode, 2) + big(p.colorData.size(), 4) +
           p.colorData + big(0, 4) + big(p.layers.size(), 4) + p.layers + big(p.compression, 2) +
           p.pixels;
}

class PsdTest : public ImageFolderTest {
protected:
    LoadedImage read(const PsdParts& parts) const {
        return readImage(writeBytes("a.psd", psd(parts)));
    }

    static std::vector<float> first(const LoadedImage& picture) {
        std::vector<float> values;
        for (int c = 0; c < 3; ++c)
            values.push_back(picture.image.plane(c)[0]);
        return values;
    }
};

} // namespace

TEST_F(PsdTest, rgb_of_8_and_16_bits_is_read) {
    PsdParts parts;
    parts.pixels = {'\x33', 0, '\x66', 0, '\xff', 0};
    EXPECT_EQ(first(read(parts)), (std::vector<float>{0.2F, 0.4F, 1.0F}));
    parts.bits = 16;
    parts.pixels =
        big(0x3333, 2) + big(0, 2) + big(0x6666, 2) + big(0, 2) + big(0xFFFF, 2) + big(0, 2);
    EXPECT_EQ(first(read(parts)), (std::vector<float>{0.2F, 0.4F, 1.0F}));
    EXPECT_EQ(readImageInfo(folder / "a.psd").format, "psd");
}

TEST_F(PsdTest, run_lengths_are_unpacked) {
    PsdParts parts;
    parts.width = 4;
    parts.compression = 1;
    // Three rows, one a channel: a run of four; four literals; a run of three and one literal.
    const std::string red = {'\xfd', '\x33'};
    const std::string green = {'\x03', 0, '\x33', '\x66', '\xff'};
    const std::string blue = {'\xfe', '\x33', 0, '\x66'};
    parts.pixels =
        big(red.size(), 2) + big(green.size(), 2) + big(blue.size(), 2) + red + green + blue;
    const LoadedImage picture = read(parts);
    const std::vector<float> expected = {0.2F, 0.2F, 0.2F, 0.2F, 0,    0.2F,
                                         0.4F, 1,    0.2F, 0.2F, 0.2F, 0.4F};
    EXPECT_EQ(picture.image.samples, expected);
    parts.pixels[6] = '\xf0'; // a run of 17 in a row of 4
    EXPECT_EQ(errorOf([&] { read(parts); }).kind(), ErrorKind::Corrupt);
}

TEST_F(PsdTest, inks_are_stored_as_light) {
    PsdParts parts;
    parts.channels = 4;
    parts.mode = 4;
    parts.width = 1;
    parts.pixels = {'\xff', '\x80', 0, '\xff'};
    const LoadedImage picture = read(parts);
    EXPECT_NEAR(picture.image.samples[0], 1.0F, 1e-6);
    EXPECT_NEAR(picture.image.samples[1], 128.0F / 255, 1e-6);
    EXPECT_NEAR(picture.image.samples[2], 0.0F, 1e-6);
}

TEST_F(PsdTest, indexed_and_bitmap_pictures_are_read) {
    PsdParts parts;
    parts.channels = 1;
    parts.mode = 2;
    parts.colorData = std::string(768, '\0');
    parts.colorData[5] = '\x33';
    parts.colorData[256 + 5] = '\x66';
    parts.pixels = {5, 0};
    EXPECT_EQ(first(read(parts)), (std::vector<float>{0.2F, 0.4F, 0.0F}));
    parts.mode = 0;
    parts.bits = 1;
    parts.colorData.clear();
    parts.pixels = {'\x40'}; // white, black
    EXPECT_EQ(read(parts).image.plane(1)[0], 1.0F);
    EXPECT_EQ(read(parts).image.plane(1)[1], 0.0F);
}

TEST_F(PsdTest, the_transparency_of_the_merged_picture_is_the_mask) {
    PsdParts parts;
    parts.channels = 4;
    parts.width = 1;
    parts.pixels = {0, 0, 0, '\x33'};
    EXPECT_TRUE(read(parts).image.mask.empty()); // some saved selection
    EXPECT_EQ(read(parts).notes, std::vector<std::string>{"1 channel is neither colour nor said to "
                                                          "be alpha, and left out"});
    EXPECT_EQ(readImageInfo(folder / "a.psd").notes, read(parts).notes);
    parts.layers = big(2, 4) + big(0xFFFF, 2) + std::string(4, '\0'); // -1 layers
    EXPECT_EQ(read(parts).image.mask, std::vector<float>{0.2F});
    EXPECT_TRUE(read(parts).notes.empty());
}

TEST_F(PsdTest, every_changed_byte_gives_a_picture_or_an_error) {
    PsdParts parts;
    parts.compression = 1;
    parts.width = 4;
    parts.height = 2;
    const std::string row = {'\x03', 0, '\x33', '\x66', '\xff'};
    for (int i = 0; i < 6; ++i)
        parts.pixels += big(row.size(), 2);
    for (int i = 0; i < 6; ++i)
        parts.pixels += row;
    parts.layers = big(2, 4) + big(0xFFFF, 2) + std::string(4, '\0');
    const std::string good = psd(parts);
    for (std::size_t at = 4; at < good.size(); ++at)
        for (const int value : {0x00, 0x01, 0x7F, 0x80, 0xFF}) {
            std::string bytes = good;
            bytes[at] = static_cast<char>(value);
            const auto path = writeBytes("changed.psd", bytes);
            try {
                const LoadedImage picture = readImage(path);
                EXPECT_EQ(picture.image.samples.size(), picture.image.planeSize() * 3);
            } catch (const Error& error) {
                EXPECT_NE(std::string(error.what()).find("changed.psd"), std::string::npos);
                EXPECT_NE(error.kind(), ErrorKind::Internal) << error.what();
            }
        }
}

TEST_F(PsdTest, truncated_huge_and_unknown_documents_are_refused) {
    PsdParts parts;
    parts.pixels = std::string(6, 'x');
    const std::string good = psd(parts);
    for (std::size_t length = 4; length < good.size(); ++length)
        EXPECT_EQ(errorOf([&] {
                      readImage(writeBytes("cut.psd", good.substr(0, length)));
                  }).kind() == ErrorKind::Internal,
                  false)
            << length;
    parts.width = parts.height = 10000;
    EXPECT_EQ(errorOf([&] { read(parts); }).kind(), ErrorKind::Corrupt);
    parts = {};
    parts.mode = 9; // Lab
    EXPECT_EQ(errorOf([&] { read(parts); }).kind(), ErrorKind::Unsupported);
}
