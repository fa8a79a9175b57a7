#include "core/image/resize.h"

#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

#include <limits>

using namespace unlit;

TEST(Thumbnail, is_the_mean_of_whole_blocks) {
    Image image = makeImage(4, 2, {"Y"}, ColorSpace::Raw);
    image.samples = {0, 1, 2, 3, 4, 5, 6, 7};
    image.mask = {1, 1, 0, 0, 1, 1, 0, 1};
    const Image small = thumbnail(image, 2);
    ASSERT_EQ(small.width, 2);
    ASSERT_EQ(small.height, 1);
    EXPECT_FLOAT_EQ(small.samples[0], 2.5F); // 0 1 4 5
    EXPECT_FLOAT_EQ(small.samples[1], 4.5F); // 2 3 6 7
    EXPECT_FLOAT_EQ(small.mask[0], 1.0F);
    EXPECT_FLOAT_EQ(small.mask[1], 0.25F);
}

TEST(Thumbnail, divides_pixels_between_neighbours) {
    Image image = makeImage(3, 1, {"Y"}, ColorSpace::Raw);
    image.samples = {3, 6, 12};
    const Image small = thumbnail(image, 2);
    ASSERT_EQ(small.width, 2);
    EXPECT_FLOAT_EQ(small.samples[0], (3 + 0.5F * 6) / 1.5F);
    EXPECT_FLOAT_EQ(small.samples[1], (0.5F * 6 + 12) / 1.5F);
}

TEST(Thumbnail, keeps_small_pictures_and_flat_ones) {
    const Image image = countingImage(5, 4, 0.1F, ColorSpace::Srgb);
    EXPECT_EQ(thumbnail(image, 5).samples, image.samples);
    Image flat = makeImage(1000, 777, {"R", "G", "B"}, ColorSpace::Linear);
    std::fill(flat.samples.begin(), flat.samples.end(), 0.5F);
    const Image small = thumbnail(flat, 64);
    EXPECT_EQ(small.width, 64);
    EXPECT_EQ(small.height, 50); // 777 * 64 / 1000 = 49.7
    for (const float value : small.samples)
        EXPECT_NEAR(value, 0.5F, 1e-5);
}

TEST(Thumbnail, survives_thin_pictures_and_bad_samples) {
    Image thin = makeImage(10000, 1, {"Y"}, ColorSpace::Raw);
    thin.samples[0] = std::numeric_limits<float>::quiet_NaN();
    const Image small = thumbnail(thin, 100);
    EXPECT_EQ(small.height, 1);
    EXPECT_EQ(small.samples[0], 0.0F);
    EXPECT_EQ(errorOf([&] { thumbnail(thin, 0); }).kind(), ErrorKind::InvalidInput);
}
