#include "core/image/paint_limits.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

using namespace unlit;

namespace {

/// One row of linear pixels.
Image paintRow(const std::vector<std::array<float, 3>>& pixels,
               ColorSpace space = ColorSpace::Linear) {
    Image image = makeImage(static_cast<int>(pixels.size()), 1, {"R", "G", "B"}, space);
    for (std::size_t at = 0; at < pixels.size(); ++at)
        for (int channel = 0; channel < 3; ++channel)
            image.plane(channel)[at] = pixels[at][static_cast<std::size_t>(channel)];
    return image;
}

constexpr float kNoPaint = std::numeric_limits<float>::quiet_NaN();

} // namespace

TEST(PaintLimits, the_brightest_channel_decides_both) {
    // dark; red paint (its other channels may be black); grey; white in one channel; white
    const Image image = paintRow({{0.01F, 0.0F, 0.019F},
                                  {0.4F, 0.0F, 0.0F},
                                  {0.5F, 0.5F, 0.5F},
                                  {0.2F, 0.95F, 0.3F},
                                  {0.96F, 0.96F, 0.96F}});
    const PaintShares shares = measurePaint(image, {}, {});
    EXPECT_EQ(shares.pixels, 5U);
    EXPECT_DOUBLE_EQ(shares.below, 0.2);
    EXPECT_DOUBLE_EQ(shares.above, 0.4);
}

TEST(PaintLimits, on_the_limit_is_inside) {
    const Image image = paintRow({{0.25F, 0.25F, 0.25F}, {0.75F, 0.75F, 0.75F}});
    const PaintShares shares = measurePaint(image, {}, {0.25, 0.75});
    EXPECT_EQ(shares.below, 0);
    EXPECT_EQ(shares.above, 0);
}

TEST(PaintLimits, what_says_nothing_is_left_out) {
    Image image = paintRow({{0, 0, 0}, {0, 0, 0}, {0, kNoPaint, 0}, {0, 0, 0}, {0.5F, 0.5F, 0.5F}});
    image.mask = {0, 1, 1, 0.5F, 1};
    const std::vector<unsigned char> lightless = {0, 1, 0, 0, 0};
    const PaintShares shares = measurePaint(image, lightless, {});
    EXPECT_EQ(shares.pixels, 2U); // the half covered one and the grey one
    EXPECT_DOUBLE_EQ(shares.below, 0.5);
    EXPECT_EQ(measurePaint(image, std::vector<unsigned char>(5, 1), {}).pixels, 0U);
}

TEST(PaintLimits, encoded_pictures_are_measured_in_linear_light) {
    // sRGB by IEC 61966-2-1: 0.15 encoded is 0.0196 of light, 0.16 is 0.0220; 0.96 is 0.9114,
    // 0.95 is 0.8900.
    const Image image =
        paintRow({{0.15F, 0, 0}, {0.16F, 0, 0}, {0.96F, 0, 0}, {0.95F, 0, 0}}, ColorSpace::Srgb);
    const PaintShares shares = measurePaint(image, {}, {});
    EXPECT_DOUBLE_EQ(shares.below, 0.25);
    EXPECT_DOUBLE_EQ(shares.above, 0.25);
}

TEST(PaintLimits, the_scale_multiplies_light_first) {
    const Image image = paintRow({{0.015F, 0, 0}, {0.5F, 0, 0}});
    EXPECT_DOUBLE_EQ(measurePaint(image, {}, {}, 2).below, 0);     // 0.03
    EXPECT_DOUBLE_EQ(measurePaint(image, {}, {}, 2).above, 0.5);   // 1.0
    EXPECT_DOUBLE_EQ(measurePaint(image, {}, {}, 0.5).below, 0.5); // 0.0075
}

TEST(PaintLimits, raw_numbers_and_other_sizes_are_refused) {
    EXPECT_THROW(measurePaint(paintRow({{0, 0, 0}}, ColorSpace::Raw), {}, {}), Error);
    EXPECT_THROW(measurePaint(paintRow({{0, 0, 0}}), std::vector<unsigned char>(2), {}), Error);
}
