// The ways in which TIFFs store the same few samples: predictors, planes, byte orders, colours.
#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"
#include "tests/core/image/tiff_test_files.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace unlit;

namespace {

constexpr std::uint32_t kTiffWidth = 5;
constexpr std::uint32_t kTiffHeight = 3;

template <class T>
std::vector<unsigned char> bytesOf(const std::vector<T>& values) {
    std::vector<unsigned char> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// Sample c of pixel i as a fraction: all different, not smooth.
double fraction(std::size_t i, std::size_t c) {
    return std::fmod(0.37 * static_cast<double>(i) + 0.21 * static_cast<double>(c), 1.0);
}

class TiffKindsTest : public ImageFolderTest {
protected:
    std::filesystem::path path() const { return folder / "a.tif"; }

    static TiffSetup setupOf(int bits, int format, int compression, int predictor) {
        TiffSetup setup;
        setup.width = kTiffWidth;
        setup.height = kTiffHeight;
        setup.bits = bits;
        setup.format = format;
        setup.compression = compression;
        if (predictor != PREDICTOR_NONE)
            setup.more = [predictor](TIFF* tiff) {
                TIFFSetField(tiff, TIFFTAG_PREDICTOR, predictor);
            };
        return setup;
    }

    /// Writes the fractions, `scale` for 1, as samples of type T, and expects them back.
    template <class T>
    void expectFractions(const TiffSetup& setup, double scale) const {
        std::vector<T> samples(std::size_t{kTiffWidth} * kTiffHeight * 3);
        const std::size_t pixels = samples.size() / 3;
        const auto at = [&](std::size_t i, std::size_t c) {
            return setup.isPlanar ? c * pixels + i : i * 3 + c;
        };
        for (std::size_t i = 0; i < pixels; ++i)
            for (std::size_t c = 0; c < 3; ++c)
                samples[at(i, c)] = static_cast<T>(fraction(i, c) * scale);
        writeTiffFile(path(), setup, bytesOf(samples));
        const Image image = readImage(path()).image;
        ASSERT_EQ(image.planeSize(), pixels);
        for (std::size_t i = 0; i < pixels; ++i)
            for (std::size_t c = 0; c < 3; ++c) // one rounding to float
                ASSERT_NEAR(image.plane(static_cast<int>(c))[i],
                            static_cast<double>(samples[at(i, c)]) / scale, 1e-7)
                    << i << " " << c;
    }

    std::vector<float> plane(int channel) const {
        const Image image = readImage(path()).image;
        const auto values = image.plane(channel);
        return {values.begin(), values.end()};
    }
};

} // namespace

TEST_F(TiffKindsTest, differences_are_summed_up_again) {
    for (const int compression : {COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE})
        for (const bool isPlanar : {false, true}) {
            const auto setup = [&](int bits) {
                TiffSetup made =
                    setupOf(bits, SAMPLEFORMAT_UINT, compression, PREDICTOR_HORIZONTAL);
                made.isPlanar = isPlanar;
                return made;
            };
            expectFractions<std::uint8_t>(setup(8), 255);
            expectFractions<std::uint16_t>(setup(16), 65535);
            expectFractions<std::uint32_t>(setup(32), 4294967295.0);
        }
}

TEST_F(TiffKindsTest, floats_taken_apart_by_bytes_are_put_together) {
    for (const int compression : {COMPRESSION_LZW, COMPRESSION_ADOBE_DEFLATE}) {
        expectFractions<float>(
            setupOf(32, SAMPLEFORMAT_IEEEFP, compression, PREDICTOR_FLOATINGPOINT), 1);
        expectFractions<double>(
            setupOf(64, SAMPLEFORMAT_IEEEFP, compression, PREDICTOR_FLOATINGPOINT), 1);
    }
}

TEST_F(TiffKindsTest, compressions_and_byte_orders_change_nothing) {
    for (const int compression : {COMPRESSION_NONE, COMPRESSION_PACKBITS, COMPRESSION_LZW,
                                  COMPRESSION_DEFLATE, COMPRESSION_ADOBE_DEFLATE})
        for (const char* mode : {"wl", "wb", "w8", "wb8"})
            for (const bool isPlanar : {false, true}) {
                const auto setup = [&](int bits, int format) {
                    TiffSetup made = setupOf(bits, format, compression, PREDICTOR_NONE);
                    made.mode = mode;
                    made.isPlanar = isPlanar;
                    return made;
                };
                SCOPED_TRACE(std::string(mode) + " " + std::to_string(compression));
                expectFractions<std::uint8_t>(setup(8, SAMPLEFORMAT_UINT), 255);
                expectFractions<std::uint16_t>(setup(16, SAMPLEFORMAT_UINT), 65535);
                expectFractions<float>(setup(32, SAMPLEFORMAT_IEEEFP), 1);
            }
}

TEST_F(TiffKindsTest, minimum_is_white_at_every_width) {
    TiffSetup setup;
    setup.width = 2;
    setup.height = setup.samples = 1;
    setup.photometric = PHOTOMETRIC_MINISWHITE;
    const std::vector<std::pair<int, std::vector<unsigned char>>> widths = {
        {4, {0x0F}}, {8, {0, 255}}, {12, {0x00, 0x0F, 0xFF}}, {16, {0, 0, 255, 255}}};
    for (const auto& [bits, bytes] : widths) {
        setup.bits = bits;
        writeTiffFile(path(), setup, bytes);
        EXPECT_EQ(plane(1), (std::vector<float>{1, 0})) << bits;
    }
}

// JFIF 1.02, from the primaries of Rec.601: red is Y 76.245, Cb 84.97, Cr 255.5.
TEST_F(TiffKindsTest, luma_and_chroma_become_rgb) {
    TiffSetup setup;
    setup.width = setup.height = 1;
    setup.photometric = PHOTOMETRIC_YCBCR;
    setup.more = [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, 1, 1); };
    writeTiffFile(path(), setup, {76, 85, 255});
    EXPECT_NEAR(plane(0)[0], 1, 2.5 / 255);
    EXPECT_NEAR(plane(1)[0], 0, 2.5 / 255);
    EXPECT_NEAR(plane(2)[0], 0, 2.5 / 255);
}

