#include "core/image/image_file.h"

#include "core/image/color/color.h"
#include "tests/core/image/image_test_support.h"

#include <png.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <sys/resource.h>

using namespace unlit;

namespace {

using PngTest = ImageFolderTest;

/// Writes an 8-bit RGB file of one pixel with chunks of the test's own.
void writeOnePixel(const std::filesystem::path& path, std::array<unsigned char, 3> pixel,
                   const std::function<void(png_structp, png_infop)>& addChunks) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    ASSERT_NE(file, nullptr);
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_init_io(png, file);
    png_set_IHDR(png, info, 1, 1, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    addChunks(png, info);
    png_write_info(png, info);
    png_write_row(png, pixel.data());
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    std::fclose(file);
}

} // namespace

TEST_F(PngTest, eight_bits_are_exactly_the_level_over_255) {
    Image image = makeImage(256, 1, {"R", "G", "B"}, ColorSpace::Srgb);
    for (int level = 0; level < 256; ++level)
        for (int c = 0; c < 3; ++c)
            image.plane(c)[static_cast<std::size_t>(level)] = static_cast<float>(level) / 255.0F;
    writeImage(folder / "a.png", image, {FileFormat::Png8, false, false});
    const LoadedImage back = readImage(folder / "a.png");
    EXPECT_EQ(back.image.samples, image.samples);
    EXPECT_EQ(back.image.space, ColorSpace::Srgb);
    EXPECT_FALSE(back.isFloat);
}

TEST_F(PngTest, pictures_of_many_bands_come_back_exactly) {
    // Bands of rows are deflated apart from each other: what a filter looks back at is in another.
    for (const auto& [width, height] : {std::pair{1501, 701}, {3, 1}, {1, 3001}}) {
        Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Srgb);
        image.mask.resize(image.planeSize());
        std::uint32_t state = 1;
        const auto next = [&state] { return (state = state * 1664525U + 1013904223U) >> 16U; };
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            image.samples[i] = static_cast<float>((i % 40000 + next() % 300) % 65536) / 65535.0F;
        for (float& alpha : image.mask)
            alpha = static_cast<float>(1 + next() % 65535) / 65535.0F;
        writeImage(folder / "a.png", image, {.format = FileFormat::Png16, .overwrite = true});
        const LoadedImage back = readImage(folder / "a.png");
        EXPECT_EQ(back.image.samples, image.samples) << width;
        EXPECT_EQ(back.image.mask, image.mask) << width;
    }
}

TEST_F(PngTest, sixteen_bits_are_exactly_the_level_over_65535) {
    Image image = makeImage(256, 256, {"Y"}, ColorSpace::Raw);
    for (std::size_t level = 0; level < 65536; ++level)
        image.samples[level] = static_cast<float>(level) / 65535.0F;
    writeImage(folder / "a.png", image, {FileFormat::Png16, false, false});
    const LoadedImage back = readImage(folder / "a.png");
    for (int c = 0; c < 3; ++c)
        EXPECT_TRUE(
            std::equal(image.samples.begin(), image.samples.end(), back.image.plane(c).begin()));
    EXPECT_EQ(readImageInfo(folder / "a.png").channels.front().type, "uint16");
}

TEST_F(PngTest, writing_clips_rounds_to_nearest_and_turns_nan_into_black) {
    Image image = makeImage(6, 1, {"Y"}, ColorSpace::Srgb);
    image.samples = {-1.0F,
                     2.0F,
                     0.4F / 255,
                     0.6F / 255,
                     std::numeric_limits<float>::quiet_NaN(),
                     std::numeric_limits<float>::infinity()};
    writeImage(folder / "a.png", image, {FileFormat::Png8, false, false});
    const LoadedImage back = readImage(folder / "a.png");
    const std::vector<float> expected = {0, 1, 0, 1.0F / 255, 0, 1};
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), back.image.plane(0).begin()));
}

TEST_F(PngTest, a_mask_is_alpha_and_is_not_multiplied_in) {
    Image image = countingImage(5, 3, 1.0F / 255, ColorSpace::Srgb);
    image.mask.assign(image.planeSize(), 51.0F / 255.0F);
    image.mask[4] = 0;
    writeImage(folder / "a.png", image, {FileFormat::Png8, false, false});
    const LoadedImage back = readImage(folder / "a.png");
    EXPECT_EQ(back.image.mask, image.mask);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        EXPECT_NEAR(back.image.samples[i], image.samples[i], 1e-7);
}

TEST_F(PngTest, one_row_and_one_column_come_back) {
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 10000}, {10000, 1}}) {
        const Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Srgb);
        writeImage(folder / "a.png", image, {FileFormat::Png16, false, true});
        const LoadedImage back = readImage(folder / "a.png");
        EXPECT_EQ(back.image.width, width);
        EXPECT_EQ(back.image.height, height);
    }
}

TEST_F(PngTest, a_file_that_says_nothing_is_taken_as_srgb_and_says_so) {
    writeOnePixel(folder / "a.png", {10, 20, 30}, [](png_structp, png_infop) {});
    const ImageInfo info = readImageInfo(folder / "a.png");
    EXPECT_EQ(info.space, ColorSpace::Srgb);
    EXPECT_NE(info.spaceReason.find("without a profile"), std::string::npos) << info.spaceReason;
    EXPECT_EQ(readImage(folder / "a.png").image.samples[1], 20.0F / 255.0F);
}

