#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"

#include <OpenImageIO/imageio.h>

#include <gtest/gtest.h>

#include <array>

using namespace unlit;

namespace {

class OtherFormatsTest : public ImageFolderTest {
protected:
    /// Levels 0, 1, 2, … of R,G,B in a 4x2 picture.
    std::filesystem::path writeLevels(const std::string& name, const char* format,
                                      OIIO::TypeDesc type) const {
        OIIO::ImageSpec spec(4, 2, 3, type);
        std::vector<unsigned char> pixels;
        for (unsigned char level = 0; level < 24; ++level)
            pixels.push_back(static_cast<unsigned char>(level * 10));
        auto output = OIIO::ImageOutput::create(format);
        EXPECT_TRUE(output && output->open((folder / name).string(), spec)) << name;
        EXPECT_TRUE(output->write_image(OIIO::TypeDesc::UINT8, pixels.data())) << name;
        output->close();
        return folder / name;
    }

    static void expectLevels(const Image& image, float tolerance) {
        ASSERT_EQ(image.width, 4);
        ASSERT_EQ(image.height, 2);
        for (std::size_t pixel = 0; pixel < 8; ++pixel)
            for (int c = 0; c < 3; ++c)
                EXPECT_NEAR(image.plane(c)[pixel],
                            static_cast<float>(pixel * 3 + static_cast<std::size_t>(c)) * 10 / 255,
                            tolerance)
                    << pixel << " " << c;
    }
};

} // namespace

TEST_F(OtherFormatsTest, bmp_and_tga_are_read_exactly) {
    for (const auto& [name, format] : {std::pair{"a.bmp", "bmp"}, {"a.tga", "targa"}}) {
        const LoadedImage picture = readImage(writeLevels(name, format, OIIO::TypeDesc::UINT8));
        expectLevels(picture.image, 1e-7F);
        EXPECT_EQ(picture.image.space, ColorSpace::Srgb) << name;
        EXPECT_EQ(readImageInfo(folder / name).format, format);
    }
}

// Of libwebp's own `cwebp -lossless -exact`, and what its `dwebp` makes of them: the writer of
// OpenImageIO turns colours to YUV and back before it stores them "lossless", each version to
// others.
TEST_F(OtherFormatsTest, webp_is_read_exactly_where_it_was_written_without_loss) {
    const std::array<unsigned char, 54> bytes = {
        0x52, 0x49, 0x46, 0x46, 0x2e, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50,
        0x38, 0x4c, 0x22, 0x00, 0x00, 0x00, 0x2f, 0x03, 0x40, 0x00, 0x00, 0x3f, 0x20, 0x90,
        0x4d, 0x76, 0x91, 0xfc, 0x41, 0x83, 0x18, 0x8f, 0x0b, 0x78, 0xcc, 0x7f, 0x62, 0x3b,
        0x04, 0x02, 0x64, 0x6c, 0x41, 0x8b, 0x16, 0x2d, 0x22, 0xfa, 0x1f, 0xd8};
    const LoadedImage picture = readImage(writeBytes("a.webp", {bytes.begin(), bytes.end()}));
    ASSERT_EQ(picture.image.planeSize(), 8U);
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(picture.image.plane(static_cast<int>(c))[i],
                        static_cast<float>(30 * i + c) / 255, 1e-7F)
                << i << " " << c;
    EXPECT_TRUE(picture.image.mask.empty());
    EXPECT_EQ(picture.image.space, ColorSpace::Srgb);
    EXPECT_EQ(readImageInfo(folder / "a.webp").format, "webp");
}

TEST_F(OtherFormatsTest, webp_has_straight_colours_under_its_alpha) {
    const std::array<unsigned char, 64> bytes = {
        0x52, 0x49, 0x46, 0x46, 0x38, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56,
        0x50, 0x38, 0x4c, 0x2b, 0x00, 0x00, 0x00, 0x2f, 0x03, 0x40, 0x00, 0x10, 0x3f,
        0xb0, 0x1e, 0xe3, 0x71, 0x01, 0x0f, 0x35, 0x6d, 0x1b, 0x41, 0xe5, 0x8f, 0xa8,
        0xe3, 0x37, 0x1d, 0xa9, 0x6b, 0x60, 0xc7, 0xef, 0xbc, 0xde, 0xff, 0x07, 0x81,
        0x00, 0x19, 0x5b, 0xd0, 0xa2, 0x45, 0x8b, 0x88, 0xfe, 0x07, 0x36, 0x00};
    const std::array<int, 8> alpha = {255, 255, 200, 128, 64, 3, 1, 0};
    const LoadedImage picture = readImage(writeBytes("a.webp", {bytes.begin(), bytes.end()}));
    EXPECT_EQ(picture.alpha, AlphaKind::Straight);
    ASSERT_EQ(picture.image.mask.size(), 8U);
    for (std::size_t i = 0; i < 8; ++i) {
        EXPECT_NEAR(picture.image.mask[i], static_cast<float>(alpha[i]) / 255, 1e-7F) << i;
        for (std::size_t c = 0; c < 3 && alpha[i] > 0; ++c)
            EXPECT_NEAR(picture.image.plane(static_cast<int>(c))[i],
                        static_cast<float>(30 * i + c) / 255, 1e-7F)
                << i << " " << c;
    }
}

TEST_F(OtherFormatsTest, radiance_hdr_is_scene_linear) {
    const LoadedImage picture = readImage(writeLevels("a.hdr", "hdr", OIIO::TypeDesc::FLOAT));
    expectLevels(picture.image, 0.005F); // 8 bits of mantissa, shared by the three channels
    EXPECT_EQ(picture.image.space, ColorSpace::Linear);
    EXPECT_TRUE(picture.isFloat);
}

TEST_F(OtherFormatsTest, tiff_of_8_and_16_bits_is_display_encoded) {
    for (const auto type : {OIIO::TypeDesc::UINT8, OIIO::TypeDesc::UINT16}) {
        const LoadedImage picture = readImage(writeLevels("a.tif", "tiff", type));
        expectLevels(picture.image, 1e-5F);
        EXPECT_EQ(picture.image.space, ColorSpace::Srgb);
        EXPECT_FALSE(picture.isFloat);
    }
}

TEST_F(OtherFormatsTest, a_written_tiff_comes_back_bit_for_bit) {
    Image image = countingImage(130, 70, -0.37F, ColorSpace::Linear);
    image.mask.assign(image.planeSize(), 0.5F);
    writeImage(folder / "a.tif", image, {FileFormat::Tiff, false, false});
    const LoadedImage back = readImage(folder / "a.tif");
    EXPECT_EQ(back.image.samples, image.samples);
    EXPECT_EQ(back.image.mask, image.mask);
    EXPECT_EQ(back.image.space, ColorSpace::Linear);
    EXPECT_TRUE(back.isFloat);
}

TEST_F(OtherFormatsTest, kinds_that_are_not_read_are_named) {
    const auto path = writeBytes("a.gif", "GIF89a and so on");
    const Error error = errorOf([&] { readImage(path); });
    EXPECT_EQ(error.kind(), ErrorKind::Unsupported);
    EXPECT_NE(std::string(error.what()).find("GIF"), std::string::npos);
}

TEST(ImageSuffix, knows_what_is_read_in_any_case) {
    EXPECT_TRUE(hasImageSuffix("a/b.EXR"));
    EXPECT_TRUE(hasImageSuffix("c.jpeg"));
    EXPECT_FALSE(hasImageSuffix("c.txt"));
    EXPECT_FALSE(hasImageSuffix("exr"));
}
