#include "core/image/exr/exr_threads.h"
#include "core/image/image_file.h"

#include "tests/core/image/exr_test_files.h"
#include "tests/core/image/image_test_support.h"

#include <ImfThreading.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace unlit;

namespace {

using ExrTest = ImageFolderTest;

WriteOptions exrOptions(bool isHalf = false) {
    return {FileFormat::Exr, isHalf, true};
}

} // namespace

TEST_F(ExrTest, floats_come_back_bit_for_bit_with_mask_space_and_texts) {
    Image image = countingImage(7, 5, -1.37F, ColorSpace::Linear);
    image.samples[3] = std::numeric_limits<float>::infinity();
    image.mask.assign(image.planeSize(), 0.25F);
    image.metadata["comments"] = "a line of text";
    writeImage(folder / "a.exr", image, exrOptions());
    const LoadedImage back = readImage(folder / "a.exr");
    EXPECT_EQ(back.image.samples, image.samples);
    EXPECT_EQ(back.image.mask, image.mask);
    EXPECT_EQ(back.image.space, ColorSpace::Linear);
    EXPECT_EQ(back.image.metadata.at("comments"), "a line of text");
    EXPECT_TRUE(back.isFloat);
    EXPECT_EQ(back.layer, "");
}

TEST_F(ExrTest, any_number_of_threads_writes_the_same_bytes) {
    const Image image = countingImage(70, 331, -3.1F, ColorSpace::Linear);
    for (const ExrCompression compression :
         {ExrCompression::Zip, ExrCompression::Piz, ExrCompression::Dwaa, ExrCompression::None})
        for (const bool isHalf : {false, true}) {
            WriteOptions options = exrOptions(isHalf);
            options.compression = compression;
            std::vector<std::string> written;
            for (const int threads : {1, 2, 5}) {
                Imf::setGlobalThreadCount(threads);
                writeImage(folder / "a.exr", image, options);
                ASSERT_EQ(Imf::globalThreadCount(), threads); // those that are there stay
                written.push_back(readBytes(folder / "a.exr"));
                const LoadedImage back = readImage(folder / "a.exr");
                if (!isHalf && compression != ExrCompression::Dwaa) {
                    EXPECT_EQ(back.image.samples, image.samples);
                }
            }
            EXPECT_EQ(written[0], written[1]);
            EXPECT_EQ(written[0], written[2]);
        }
    endExrThreads(); // as the program begins
}

TEST_F(ExrTest, not_a_number_stays_not_a_number) {
    Image image = countingImage(2, 2, 1, ColorSpace::Linear);
    image.samples[1] = std::numeric_limits<float>::quiet_NaN();
    writeImage(folder / "a.exr", image, exrOptions());
    EXPECT_TRUE(std::isnan(readImage(folder / "a.exr").image.samples[1]));
}

TEST_F(ExrTest, half_keeps_eleven_bits_and_large_values_finite) {
    Image image = makeImage(4, 1, {"R", "G", "B"}, ColorSpace::Linear);
    std::copy_n(std::vector<float>{0.5F, 2049.0F, 1e6F, -1e6F}.data(), 4, image.samples.data());
    writeImage(folder / "a.exr", image, exrOptions(true));
    const LoadedImage back = readImage(folder / "a.exr");
    EXPECT_EQ(back.image.samples[0], 0.5F);
    EXPECT_EQ(back.image.samples[1], 2048.0F); // between 2048 and 2050, to even
    EXPECT_EQ(back.image.samples[2], 65504.0F);
    EXPECT_EQ(back.image.samples[3], -65504.0F);
    EXPECT_EQ(readImageInfo(folder / "a.exr").channels.front().type, "half");
}

TEST_F(ExrTest, sizes_of_one_row_and_one_column_come_back) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 10000}, {10000, 1}, {17, 129}}) {
        const Image image = countingImage(width, height, 0.5F, ColorSpace::Linear);
        for (const bool isHalf : {false, true}) {
            writeImage(folder / "a.exr", image, exrOptions(isHalf));
            const LoadedImage back = readImage(folder / "a.exr");
            ASSERT_EQ(back.image.width, width);
            ASSERT_EQ(back.image.height, height);
            if (!isHalf) {
                EXPECT_EQ(back.image.samples, image.samples);
            }
        }
    }
}

