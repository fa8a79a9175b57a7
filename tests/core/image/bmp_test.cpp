// BMPs written here by their specification: headers of every age, masks, run lengths, colours.
#include "core/image/image_file.h"

#include "tests/core/image/byte_text.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

using namespace unlit;

namespace {

struct BmpSetup {
    int width = 2;
    int height = 1;
    int bits = 32;
    std::uint32_t compression = 0;
    std::uint32_t headerBytes = 40;
    std::string more;    ///< behind the 40 bytes of the header, up to its end
    std::string between; ///< masks or a palette
    std::string pixels;
    std::string behind; ///< after the pixels: a profile
};

std::string bmpOf(const BmpSetup& s) {
    std::string header = littleEndian(s.headerBytes, 4) +
                         littleEndian(static_cast<std::uint32_t>(s.width), 4) +
                         littleEndian(static_cast<std::uint32_t>(s.height), 4) +
                         littleEndian(1, 2) + littleEndian(static_cast<std::uint32_t>(s.bits), 2) +
                         littleEndian(s.compression, 4) + std::string(20, '\0') + s.more;
    header.resize(s.headerBytes, '\0');
    const auto start = static_cast<std::uint32_t>(14 + header.size() + s.between.size());
    return "BM" + littleEndian(0, 4) + littleEndian(0, 4) + littleEndian(start, 4) + header +
           s.between + s.pixels + s.behind;
}

std::string masksOf(std::uint32_t r, std::uint32_t g, std::uint32_t b) {
    return littleEndian(r, 4) + littleEndian(g, 4) + littleEndian(b, 4);
}

class BmpTest : public ImageFolderTest {
protected:
    LoadedImage read(const BmpSetup& setup) const {
        return readImage(writeBytes("a.bmp", bmpOf(setup)));
    }

    /// Of one pixel, in 8-bit levels.
    static std::array<float, 3> levels(const LoadedImage& picture, std::size_t at = 0) {
        return {picture.image.plane(0)[at] * 255, picture.image.plane(1)[at] * 255,
                picture.image.plane(2)[at] * 255};
    }

    static void expectLevels(const LoadedImage& picture, std::array<float, 3> expected,
                             std::size_t at = 0) {
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(levels(picture, at)[c], expected[c], 1e-3) << at << " " << c;
    }
};

} // namespace

TEST_F(BmpTest, the_fourth_byte_of_a_plain_pixel_is_padding) {
    BmpSetup setup;
    setup.pixels = std::string("\x32\x64\xC8\x00\x01\x02\x03\xFF", 8);
    const LoadedImage picture = read(setup);
    expectLevels(picture, {200, 100, 50});
    expectLevels(picture, {3, 2, 1}, 1);
    EXPECT_TRUE(picture.image.mask.empty());
    // A header with masks changes nothing while the compression does not say that they count.
    setup.headerBytes = 108;
    setup.more = masksOf(0xFF, 0xFF00, 0xFF0000) + littleEndian(0xFF000000, 4);
    expectLevels(read(setup), {200, 100, 50});
    EXPECT_EQ(readImageInfo(folder / "a.bmp").alpha, AlphaKind::None);
}

TEST_F(BmpTest, masks_say_where_colours_and_alpha_are) {
    BmpSetup setup;
    setup.compression = 3;
    setup.headerBytes = 56;
    setup.more = masksOf(0xFF, 0xFF00, 0xFF0000) + littleEndian(0xFF000000, 4);
    setup.pixels = std::string("\xC8\x64\x32\x80\xC8\x64\x32\xFF", 8);
    const LoadedImage picture = read(setup);
    expectLevels(picture, {200, 100, 50});
    ASSERT_EQ(picture.image.mask.size(), 2U);
    EXPECT_NEAR(picture.image.mask[0], 128.0F / 255, 1e-6);
    EXPECT_EQ(picture.image.mask[1], 1.0F);
    setup.pixels = std::string("\xC8\x64\x32\x00\xC8\x64\x32\x00", 8); // nobody sees nothing
    EXPECT_TRUE(read(setup).image.mask.empty());
}

TEST_F(BmpTest, sixteen_bits_are_five_of_each_colour_unless_masks_say_more) {
    BmpSetup setup;
    setup.bits = 16;
    setup.pixels = littleEndian(31U << 10U | 0U << 5U | 16U, 2) + littleEndian(0x7FFF, 2);
    expectLevels(read(setup), {255, 0, 255.0F * 16 / 31});
    setup.compression = 3;
    setup.between = masksOf(0xF800, 0x7E0, 0x1F);
    setup.pixels = littleEndian(0U << 11U | 63U << 5U | 31U, 2) + littleEndian(0, 2);
    expectLevels(read(setup), {0, 255, 255});
}

