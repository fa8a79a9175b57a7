#include "core/image/lightless.h"

#include "core/image/color/color.h"
#include "core/image/fill_lightless.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit {

namespace {

/// Grey, with a black rectangle.
Image withBlack(int width, int height, int x0, int y0, int x1, int y1, float black = 0,
                float grey = 0.5F, ColorSpace space = ColorSpace::Srgb) {
    Image image = makeImage(width, height, {"R", "G", "B"}, space);
    std::ranges::fill(image.samples, grey);
    for (int c = 0; c < 3; ++c)
        for (int y = y0; y < y1; ++y)
            for (int x = x0; x < x1; ++x)
                image.plane(c)[static_cast<std::size_t>(y * width + x)] = black;
    return image;
}

PixelLight at(const LightMap& map, const Image& image, int x, int y) {
    return map.pixels.at(static_cast<std::size_t>(y * image.width + x));
}

} // namespace

TEST(Lightless, a_large_region_of_black_has_no_light_and_a_rim_of_two_pixels) {
    const Image image = withBlack(40, 30, 0, 0, 10, 30);
    const LightMap map = findLight(image);
    EXPECT_EQ(map.lightless, 300U);
    EXPECT_FALSE(map.isAllLightless());
    EXPECT_EQ(at(map, image, 9, 15), PixelLight::None);
    EXPECT_EQ(at(map, image, 10, 15), PixelLight::Rim);
    EXPECT_EQ(at(map, image, 11, 15), PixelLight::Rim);
    EXPECT_EQ(at(map, image, 12, 15), PixelLight::Lit);
}

TEST(Lightless, small_black_things_are_paint) {
    EXPECT_FALSE(findLight(withBlack(200, 200, 50, 50, 57, 58)).isAnyLightless());  // 56 pixels
    EXPECT_TRUE(findLight(withBlack(200, 200, 50, 50, 58, 58)).isAnyLightless());   // 64
    EXPECT_FALSE(findLight(withBlack(1000, 500, 50, 50, 70, 74)).isAnyLightless()); // 480 of 500
    EXPECT_TRUE(findLight(withBlack(1000, 500, 50, 50, 70, 76)).isAnyLightless());  // 520
}

TEST(Lightless, dark_paint_is_not_black) {
    EXPECT_TRUE(findLight(withBlack(40, 40, 0, 0, 20, 40, 1.0F / 255)).isAnyLightless());
    EXPECT_FALSE(findLight(withBlack(40, 40, 0, 0, 20, 40, 3.0F / 255)).isAnyLightless());
    Image blue = withBlack(40, 40, 0, 0, 20, 40);
    for (int y = 0; y < 40; ++y)
        for (int x = 0; x < 20; ++x)
            blue.plane(2)[static_cast<std::size_t>(y * 40 + x)] = 0.2F;
    EXPECT_FALSE(findLight(blue).isAnyLightless());
}

TEST(Lightless, noise_of_compression_is_black_but_dark_things_beside_clean_black_are_not) {
    Image noisy = withBlack(40, 40, 0, 0, 20, 40);
    Image clean = noisy;
    for (int y = 0; y < 40; ++y) {
        for (int x = 0; x < 20; ++x)
            for (int c = 0; c < 3; ++c)
                noisy.plane(c)[static_cast<std::size_t>(y * 40 + x)] =
                    static_cast<float>((x * 7 + y * 3) % 5 == 0 ? 4 : 1) / 255;
        for (int c = 0; c < 3; ++c) // the dark side of a thing
            clean.plane(c)[static_cast<std::size_t>(y * 40 + 20)] = 3.0F / 255;
    }
    EXPECT_EQ(findLight(noisy).lightless, 800U);
    const LightMap map = findLight(clean);
    EXPECT_EQ(map.lightless, 800U);
    EXPECT_EQ(at(map, clean, 20, 20), PixelLight::Rim);
}

TEST(Lightless, regions_are_connected_around_corners) {
    // A U of black whose arms meet only at the bottom: 3 * 30 + 3 * 30 + 34 * 2.
    Image image = withBlack(40, 40, 0, 0, 3, 30);
    for (int c = 0; c < 3; ++c)
        for (int y = 0; y < 32; ++y)
            for (int x = 0; x < 40; ++x)
                if (x >= 37 || (y >= 30 && x >= 0))
                    image.plane(c)[static_cast<std::size_t>(y * 40 + x)] = 0;
    EXPECT_EQ(findLight(image).lightless, 3U * 30 + 3 * 30 + 2 * 40);
}

