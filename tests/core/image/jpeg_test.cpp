#include "core/image/exif.h"
#include "core/image/image_file.h"
#include "tests/core/image/image_test_support.h"

#include <OpenImageIO/imageio.h>

#include <gtest/gtest.h>

using namespace unlit;

namespace {

class JpegTest : public ImageFolderTest {
protected:
    /// Left half and right half, upper and lower, each of one colour: 32x16 pixels.
    void writeQuarters(const std::string& name, int orientation) const {
        constexpr int width = 32;
        constexpr int height = 16;
        OIIO::ImageSpec spec(width, height, 3, OIIO::TypeDesc::UINT8);
        spec["CompressionQuality"] = 100;
        if (orientation != 0)
            spec["Orientation"] = orientation;
        std::vector<unsigned char> pixels;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const bool right = x >= width / 2;
                const bool low = y >= height / 2;
                // upper left red, upper right green, lower left blue, lower right white
                pixels.push_back(!right != low ? 255 : (right && low ? 255 : 0));
                pixels.push_back(right ? 255 : 0);
                pixels.push_back(low ? 255 : 0);
                if (!right)
                    pixels[pixels.size() - 3] = low ? 0 : 255;
                if (right && !low)
                    pixels[pixels.size() - 3] = 0;
            }
        auto output = OIIO::ImageOutput::create("jpeg");
        ASSERT_TRUE(output->open((folder / name).string(), spec));
        ASSERT_TRUE(output->write_image(OIIO::TypeDesc::UINT8, pixels.data()));
        output->close();
    }

    static char colorAt(const Image& image, double x, double y) {
        const auto column = static_cast<std::size_t>(x * image.width);
        const auto row = static_cast<std::size_t>(y * image.height);
        const std::size_t at = row * static_cast<std::size_t>(image.width) + column;
        const bool r = image.plane(0)[at] > 0.5F;
        const bool g = image.plane(1)[at] > 0.5F;
        const bool b = image.plane(2)[at] > 0.5F;
        if (r && g && b)
            return 'w';
        return r ? 'r' : g ? 'g' : 'b';
    }

    // Upper left, upper right, lower left, lower right.
    static std::string quarters(const Image& image) {
        return {colorAt(image, 0.25, 0.25), colorAt(image, 0.75, 0.25), colorAt(image, 0.25, 0.75),
                colorAt(image, 0.75, 0.75)};
    }
};

} // namespace

TEST_F(JpegTest, is_read_as_srgb_bytes) {
    writeQuarters("a.jpg", 0);
    const LoadedImage picture = readImage(folder / "a.jpg");
    EXPECT_EQ(picture.image.width, 32);
    EXPECT_EQ(picture.image.height, 16);
    EXPECT_EQ(quarters(picture.image), "rgbw");
    EXPECT_EQ(picture.image.space, ColorSpace::Srgb);
    EXPECT_FALSE(picture.isFloat);
    EXPECT_NEAR(picture.image.plane(0)[0], 1.0F, 3.0F / 255);
}

// EXIF 2.32, 4.6.4: where the first row and column of the stored picture belong.
TEST_F(JpegTest, stands_upright_for_every_exif_orientation) {
    const std::array<std::string, 9> upright = {"",     "rgbw", "grwb", "wbgr", "bwrg",
                                                "rbgw", "brwg", "wgbr", "gwrb"};
    for (int orientation = 1; orientation <= 8; ++orientation) {
        writeQuarters("a.jpg", orientation);
        const LoadedImage picture = readImage(folder / "a.jpg");
        EXPECT_EQ(quarters(picture.image), upright[static_cast<std::size_t>(orientation)])
            << orientation;
        EXPECT_EQ(picture.image.width, orientation >= 5 ? 16 : 32) << orientation;
        const ImageInfo info = readImageInfo(folder / "a.jpg");
        EXPECT_EQ(info.width, picture.image.width);
        EXPECT_EQ(info.height, picture.image.height);
    }
}

TEST_F(JpegTest, a_cut_off_stream_is_refused_and_not_filled_with_grey) {
    writeQuarters("a.jpg", 0);
    const std::string good = readBytes(folder / "a.jpg");
    for (std::size_t length = 4; length + 3 < good.size(); length += 11) {
        const Error error =
            errorOf([&] { readImage(writeBytes("cut.jpg", good.substr(0, length))); });
        EXPECT_EQ(error.kind(), ErrorKind::Corrupt) << length << ": " << error.what();
    }
}

TEST_F(JpegTest, every_changed_byte_gives_a_picture_or_an_error) {
    writeQuarters("a.jpg", 6);
    const std::string good = readBytes(folder / "a.jpg");
    for (std::size_t at = 3; at < good.size(); at += 3) {
        std::string bytes = good;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x5A);
        try {
            readImage(writeBytes("changed.jpg", bytes));
        } catch (const Error& error) {
            EXPECT_NE(error.kind(), ErrorKind::Internal) << at << ": " << error.what();
        }
    }
}

TEST(ExifOrientation, ignores_damaged_blocks) {
    EXPECT_EQ(readExif({}).orientation, 1);
    const std::vector<unsigned char> shortBlock = {'I', 'I', 42, 0};
    EXPECT_EQ(readExif(shortBlock).orientation, 1);
    const std::vector<unsigned char> farDirectory = {'I', 'I', 42, 0, 0xFF, 0xFF, 0xFF, 0xFF};
    EXPECT_EQ(readExif(farDirectory).orientation, 1);
    const std::vector<unsigned char> six = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1,
                                            18,  0,   3, 0,  0, 0, 1, 0, 6, 0, 0};
    EXPECT_EQ(readExif(six).orientation, 6);
    std::vector<unsigned char> nine = six;
    nine[19] = 9;
    EXPECT_EQ(readExif(nine).orientation, 1);
}
