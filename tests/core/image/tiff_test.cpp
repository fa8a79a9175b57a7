#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"
#include "tests/core/image/tiff_test_files.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace unlit;

namespace {

class TiffTest : public ImageFolderTest {
protected:
    std::filesystem::path path() const { return folder / "a.tif"; }

    /// The stored values of a file made of `bytes`.
    LoadedImage roundTrip(const TiffSetup& setup, const std::vector<unsigned char>& bytes) const {
        writeTiffFile(path(), setup, bytes);
        return readImage(path());
    }

    static std::vector<float> plane(const LoadedImage& picture, int channel) {
        const auto values = picture.image.plane(channel);
        return {values.begin(), values.end()};
    }
};

std::vector<unsigned char> bytesOf(const auto& values) {
    std::vector<unsigned char> bytes(values.size() * sizeof(values[0]));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

} // namespace

TEST_F(TiffTest, bits_are_black_or_white_either_way_round) {
    TiffSetup setup;
    setup.width = 4;
    setup.height = 1;
    setup.bits = setup.samples = 1;
    setup.photometric = PHOTOMETRIC_MINISBLACK;
    EXPECT_EQ(plane(roundTrip(setup, {0b10100000}), 0), (std::vector<float>{1, 0, 1, 0}));
    setup.photometric = PHOTOMETRIC_MINISWHITE;
    EXPECT_EQ(plane(roundTrip(setup, {0b10100000}), 2), (std::vector<float>{0, 1, 0, 1}));
}

TEST_F(TiffTest, odd_widths_of_samples_are_streams_of_bits) {
    TiffSetup setup;
    setup.width = 2;
    setup.height = 1;
    setup.samples = 1;
    setup.photometric = PHOTOMETRIC_MINISBLACK;
    setup.bits = 12; // 0xFFF, 0x800
    EXPECT_EQ(plane(roundTrip(setup, {0xFF, 0xF8, 0x00}), 0),
              (std::vector<float>{1.0F, 2048.0F / 4095.0F}));
    setup.bits = 24; // 0x800000, 3
    EXPECT_EQ(plane(roundTrip(setup, {0x80, 0, 0, 0, 0, 3}), 0),
              (std::vector<float>{8388608.0F / 16777215.0F, 3.0F / 16777215.0F}));
    setup.bits = 4;
    EXPECT_EQ(plane(roundTrip(setup, {0x3F}), 0), (std::vector<float>{3.0F / 15.0F, 1.0F}));
}

TEST_F(TiffTest, floats_of_16_32_and_64_bits_are_scene_linear) {
    TiffSetup setup;
    setup.width = 2;
    setup.height = 1;
    setup.samples = 1;
    setup.photometric = PHOTOMETRIC_MINISBLACK;
    setup.format = SAMPLEFORMAT_IEEEFP;
    const std::vector<float> expected = {1.5F, -2.0F};
    setup.bits = 16; // IEEE 754 binary16: 0x3E00 = 1.5, 0xC000 = -2
    EXPECT_EQ(plane(roundTrip(setup, bytesOf(std::vector<std::uint16_t>{0x3E00, 0xC000})), 0),
              expected);
    setup.bits = 32;
    const LoadedImage picture = roundTrip(setup, bytesOf(expected));
    EXPECT_EQ(plane(picture, 1), expected);
    EXPECT_EQ(picture.image.space, ColorSpace::Linear);
    EXPECT_TRUE(picture.isFloat);
    setup.bits = 64;
    EXPECT_EQ(plane(roundTrip(setup, bytesOf(std::vector<double>{1.5, -2.0})), 0), expected);
}

TEST_F(TiffTest, signed_samples_keep_their_sign) {
    TiffSetup setup;
    setup.width = 2;
    setup.height = 1;
    setup.samples = 1;
    setup.bits = 16;
    setup.photometric = PHOTOMETRIC_MINISBLACK;
    setup.format = SAMPLEFORMAT_INT;
    EXPECT_EQ(plane(roundTrip(setup, bytesOf(std::vector<std::int16_t>{32767, -32767})), 0),
              (std::vector<float>{1.0F, -1.0F}));
}

TEST_F(TiffTest, palettes_of_words_and_of_bytes_are_looked_up) {
    for (const unsigned scale : {1U, 257U}) {
        TiffSetup setup;
        setup.width = 2;
        setup.height = 1;
        setup.samples = 1;
        setup.photometric = PHOTOMETRIC_PALETTE;
        std::vector<std::uint16_t> red(256, static_cast<std::uint16_t>(51 * scale));
        std::vector<std::uint16_t> green(256, static_cast<std::uint16_t>(102 * scale));
        std::vector<std::uint16_t> blue(256, static_cast<std::uint16_t>(255 * scale));
        red[7] = 0;
        setup.more = [&](TIFF* tiff) {
            TIFFSetField(tiff, TIFFTAG_COLORMAP, red.data(), green.data(), blue.data());
        };
        const LoadedImage picture = roundTrip(setup, {7, 200});
        EXPECT_EQ(plane(picture, 0), (std::vector<float>{0.0F, 0.2F})) << scale;
        EXPECT_EQ(plane(picture, 1), (std::vector<float>{0.4F, 0.4F})) << scale;
        EXPECT_EQ(plane(picture, 2), (std::vector<float>{1.0F, 1.0F})) << scale;
    }
}

TEST_F(TiffTest, inks_take_their_light_away_even_if_called_signed) {
    for (const int format : {SAMPLEFORMAT_UINT, SAMPLEFORMAT_INT}) {
        TiffSetup setup;
        setup.width = 2;
        setup.height = 1;
        setup.samples = 4;
        setup.photometric = PHOTOMETRIC_SEPARATED;
        setup.format = format;
        const LoadedImage picture = roundTrip(setup, {255, 0, 51, 0, 0, 0, 0, 204});
        EXPECT_FLOAT_EQ(picture.image.plane(0)[0], 0.0F);
        EXPECT_FLOAT_EQ(picture.image.plane(1)[0], 1.0F);
        EXPECT_FLOAT_EQ(picture.image.plane(2)[0], 0.8F);
        EXPECT_NEAR(picture.image.plane(1)[1], 0.2F, 1e-6);
    }
}

TEST_F(TiffTest, tiles_are_cut_to_the_picture) {
    TiffSetup setup;
    setup.tile = 16;
    setup.compression = COMPRESSION_LZW;
    std::vector<unsigned char> bytes(16 * 16 * 3, 0);
    for (unsigned char y = 0; y < 2; ++y)
        for (unsigned char x = 0; x < 4; ++x)
            bytes[static_cast<std::size_t>((y * 16 + x) * 3)] =
                static_cast<unsigned char>(51 * x + 5 * y);
    const LoadedImage picture = roundTrip(setup, bytes);
    ASSERT_EQ(picture.image.width, 4);
    ASSERT_EQ(picture.image.height, 2);
    EXPECT_EQ(picture.image.plane(0)[3], 153.0F / 255.0F);
    EXPECT_EQ(picture.image.plane(0)[7], 158.0F / 255.0F);
    EXPECT_EQ(picture.image.plane(1)[7], 0.0F);
}

TEST_F(TiffTest, alpha_becomes_the_mask_and_other_extra_channels_are_left_out) {
    for (const auto& [kind, isAlpha] :
         {std::pair<std::uint16_t, bool>{EXTRASAMPLE_UNASSALPHA, true},
          {EXTRASAMPLE_ASSOCALPHA, true},
          {EXTRASAMPLE_UNSPECIFIED, false}}) {
        TiffSetup setup;
        setup.width = setup.height = 1;
        setup.samples = 4;
        std::uint16_t extra = kind;
        setup.more = [&](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &extra); };
        const LoadedImage picture = roundTrip(setup, {51, 102, 153, 204});
        // Associated means multiplied by alpha: 0.2 / 0.8.
        EXPECT_EQ(picture.image.plane(0)[0], kind == EXTRASAMPLE_ASSOCALPHA ? 0.25F : 0.2F);
        EXPECT_EQ(picture.image.mask, isAlpha ? std::vector<float>{0.8F} : std::vector<float>{});
        EXPECT_EQ(picture.notes.size(), isAlpha ? 0U : 1U);
        EXPECT_EQ(readImageInfo(path()).notes, picture.notes);
    }
}