TEST_F(ExrTest, acescg_is_declared_and_recognised) {
    writeImage(folder / "a.exr", countingImage(2, 2, 0.1F, ColorSpace::AcesCg), exrOptions());
    const LoadedImage back = readImage(folder / "a.exr");
    EXPECT_EQ(back.image.space, ColorSpace::AcesCg);
    EXPECT_NE(back.spaceReason.find("AP1"), std::string::npos) << back.spaceReason;
    EXPECT_EQ(back.image.samples[1], 0.1F); // values stay as stored
}

TEST_F(ExrTest, a_chosen_space_wins_over_the_file) {
    writeImage(folder / "a.exr", countingImage(2, 2, 0.1F, ColorSpace::AcesCg), exrOptions());
    const LoadedImage back = readImage(folder / "a.exr", {"", ColorSpace::Raw});
    EXPECT_EQ(back.image.space, ColorSpace::Raw);
}

// DCI-P3 with D65 white; red alone, through the published P3-D65 to sRGB matrix.
TEST_F(ExrTest, other_primaries_are_converted_to_rec709) {
    writeExrFile(
        folder / "a.exr", {{"R", 1.0F}, {"G", 0.0F}, {"B", 0.0F}}, [](Imf::Header& header) {
            Imf::addChromaticities(
                header, {{0.680F, 0.320F}, {0.265F, 0.690F}, {0.150F, 0.060F}, {0.3127F, 0.3290F}});
        });
    const LoadedImage back = readImage(folder / "a.exr");
    EXPECT_EQ(back.image.space, ColorSpace::Linear);
    EXPECT_NEAR(back.image.plane(0)[0], 1.2249, 2e-4);
    EXPECT_NEAR(back.image.plane(1)[0], -0.0420, 2e-4);
    EXPECT_NEAR(back.image.plane(2)[0], -0.0197, 2e-4);
}

TEST_F(ExrTest, the_picture_is_the_display_window_with_uncovered_pixels_masked) {
    // Data covers columns 2..3 and rows 1..2 of a 4x3 picture, and two more columns beyond it.
    writeExrFile(folder / "a.exr", {{"R", 2.0F}, {"G", 3.0F}, {"B", 4.0F}},
                 [](Imf::Header& header) {
                     header.displayWindow() = Imath::Box2i({0, 0}, {3, 2});
                     header.dataWindow() = Imath::Box2i({2, 1}, {5, 2});
                 });
    const LoadedImage back = readImage(folder / "a.exr");
    ASSERT_EQ(back.image.width, 4);
    ASSERT_EQ(back.image.height, 3);
    const std::vector<float> covered = {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1};
    EXPECT_EQ(back.image.mask, covered);
    for (std::size_t i = 0; i < covered.size(); ++i)
        EXPECT_EQ(back.image.plane(1)[i], covered[i] * 3.0F) << i;
    const ImageInfo info = readImageInfo(folder / "a.exr");
    EXPECT_EQ(info.dataWindow, (std::vector<int>{2, 1, 5, 2}));
    EXPECT_EQ(info.displayWindow, (std::vector<int>{0, 0, 3, 2}));
    EXPECT_EQ(info.width, 4);
}

TEST_F(ExrTest, negative_windows_and_overscan_show_the_right_pixels) {
    writeExrFile(folder / "a.exr", {{"R", -1.0F}, {"G", 0.0F}, {"B", 0.0F}},
                 [](Imf::Header& header) {
                     header.displayWindow() = Imath::Box2i({-3, -2}, {-2, 0});
                     header.dataWindow() = Imath::Box2i({-10, -100}, {5, 50});
                 });
    const LoadedImage back = readImage(folder / "a.exr");
    ASSERT_EQ(back.image.width, 2);
    ASSERT_EQ(back.image.height, 3);
    EXPECT_TRUE(back.image.mask.empty());
    // A value below 0 means: x + 100 * y, so that each pixel tells where it came from.
    EXPECT_EQ(std::vector<float>(back.image.plane(0).begin(), back.image.plane(0).end()),
              (std::vector<float>{-203, -202, -103, -102, -3, -2}));
}