TEST_F(BmpTest, rows_stand_upside_down_unless_the_height_is_negative) {
    BmpSetup setup;
    setup.bits = 24;
    setup.width = 1;
    setup.height = 2;
    setup.pixels = std::string("\x01\x02\x03\0\x0B\x0C\x0D\0", 8);
    expectLevels(read(setup), {13, 12, 11});
    setup.height = -2;
    expectLevels(read(setup), {3, 2, 1});
}

TEST_F(BmpTest, palettes_of_all_widths_are_read) {
    BmpSetup setup;
    setup.width = 3;
    setup.between = std::string("\x0A\x14\x1E\0\x28\x32\x3C\0", 8);
    for (const auto& [bits, row] : {std::pair{1, std::string("\x40\0\0\0", 4)},
                                    {4, std::string("\x01\x00\0\0", 4)},
                                    {8, std::string("\x00\x01\x00\0", 4)}}) {
        setup.bits = bits;
        setup.pixels = row;
        const LoadedImage picture = read(setup);
        expectLevels(picture, {30, 20, 10}, 0);
        expectLevels(picture, {60, 50, 40}, 1);
        expectLevels(picture, {30, 20, 10}, 2);
    }
    setup.pixels = std::string("\x00\x07\x00\0", 4);
    EXPECT_NE(std::string(errorOf([&] { read(setup); }).what()).find("palette"), std::string::npos);
}

// Two pixels of colour 1; then 3 literals and their padding; end of line; a jump; end of picture.
TEST_F(BmpTest, run_lengths_are_unpacked) {
    BmpSetup setup;
    setup.width = 5;
    setup.height = 2;
    setup.bits = 8;
    setup.compression = 1;
    setup.between = std::string("\0\0\0\0\1\1\1\0\2\2\2\0\3\3\3\0", 16);
    setup.pixels = std::string("\2\1\0\3\2\3\2\0\0\0\0\2\4\0\1\3\0\1", 18);
    const LoadedImage picture = read(setup);
    const std::array<float, 10> expected = {0, 0, 0, 0, 3, 1, 1, 2, 3, 2};
    for (std::size_t i = 0; i < expected.size(); ++i)
        expectLevels(picture, {expected[i], expected[i], expected[i]}, i);
    setup.bits = 4;
    setup.compression = 2;
    setup.pixels = std::string("\5\x12\0\0\0\5\x12\x31\x20\0\0\1", 12);
    const LoadedImage small = read(setup);
    const std::array<float, 10> colors = {1, 2, 3, 1, 2, 1, 2, 1, 2, 1};
    for (std::size_t i = 0; i < colors.size(); ++i)
        expectLevels(small, {colors[i], colors[i], colors[i]}, i);
}

TEST_F(BmpTest, steps_beyond_the_row_stay_there) {
    BmpSetup setup;
    setup.width = 5;
    setup.height = 2;
    setup.bits = 8;
    setup.compression = 1;
    setup.between = std::string("\0\0\0\0\1\1\1\0\2\2\2\0\3\3\3\0", 16);
    for (int i = 0; i < 9'000'000; ++i) // would come round to what lies before the row
        setup.pixels += std::string("\0\2\xff\0", 4);
    setup.pixels += std::string("\5\1\0\1", 4);
    const LoadedImage picture = read(setup);
    for (std::size_t i = 0; i < 10; ++i)
        expectLevels(picture, {0, 0, 0}, i);
}

TEST_F(BmpTest, the_header_of_os2_is_read) {
    const std::string bytes = "BM" + std::string(8, '\0') + littleEndian(26, 4) +
                              littleEndian(12, 4) + littleEndian(1, 2) + littleEndian(1, 2) +
                              littleEndian(1, 2) + littleEndian(24, 2) +
                              std::string("\x32\x64\xC8\0", 4);
    expectLevels(readImage(writeBytes("os2.bmp", bytes)), {200, 100, 50});
}

