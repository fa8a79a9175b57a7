// Radiance pictures written here by their specification: what their headers say counts.
#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

using namespace unlit;

namespace {

constexpr const char* kMark = "#?RADIANCE\n";
constexpr const char* kRgbe = "FORMAT=32-bit_rle_rgbe\n";

/// Mantissas 128, 64, 32 with the exponent of 1: 1, 0.5, 0.25.
const std::string kOnePixel = "\x80\x40\x20\x81";

class RadianceTest : public ImageFolderTest {
protected:
    LoadedImage read(const std::string& header, const std::string& size = "-Y 1 +X 1",
                     const std::string& pixels = kOnePixel) const {
        return readImage(writeBytes("a.hdr", kMark + header + "\n" + size + "\n" + pixels));
    }

    static std::vector<float> pixel(const LoadedImage& picture, std::size_t at = 0) {
        return {picture.image.plane(0)[at], picture.image.plane(1)[at], picture.image.plane(2)[at]};
    }
};

using Floats = std::vector<float>;

} // namespace

TEST_F(RadianceTest, pixels_are_mantissas_with_one_exponent) {
    EXPECT_EQ(pixel(read(kRgbe)), (Floats{1, 0.5F, 0.25F}));
    EXPECT_EQ(pixel(read("")), (Floats{1, 0.5F, 0.25F})); // a format that is not said is this one
    EXPECT_EQ(pixel(read(kRgbe, "-Y 1 +X 1", std::string("\x80\x40\x20\0", 4))), (Floats{0, 0, 0}));
    EXPECT_TRUE(read(kRgbe).isFloat);
}

TEST_F(RadianceTest, exposures_and_colour_corrections_are_divided_out) {
    EXPECT_EQ(pixel(read(std::string(kRgbe) + "EXPOSURE=2\n")), (Floats{0.5F, 0.25F, 0.125F}));
    EXPECT_EQ(pixel(read(std::string(kRgbe) + "EXPOSURE= 2\nEXPOSURE=2.0\nCOLORCORR= 1 2 4\n")),
              (Floats{0.25F, 0.0625F, 0.015625F}));
    // Indented lines are of pictures that this one was made of.
    const LoadedImage plain = read(std::string(kRgbe) + "\tEXPOSURE=2\n");
    EXPECT_EQ(pixel(plain), (Floats{1, 0.5F, 0.25F}));
    EXPECT_TRUE(plain.notes.empty());
    ASSERT_EQ(read(std::string(kRgbe) + "EXPOSURE=2\n").notes.size(), 1U);
    EXPECT_NE(readImageInfo(folder / "a.hdr").notes.at(0).find("EXPOSURE"), std::string::npos);
    for (const char* line : {"EXPOSURE=0\n", "EXPOSURE=nan\n", "EXPOSURE=much\n", "COLORCORR=1\n"})
        EXPECT_EQ(errorOf([&] { read(std::string(kRgbe) + line); }).kind(), ErrorKind::Corrupt);
}

TEST_F(RadianceTest, primaries_are_converted_from) {
    // Rec.709's own numbers leave the values alone; the others are BT.2020 (ITU-R BT.2087, M2 is
    // the way back: its inverse's first row is 1.6605, -0.5876, -0.0728).
    const LoadedImage same =
        read(std::string(kRgbe) + "PRIMARIES=0.64 0.33 0.30 0.60 0.15 0.06 0.3127 0.3290\n");
    EXPECT_EQ(pixel(same), (Floats{1, 0.5F, 0.25F}));
    const LoadedImage wide =
        read(std::string(kRgbe) + "PRIMARIES=0.708 0.292 0.17 0.797 0.131 0.046 0.3127 0.329\n");
    EXPECT_NEAR(pixel(wide)[0], 1.6605 - 0.5876 * 0.5 - 0.0728 * 0.25, 1e-3);
}