TEST_F(TiffTest, three_unspecified_grey_channels_are_colours) {
    TiffSetup setup; // as array libraries write a float picture
    setup.width = setup.height = 1;
    setup.photometric = PHOTOMETRIC_MINISBLACK;
    setup.format = SAMPLEFORMAT_IEEEFP;
    setup.bits = 32;
    std::vector<std::uint16_t> extra = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNSPECIFIED};
    setup.more = [&](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 2, extra.data()); };
    const LoadedImage colors = roundTrip(setup, bytesOf(std::vector<float>{1.0F, 2.0F, 3.0F}));
    EXPECT_EQ(colors.image.samples, (std::vector<float>{1.0F, 2.0F, 3.0F}));
    extra = {EXTRASAMPLE_UNSPECIFIED, EXTRASAMPLE_UNASSALPHA};
    const LoadedImage grey = roundTrip(setup, bytesOf(std::vector<float>{1.0F, 2.0F, 0.5F}));
    EXPECT_EQ(grey.image.samples, (std::vector<float>{1.0F, 1.0F, 1.0F}));
    EXPECT_EQ(grey.image.mask, std::vector<float>{0.5F});
}

TEST_F(TiffTest, luma_weights_of_nothing_are_refused) {
    TiffSetup setup;
    setup.width = setup.height = 1;
    setup.photometric = PHOTOMETRIC_YCBCR;
    std::vector<float> weights = {0, 0, 0};
    setup.more = [&](TIFF* tiff) {
        TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, 1, 1);
        TIFFSetField(tiff, TIFFTAG_YCBCRCOEFFICIENTS, weights.data());
    };
    writeTiffFile(path(), setup, {100, 128, 128});
    const Error error = errorOf([&] { readImage(path()); });
    EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
    EXPECT_NE(std::string(error.what()).find("YCbCr"), std::string::npos) << error.what();
}

