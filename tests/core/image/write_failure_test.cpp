#include "core/image/image_file.h"

#include "tests/core/image/image_test_support.h"
#include "tests/support/full_disk.h"

#include <gtest/gtest.h>

using namespace unlit;
using unlit::test::FullDisk;

namespace {

using WriteFailureTest = ImageFolderTest;

constexpr std::array kFormats = {FileFormat::Exr, FileFormat::Png16, FileFormat::Png8,
                                 FileFormat::Tiff};

/// Does not compress.
Image noise(int width, int height) {
    Image image = makeImage(width, height, {"R", "G", "B"}, ColorSpace::Srgb);
    unsigned state = 1;
    for (float& value : image.samples) {
        state = state * 1664525U + 1013904223U;
        value = static_cast<float>(state >> 8U) / 16777216.0F;
    }
    return image;
}

} // namespace

TEST_F(WriteFailureTest, a_disk_that_fills_up_is_one_error_and_leaves_nothing) {
    const Image image = noise(256, 256);
    for (const FileFormat format : kFormats)
        for (const rlim_t bytes : {rlim_t{0}, rlim_t{100}, rlim_t{70000}, rlim_t{140000}}) {
            const auto path = folder / ("full" + std::string(suffixOf(format)));
            const Error error = [&] {
                const FullDisk disk(bytes);
                return errorOf([&] { writeImage(path, image, {format, false, true}); });
            }();
            EXPECT_EQ(error.kind(), ErrorKind::Io) << toString(format) << ": " << error.what();
            EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos)
                << error.what();
            EXPECT_EQ(entries(), 0U) << toString(format) << " at " << bytes;
        }
}

TEST_F(WriteFailureTest, an_existing_file_survives_a_failed_overwrite) {
    const auto path = writeBytes("a.exr", "precious");
    {
        const FullDisk disk(100);
        errorOf([&] { writeImage(path, noise(64, 64), {FileFormat::Exr, false, true}); });
    }
    EXPECT_EQ(readBytes(path), "precious");
}

TEST_F(WriteFailureTest, overwriting_must_be_allowed) {
    const auto path = writeBytes("a.png", "precious");
    const Error error = errorOf([&] {
        writeImage(path, noise(4, 4), {FileFormat::Png8, false, false});
    });
    EXPECT_NE(std::string(error.what()).find("exists already"), std::string::npos);
    EXPECT_EQ(readBytes(path), "precious");
    writeImage(path, noise(4, 4), {FileFormat::Png8, false, true});
    EXPECT_EQ(readImage(path).image.width, 4);
}

TEST_F(WriteFailureTest, a_folder_in_the_way_is_an_error) {
    std::filesystem::create_directories(folder / "a.png");
    EXPECT_EQ(errorOf([&] {
                  writeImage(folder / "a.png", noise(2, 2), {FileFormat::Png8, false, true});
              }).kind(),
              ErrorKind::Io);
}

TEST_F(WriteFailureTest, names_with_spaces_and_unicode_work) {
    for (const FileFormat format : kFormats) {
        const auto path = folder / ("a ü 画像 b" + std::string(suffixOf(format)));
        writeImage(path, noise(3, 2), {format, false, true});
        EXPECT_EQ(readImage(path).image.width, 3) << path;
    }
}

TEST_F(WriteFailureTest, an_image_that_contradicts_itself_is_refused) {
    Image image = noise(4, 4);
    image.samples.pop_back();
    EXPECT_EQ(errorOf([&] {
                  writeImage(folder / "a.png", image, {FileFormat::Png8, false, true});
              }).kind(),
              ErrorKind::Internal);
    EXPECT_EQ(entries(), 0U);
}