TEST_F(ExrTest, windows_that_do_not_meet_show_the_data) {
    writeExrFile(folder / "a.exr", {{"Y", 0.5F}}, [](Imf::Header& header) {
        header.displayWindow() = Imath::Box2i({0, 0}, {9, 9});
        header.dataWindow() = Imath::Box2i({20, 20}, {22, 21});
    });
    const LoadedImage back = readImage(folder / "a.exr");
    EXPECT_EQ(back.image.width, 3);
    EXPECT_EQ(back.image.height, 2);
    EXPECT_EQ(back.image.samples, std::vector<float>(18, 0.5F));
}

TEST_F(ExrTest, tiles_and_all_lossless_compressions_give_the_same_picture) {
    for (const auto compression : {Imf::NO_COMPRESSION, Imf::RLE_COMPRESSION, Imf::ZIPS_COMPRESSION,
                                   Imf::ZIP_COMPRESSION, Imf::PIZ_COMPRESSION}) {
        const auto setup = [&](Imf::Header& header) {
            header.compression() = compression;
            header.dataWindow() = header.displayWindow() = Imath::Box2i({0, 0}, {40, 70});
        };
        writeExrFile(folder / "lines.exr", {{"R", -1.0F}, {"G", 0.5F}, {"B", 0.25F}}, setup);
        writeTiledExrFile(folder / "tiles.exr", {{"R", -1.0F}, {"G", 0.5F}, {"B", 0.25F}}, setup);
        const Image lines = readImage(folder / "lines.exr").image;
        EXPECT_EQ(lines.plane(0)[2 * 41 + 7], 207.0F);
        EXPECT_EQ(readImage(folder / "tiles.exr").image.samples, lines.samples) << compression;
    }
}

TEST_F(ExrTest, alpha_becomes_the_mask_clipped_to_one) {
    writeExrFile(folder / "a.exr", {{"R", 0.5F}, {"G", 0.5F}, {"B", 0.5F}, {"A", 1.5F}});
    const LoadedImage back = readImage(folder / "a.exr");
    EXPECT_EQ(back.image.mask, std::vector<float>(back.image.planeSize(), 1.0F));
    EXPECT_EQ(back.image.samples[0], 0.5F);
}

TEST_F(ExrTest, luminance_and_chroma_are_brought_to_rgb) {
    // A grey picture: no chroma, so R = G = B = Y.
    {
        Imf::RgbaOutputFile file((folder / "yc.exr").c_str(), Imf::Header(8, 8), Imf::WRITE_YC);
        const std::vector<Imf::Rgba> pixels(64, Imf::Rgba(0.5F, 0.5F, 0.5F, 1.0F));
        file.setFrameBuffer(pixels.data(), 1, 8);
        file.writePixels(8);
    }
    const LoadedImage back = readImage(folder / "yc.exr");
    for (const float value : back.image.samples)
        EXPECT_NEAR(value, 0.5F, 1e-3);
}

// Introduction to OpenEXR: RY = (R-Y)/Y, BY = (B-Y)/Y, with Rec.709 weights in Y.
TEST_F(ExrTest, whole_chroma_planes_are_combined) {
    const double red = 0.8;
    const double luminance = 0.5;
    writeExrFile(folder / "a.exr", {{"Y", static_cast<float>(luminance)},
                                    {"RY", static_cast<float>((red - luminance) / luminance)},
                                    {"BY", 0.0F}});
    // A negative value has a meaning of its own in writeExrFile: blue equals the luminance here.
    const LoadedImage back = readImage(folder / "a.exr");
    EXPECT_NEAR(back.image.plane(0)[0], red, 1e-4);
    EXPECT_NEAR(back.image.plane(2)[0], luminance, 1e-4);
    EXPECT_NEAR(back.image.plane(1)[0], (luminance * (1 - 0.0722) - 0.2126 * red) / 0.7152, 1e-4);
}