// IEC 61966-2-1: sRGB's white is XYZ 0.9505, 1, 1.089.
TEST_F(RadianceTest, xyz_becomes_rgb) {
    const LoadedImage picture = read("FORMAT=32-bit_rle_xyze\n", "-Y 1 +X 1", "\x7A\x80\x8B\x81");
    for (const float value : pixel(picture))
        EXPECT_NEAR(value, 1, 0.02); // of 8 bits
    EXPECT_NE(picture.spaceReason.find("XYZ"), std::string::npos);
    EXPECT_EQ(errorOf([&] { read("FORMAT=64-bit_all\n"); }).kind(), ErrorKind::Unsupported);
}

TEST_F(RadianceTest, stands_upright_whichever_way_its_size_is_written) {
    const std::string two = std::string("\x80\0\0\x81\0\x80\0\x81", 8); // red, then green
    const auto redFirst = [&](const std::string& size) {
        const LoadedImage picture = read(kRgbe, size, two);
        return std::tuple(picture.image.width, picture.image.height, pixel(picture)[0] == 1);
    };
    EXPECT_EQ(redFirst("-Y 1 +X 2"), std::tuple(2, 1, true));
    EXPECT_EQ(redFirst("-Y 1 -X 2"), std::tuple(2, 1, false));
    EXPECT_EQ(redFirst("-Y 2 +X 1"), std::tuple(1, 2, true));
    EXPECT_EQ(redFirst("+Y 2 +X 1"), std::tuple(1, 2, false));
    EXPECT_EQ(redFirst("+X 2 -Y 1"), std::tuple(2, 1, true));
    EXPECT_EQ(redFirst("-X 2 -Y 1"), std::tuple(2, 1, false));
    EXPECT_EQ(redFirst("+X 1 +Y 2"), std::tuple(1, 2, false));
    EXPECT_EQ(redFirst("-X 1 +Y 2"), std::tuple(1, 2, false));
    for (const char* size : {"Y 1 X 2", "-Y 0 +X 2", "-Y 1 +Y 2", "-Y 1"})
        errorOf([&] { read(kRgbe, size, two); });
}

TEST_F(RadianceTest, both_codings_of_runs_are_read) {
    // New: 9 pixels, each component by itself: 9 times 128; 3 as they are and 6 times 4; 9 times 0.
    const std::string packed = std::string("\2\2\0\x09\x89\x80\3\1\2\3\x86\4\x89\0\x89\x81", 16);
    const LoadedImage coded = read(kRgbe, "-Y 1 +X 9", packed);
    EXPECT_EQ(pixel(coded, 0), (Floats{1, 1.0F / 128, 0}));
    EXPECT_EQ(pixel(coded, 8), (Floats{1, 4.0F / 128, 0}));
    // Old: a pixel, and 1,1,1,n says "n times more"; a second one in a row counts 256 times as
    // much.
    const std::string old = kOnePixel + std::string("\1\1\1\x02", 4) + std::string("\1\1\1\x01", 4);
    const LoadedImage repeated = read(kRgbe, "-Y 1 +X 259", old);
    EXPECT_EQ(pixel(repeated, 258), (Floats{1, 0.5F, 0.25F}));
}

TEST_F(RadianceTest, damage_is_refused_at_every_length) {
    const std::string good = std::string(kMark) + kRgbe + "\n-Y 1 +X 9\n" +
                             std::string("\2\2\0\x09\x89\x80\x89\4\x89\0\x89\x81", 12);
    readImage(writeBytes("good.hdr", good));
    for (std::size_t length = 2; length < good.size(); ++length)
        errorOf([&] { readImage(writeBytes("cut.hdr", good.substr(0, length))); });
    errorOf([&] { read(kRgbe, "-Y 1 +X 9", std::string("\2\2\0\x08", 4) + good.substr(40)); });
    errorOf([&] { read(kRgbe, "-Y 1 +X 2", std::string("\1\1\1\x02", 4)); });
}

TEST_F(RadianceTest, blanks_around_the_sign_of_a_header_line_do_not_count) {
    const std::string pixel = "\x80\x40\x20\x80"; // 0.5 0.25 0.125
    const auto path = writeBytes("blanks.hdr", "#?RADIANCE\nFORMAT = 32-bit_rle_rgbe\nEXPOSURE = "
                                               "2\n=\n\n-Y 1 +X 1\n" +
                                                   pixel);
    EXPECT_NEAR(readImage(path).image.plane(0)[0], 0.25, 1e-6);
}