TEST_F(TiffKindsTest, chroma_of_four_pixels_is_shared) {
    TiffSetup setup;
    setup.width = setup.height = 2;
    setup.photometric = PHOTOMETRIC_YCBCR;
    setup.more = [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_YCBCRSUBSAMPLING, 2, 2); };
    writeTiffFile(path(), setup, {255, 0, 51, 204, 128, 128}); // four of Y, one of Cb and Cr
    for (int c = 0; c < 3; ++c)
        EXPECT_EQ(plane(c), (std::vector<float>{1, 0, 0.2F, 0.8F})) << c;
}

// XYZ of the white of Rec.709 is (0.9505, 1, 1.0891). The file keeps u' and v' in steps of 1/410,
// which is up to 2 % of a channel of white.
TEST_F(TiffKindsTest, log_luv_is_scene_linear_light) {
    TiffSetup setup;
    setup.width = 2;
    setup.height = 1;
    setup.bits = 32;
    setup.format = SAMPLEFORMAT_IEEEFP;
    setup.compression = COMPRESSION_SGILOG;
    setup.photometric = PHOTOMETRIC_LOGLUV;
    setup.more = [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT); };
    writeTiffFile(path(), setup,
                  bytesOf(std::vector<float>{9.505F, 10, 10.891F, 0.09505F, 0.1F, 0.10891F}));
    for (int c = 0; c < 3; ++c) {
        EXPECT_NEAR(plane(c)[0], 10, 0.2) << c;
        EXPECT_NEAR(plane(c)[1], 0.1, 0.002) << c;
    }
    EXPECT_EQ(readImage(path()).image.space, ColorSpace::Linear);
}

TEST_F(TiffKindsTest, the_first_page_is_the_picture) {
    TIFF* tiff = TIFFOpen(path().c_str(), "w");
    ASSERT_NE(tiff, nullptr);
    for (unsigned char page = 0; page < 3; ++page) {
        TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, 1 + page);
        TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, 1);
        TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 8);
        TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
        TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
        std::vector<unsigned char> row(3, static_cast<unsigned char>(51 * (page + 1)));
        EXPECT_EQ(TIFFWriteEncodedStrip(tiff, 0, row.data(), 1 + page), 1 + page);
        TIFFWriteDirectory(tiff);
    }
    TIFFClose(tiff);
    EXPECT_EQ(plane(0), std::vector<float>{0.2F});
}

// TIFF 6.0, section 16: InkSet 2 is "not CMYK".
TEST_F(TiffKindsTest, inks_of_other_colours_are_refused_by_name) {
    TiffSetup setup;
    setup.samples = 4;
    setup.photometric = PHOTOMETRIC_SEPARATED;
    setup.more = [](TIFF* tiff) { TIFFSetField(tiff, TIFFTAG_INKSET, INKSET_MULTIINK); };
    const auto path = folder / "inks.tif";
    writeTiffFile(path, setup, std::vector<unsigned char>(setup.width * setup.height * 4, 10));
    EXPECT_NE(std::string(errorOf([&] { readImage(path); }).what()).find("its inks"),
              std::string::npos);
}