// BITMAPV4HEADER: endpoints of Adobe RGB as XYZ (Adobe RGB (1998), 4.3.5.3), gamma 2.2.
TEST_F(BmpTest, calibrated_colours_of_version_4_are_converted) {
    BmpSetup setup;
    setup.width = 1;
    setup.bits = 24;
    setup.headerBytes = 108;
    setup.more = std::string(16, '\0') + littleEndian(0, 4);
    for (const double value :
         {0.57667, 0.29734, 0.02703, 0.18556, 0.62736, 0.07069, 0.18823, 0.07529, 0.99134})
        setup.more += littleEndian(static_cast<std::uint32_t>(std::lround(value * (1U << 30U))), 4);
    for (int i = 0; i < 3; ++i)
        setup.more += littleEndian(static_cast<std::uint32_t>(std::lround(2.2 * 65536)), 4);
    setup.pixels = std::string("\x32\x64\xC8\0", 4);
    const LoadedImage picture = read(setup);
    EXPECT_EQ(picture.image.space, ColorSpace::Srgb);
    // The published matrix from Adobe RGB's light to sRGB's; encoded by hand: red is beyond sRGB.
    const double r = std::pow(200 / 255.0, 2.2);
    const double g = std::pow(100 / 255.0, 2.2);
    EXPECT_GT(1.39836 * r - 0.39836 * g, 0.7);
    const double encoded = 1.055 * std::pow(1.39836 * r - 0.39836 * g, 1 / 2.4) - 0.055;
    EXPECT_NEAR(picture.image.plane(0)[0], encoded, 2e-3);
}

TEST_F(BmpTest, a_profile_that_lies_elsewhere_is_said_to_be_missing) {
    BmpSetup setup;
    setup.width = 1;
    setup.bits = 24;
    setup.headerBytes = 124;
    setup.more = std::string(16, '\0') + littleEndian(0x4C494E4B, 4);
    setup.pixels = std::string("\x32\x64\xC8\0", 4);
    EXPECT_NE(read(setup).spaceReason.find("cannot be used"), std::string::npos);
}

TEST_F(BmpTest, what_does_not_fit_together_is_refused_in_a_sentence) {
    BmpSetup setup;
    setup.pixels = std::string(8, '\0');
    const std::string good = bmpOf(setup);
    for (std::size_t length = 2; length < good.size(); ++length)
        errorOf([&] { readImage(writeBytes("cut.bmp", good.substr(0, length))); });
    setup.compression = 5;
    EXPECT_EQ(errorOf([&] { read(setup); }).kind(), ErrorKind::Unsupported);
    setup.compression = 0;
    setup.bits = 17;
    EXPECT_EQ(errorOf([&] { read(setup); }).kind(), ErrorKind::Unsupported);
    setup.bits = 32;
    setup.width = 100000;
    EXPECT_EQ(errorOf([&] { read(setup); }).kind(), ErrorKind::Corrupt);
}

// BITMAPFILEHEADER's bfOffBits is 0 in files of some writers; behind the header stand masks, the
// palette and the pixels, in this order.
TEST_F(BmpTest, pixels_without_a_place_follow_header_masks_and_palette) {
    const auto withOffset = [&](const BmpSetup& setup, std::uint32_t offset) {
        std::string bytes = bmpOf(setup);
        bytes.replace(10, 4, littleEndian(offset, 4));
        return readImage(writeBytes("a.bmp", bytes));
    };
    BmpSetup plain;
    plain.width = 1;
    plain.bits = 24;
    plain.pixels = std::string("\x32\x64\xC8\0", 4);
    expectLevels(withOffset(plain, 0), {200, 100, 50});
    BmpSetup masked = plain;
    masked.bits = 32;
    masked.compression = 3;
    masked.between = masksOf(0xFF0000, 0xFF00, 0xFF);
    expectLevels(withOffset(masked, 0), {200, 100, 50});
    BmpSetup indexed = plain;
    indexed.bits = 1;
    indexed.between = std::string("\0\0\0\0\x32\x64\xC8\0", 8);
    indexed.pixels = std::string("\x80\0\0\0", 4);
    expectLevels(withOffset(indexed, 0), {200, 100, 50});
    EXPECT_NE(std::string(errorOf([&] { withOffset(plain, 30); }).what()).find("inside its header"),
              std::string::npos);
}

TEST_F(BmpTest, what_fills_up_the_last_row_may_be_missing) {
    BmpSetup setup;
    setup.width = 1;
    setup.bits = 24;
    setup.pixels = "\x32\x64\xC8";
    expectLevels(read(setup), {200, 100, 50});
    setup.pixels = "\x32\x64";
    EXPECT_NE(std::string(errorOf([&] { read(setup); }).what()).find("too early"),
              std::string::npos);
    setup.bits = 8;
    setup.width = 2;
    setup.compression = 1;
    setup.between = std::string("\0\0\0\0\x32\x64\xC8\0", 8);
    setup.pixels = "\2\1"; // neither the end of the line nor that of the picture
    expectLevels(read(setup), {200, 100, 50}, 1);
}

TEST_F(BmpTest, masks_with_gaps_are_refused) {
    BmpSetup setup;
    setup.compression = 3;
    setup.between = masksOf(0xF0F00000, 0xFF00, 0xFF);
    setup.pixels = std::string(8, '\xFF');
    EXPECT_NE(std::string(errorOf([&] { read(setup); }).what()).find("gaps"), std::string::npos);
}
