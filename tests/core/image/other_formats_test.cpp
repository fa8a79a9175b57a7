#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"

#include <OpenImageIO/imageio.h>

#include <gtest/gtest.h>

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

TEST_F(OtherFormatsTest, webp_is_read_exactly_where_it_was_written_without_loss) {
    OIIO::ImageSpec spec(4, 2, 4, OIIO::TypeDesc::UINT8);
    spec["compression"] = "lossless";
    spec["CompressionQuality"] = 100;
    std::vector<unsigned char> pixels;
    for (unsigned char level = 0; level < 8; ++level)
        for (const int part : {0, 1, 2, 255})
            pixels.push_back(static_cast<unsigned char>(part == 255 ? 255 : level * 30 + part));
    auto output = OIIO::ImageOutput::create("webp");
    ASSERT_TRUE(output && output->open((folder / "a.webp").string(), spec));
    ASSERT_TRUE(output->write_image(OIIO::TypeDesc::UINT8, pixels.data()));
    output->close();
    const LoadedImage picture = readImage(folder / "a.webp");
    ASSERT_EQ(picture.image.planeSize(), 8U);
    for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            EXPECT_NEAR(picture.image.plane(static_cast<int>(c))[i], pixels[4 * i + c] / 255.0,
                        2.5 / 255)
                << i << " " << c;
    EXPECT_EQ(picture.image.space, ColorSpace::Srgb);
    EXPECT_EQ(readImageInfo(folder / "a.webp").format, "webp");
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

TEST(FileFormatNames, come_back) {
    for (const FileFormat format :
         {FileFormat::Exr, FileFormat::Png16, FileFormat::Png8, FileFormat::Tiff})
        EXPECT_EQ(fileFormatFromString(toString(format)), format);
    EXPECT_FALSE(fileFormatFromString("jpeg").has_value());
}