TEST_F(TiffTest, a_strange_tag_is_no_reason_to_refuse_the_pixels) {
    TiffSetup setup;
    setup.width = setup.height = 1;
    writeTiffFile(path(), setup, {1, 2, 3});
    std::string bytes = readBytes(path());
    // A tag of this number is kept by libtiff for itself: it complains, and reads on.
    const std::string planarTag("\x1c\x01\x03\x00", 4);
    const std::size_t at = bytes.find(planarTag);
    ASSERT_NE(at, std::string::npos);
    bytes.replace(at, 2, std::string("\x7f\x00", 2));
    EXPECT_EQ(readImage(writeBytes("strange.tif", bytes)).image.plane(2)[0], 3.0F / 255.0F);
}

TEST_F(TiffTest, stands_upright) {
    TiffSetup setup;
    setup.samples = 1;
    setup.width = 2;
    setup.height = 1;
    setup.photometric = PHOTOMETRIC_MINISBLACK;
    setup.more = [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_RIGHTTOP); };
    const LoadedImage picture = roundTrip(setup, {0, 255}); // 6: the first row is the right column
    EXPECT_EQ(picture.image.width, 1);
    EXPECT_EQ(plane(picture, 0), (std::vector<float>{0, 1}));
    EXPECT_EQ(readImageInfo(path()).height, 2);
}

TEST_F(TiffTest, camera_raw_files_are_refused_by_name) {
    TiffSetup setup;
    setup.more = [](TIFF* tiff) {
        const std::vector<unsigned char> version = {1, 4, 0, 0};
        TIFFSetField(tiff, TIFFTAG_DNGVERSION, version.data());
    };
    writeTiffFile(path(), setup, std::vector<unsigned char>(24, 1));
    const Error error = errorOf([&] { readImage(path()); });
    EXPECT_EQ(error.kind(), ErrorKind::Unsupported);
    EXPECT_NE(std::string(error.what()).find("raw"), std::string::npos) << error.what();
}

TEST_F(TiffTest, every_truncation_is_refused) {
    writeImage(path(), countingImage(9, 9, 0.01F, ColorSpace::Linear),
               {FileFormat::Tiff, false, false});
    const std::string good = readBytes(path());
    for (std::size_t length = 4; length < good.size() - 1; length += 5) {
        const Error error =
            errorOf([&] { readImage(writeBytes("cut.tif", good.substr(0, length))); });
        EXPECT_EQ(error.kind(), ErrorKind::Corrupt) << length << ": " << error.what();
    }
}

TEST_F(TiffTest, every_changed_byte_gives_a_picture_or_an_error) {
    TiffSetup setup;
    setup.compression = COMPRESSION_LZW;
    writeTiffFile(path(), setup, std::vector<unsigned char>(24, 100));
    const std::string good = readBytes(path());
    for (std::size_t at = 2; at < good.size(); ++at)
        for (const unsigned char change : {0x01, 0x80, 0xFF}) {
            std::string bytes = good;
            bytes[at] = static_cast<char>(bytes[at] ^ change);
            try {
                readImage(writeBytes("changed.tif", bytes));
            } catch (const Error& error) {
                EXPECT_NE(error.kind(), ErrorKind::Internal) << at << ": " << error.what();
            }
        }
}