TEST(Lightless, alpha_of_zero_has_no_light_unless_it_is_zero_everywhere) {
    Image image = withBlack(20, 10, 0, 0, 0, 0);
    image.mask.assign(200, 1.0F);
    image.mask[0] = 0;
    image.mask[1] = 0.1F;
    const LightMap map = findLight(image);
    EXPECT_EQ(map.lightless, 1U);
    EXPECT_EQ(map.pixels[0], PixelLight::None);
    EXPECT_EQ(map.pixels[1], PixelLight::Rim);
    EXPECT_EQ(map.pixels[2], PixelLight::Lit);
    image.mask.assign(200, 0.0F);
    EXPECT_FALSE(findLight(image).isAnyLightless());
}

TEST(Lightless, levels_of_scenes_follow_their_bright_end) {
    for (const float scale : {1e-4F, 1.0F, 1e5F}) {
        EXPECT_TRUE(
            findLight(withBlack(40, 40, 0, 0, 20, 40, 1e-4F * scale, scale, ColorSpace::Linear))
                .isAnyLightless());
        EXPECT_FALSE(
            findLight(withBlack(40, 40, 0, 0, 20, 40, 4e-3F * scale, scale, ColorSpace::Linear))
                .isAnyLightless());
    }
}

TEST(Lightless, odd_pictures_are_taken_as_they_are) {
    const Image black = withBlack(30, 30, 0, 0, 30, 30);
    EXPECT_TRUE(findLight(black).isAllLightless());
    EXPECT_FALSE(findLight(withBlack(1, 1, 0, 0, 1, 1)).isAnyLightless());
    Image negative = withBlack(30, 30, 0, 0, 15, 30, -1e6F, 0.5F, ColorSpace::Linear);
    EXPECT_EQ(findLight(negative).lightless, 450U);
    Image spoilt = withBlack(30, 30, 0, 0, 15, 30);
    spoilt.samples[0] = std::numeric_limits<float>::quiet_NaN();
    spoilt.samples[31] = std::numeric_limits<float>::infinity();
    EXPECT_EQ(findLight(spoilt).lightless, 448U);
}

TEST(FillLightless, takes_the_colour_around) {
    Image image = withBlack(64, 48, 20, 10, 40, 30);
    const LightMap map = findLight(image);
    fillLightless(image, map);
    for (const float value : image.samples)
        EXPECT_NEAR(value, 0.5F, 1e-5F);
}

TEST(FillLightless, near_colours_count_more_and_lit_pixels_stay) {
    Image image = makeImage(90, 30, {"R", "G", "B"}, ColorSpace::Srgb);
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 90; ++x)
            image.plane(0)[static_cast<std::size_t>(y * 90 + x)] =
                x < 30 ? 0.2F : (x < 60 ? 0.0F : 0.8F);
    const Image before = image;
    const LightMap map = findLight(image);
    ASSERT_EQ(map.lightless, 900U);
    fillLightless(image, map);
    const auto red = [&](int x) { return image.plane(0)[static_cast<std::size_t>(15 * 90 + x)]; };
    EXPECT_LT(red(32), 0.45F);
    EXPECT_GT(red(57), 0.55F);
    for (std::size_t i = 0; i < image.samples.size(); ++i) {
        EXPECT_GE(image.samples[i], 0.0F);
        EXPECT_LE(image.samples[i], 0.8F);
        if (map.pixels[i % map.pixels.size()] == PixelLight::Lit) {
            EXPECT_EQ(image.samples[i], before.samples[i]);
        }
    }
}

TEST(FillLightless, a_picture_larger_than_its_copy_is_filled_throughout) {
    Image image = withBlack(2600, 40, 100, 0, 2500, 40);
    const LightMap map = findLight(image);
    fillLightless(image, map);
    EXPECT_NEAR(*std::ranges::min_element(image.samples), 0.5F, 1e-4F);
}

TEST(AutoExposure, leaves_pixels_without_light_out) {
    // Nine tenths are black: the 95th percentile of all would be the middle of what is lit.
    Image image = withBlack(100, 100, 0, 0, 100, 90, 0, 0.1F, ColorSpace::Linear);
    for (int c = 0; c < 3; ++c)
        for (int x = 0; x < 100; ++x)
            image.plane(c)[static_cast<std::size_t>(99 * 100 + x)] = 0.4F; // a tenth of the lit
    EXPECT_NEAR(autoExposure(image), 1.0, 1e-5);                           // 0.4 to 0.8
}

} // namespace unlit