TEST_F(PngTest, gamma_one_over_2_2_counts_as_srgb_and_leaves_the_values) {
    writeOnePixel(folder / "a.png", {10, 20, 30},
                  [](png_structp png, png_infop info) { png_set_gAMA(png, info, 0.45455); });
    const LoadedImage back = readImage(folder / "a.png");
    EXPECT_EQ(back.image.space, ColorSpace::Srgb);
    EXPECT_EQ(back.image.samples[1], 20.0F / 255.0F);
}

TEST_F(PngTest, another_gamma_is_brought_to_the_srgb_curve) {
    writeOnePixel(folder / "a.png", {51, 128, 255},
                  [](png_structp png, png_infop info) { png_set_gAMA(png, info, 1.0); });
    const LoadedImage back = readImage(folder / "a.png");
    EXPECT_EQ(back.image.space, ColorSpace::Srgb);
    EXPECT_NEAR(back.image.samples[0], encodeSrgb(0.2F), 1e-6);
    EXPECT_NEAR(back.image.samples[1], encodeSrgb(128.0F / 255.0F), 1e-6);
    EXPECT_NEAR(back.image.samples[2], 1.0F, 1e-6);
    // A chosen space leaves the stored values alone.
    EXPECT_EQ(readImage(folder / "a.png", {"", ColorSpace::Raw}).image.samples[0], 0.2F);
}

TEST_F(PngTest, the_srgb_chunk_wins_over_gamma) {
    writeOnePixel(folder / "a.png", {51, 51, 51}, [](png_structp png, png_infop info) {
        png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    });
    const LoadedImage back = readImage(folder / "a.png");
    EXPECT_EQ(back.image.samples[0], 0.2F);
    EXPECT_NE(back.spaceReason.find("declares sRGB"), std::string::npos);
}

TEST_F(PngTest, every_truncation_is_refused) {
    writeImage(folder / "a.png", countingImage(9, 9, 0.01F, ColorSpace::Srgb),
               {FileFormat::Png16, false, false});
    const std::string good = readBytes(folder / "a.png");
    for (std::size_t length = 8; length < good.size(); length += 3) {
        const Error error =
            errorOf([&] { readImage(writeBytes("cut.png", good.substr(0, length))); });
        ASSERT_EQ(error.kind(), ErrorKind::Corrupt) << length << ": " << error.what();
    }
}

TEST_F(PngTest, a_changed_byte_is_found_by_the_checksums) {
    writeImage(folder / "a.png", countingImage(9, 9, 0.01F, ColorSpace::Srgb),
               {FileFormat::Png8, false, false});
    const std::string good = readBytes(folder / "a.png");
    std::string bytes = good;
    bytes[bytes.find("IDAT") + 10] ^= 0x55;
    EXPECT_EQ(errorOf([&] { readImage(writeBytes("bad.png", bytes)); }).kind(), ErrorKind::Corrupt);
}

TEST_F(PngTest, a_huge_header_in_a_tiny_file_is_refused_at_once) {
    writeOnePixel(folder / "a.png", {1, 2, 3}, [](png_structp, png_infop) {});
    std::string bytes = readBytes(folder / "a.png");
    // IHDR: 30000 x 30000, and its checksum by the library's own zlib is in the next line.
    const unsigned char header[] = {0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0};
    std::copy(std::begin(header), std::end(header), bytes.begin() + 16);
    unsigned long crc = 0xFFFFFFFFUL; // PNG, third edition, annex D
    for (std::size_t i = 12; i < 29; ++i) {
        crc ^= static_cast<unsigned char>(bytes[i]);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? 0xEDB88320UL ^ (crc >> 1U) : crc >> 1U;
    }
    crc ^= 0xFFFFFFFFUL;
    for (int i = 0; i < 4; ++i)
        bytes[static_cast<std::size_t>(29 + i)] = static_cast<char>(crc >> (24 - 8 * i));
    const Error error = errorOf([&] { readImage(writeBytes("huge.png", bytes)); });
    EXPECT_EQ(error.kind(), ErrorKind::Unsupported) << error.what(); // 2.7 Gi samples
    EXPECT_NE(std::string(error.what()).find("30000x30000"), std::string::npos) << error.what();
}

TEST_F(PngTest, a_text_that_would_be_longer_than_the_file_could_hold_is_not_made_room_for) {
    writeOnePixel(folder / "a.png", {1, 2, 3}, [](png_structp, png_infop) {});
    std::string bytes = readBytes(folder / "a.png");
    constexpr std::size_t afterHeader = 33;
    bytes.insert(afterHeader, "\x4D\x4D\x00\x2BtEXtTitle");
    rusage before{};
    rusage after{};
    ::getrusage(RUSAGE_SELF, &before);
    const Error error = errorOf([&] { readImage(writeBytes("text.png", bytes)); });
    ::getrusage(RUSAGE_SELF, &after);
    EXPECT_EQ(error.kind(), ErrorKind::Corrupt) << error.what();
    EXPECT_LT(after.ru_maxrss - before.ru_maxrss, 100 * 1024); // KiB; it declares 1.3 GB
}
