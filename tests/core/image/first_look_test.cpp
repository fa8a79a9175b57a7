// What is to be seen of a large picture before all of it is decoded.
#include "core/image/first_look.h"

#include "core/image/exr/exr_reader.h"
#include "core/image/png/png_reader.h"
#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

/// Rows of 0.1, 0.2, …, of 1100 pixels, so that every third is seen.
DecodedPicture stripes() {
    DecodedPicture picture;
    picture.image = makeImage(1100, 9, {"R", "G", "B"}, ColorSpace::Raw);
    picture.color.format = "PNG";
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < 9; ++y)
            std::ranges::fill(
                picture.image.plane(c).subspan(static_cast<std::size_t>(y) * 1100, 1100),
                0.1F * static_cast<float>(y + 1));
    return picture;
}

} // namespace

TEST(FirstLook, has_every_nth_pixel_of_the_rows_that_are_there) {
    const Image look = lookAt(stripes(), 6, {});
    EXPECT_EQ(look.width, 367); // 1100 / 3, rounded up
    EXPECT_EQ(look.height, 3);
    EXPECT_EQ(look.space, ColorSpace::Srgb);
    EXPECT_FLOAT_EQ(look.plane(0)[0], 0.1F);
    EXPECT_FLOAT_EQ(look.plane(2)[366 + 367], 0.4F);
    EXPECT_NEAR(look.plane(1)[2 * 367], 0.4613, 1e-3) << "middle grey: 0.18 in sRGB";
    EXPECT_EQ(look.mask[2 * 367], 0);
    EXPECT_EQ(look.mask[0], 1);
}

TEST(FirstLook, of_the_whole_has_no_mask) {
    EXPECT_TRUE(lookAt(stripes(), 9, {}).mask.empty());
}

TEST(FirstLook, lies_as_the_picture_will) {
    DecodedPicture picture = stripes();
    picture.orientation = 3; // upside down
    const Image look = lookAt(picture, 9, {});
    EXPECT_FLOAT_EQ(look.plane(0)[0], 0.7F);
}

TEST(FirstLook, readers_tell_of_their_rows_and_give_the_same_picture) {
    const fs::path folder = fs::path(testing::TempDir()) / "first_look_test";
    fs::create_directories(folder);
    const Image image = countingImage(900, 700, 1e-6F, ColorSpace::Srgb);
    for (const auto& [name, format] :
         {std::pair("a.png", FileFormat::Png16), std::pair("a.exr", FileFormat::Exr)}) {
        writeImage(folder / name, image, {.format = format, .overwrite = true});
        int looks = 0;
        ReadOptions options;
        options.look = [&](const Image& soFar, std::array<int, 2> size) {
            ++looks;
            EXPECT_EQ(soFar.width, 450);
            EXPECT_EQ(size, (std::array{900, 700}));
        };
        ReadableFile file(folder / name);
        FirstLooks atOnce(options, std::chrono::milliseconds(0));
        const DecodedPicture watched = format == FileFormat::Exr
                                           ? readExr(file, "", *LayerTable::ofUser(), atOnce)
                                           : readPng(file, atOnce);
        EXPECT_EQ(looks, 1) << "another one is not due yet";
        EXPECT_EQ(watched.image.samples, readImage(folder / name).image.samples) << name;
    }
    fs::remove_all(folder);
}
