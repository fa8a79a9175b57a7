#include "core/image/color/color.h"

#include "tests/core/image/image_test_support.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace unlit;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Image grey(std::vector<float> values, ColorSpace space) {
    Image image = makeImage(static_cast<int>(values.size()), 1, {"R", "G", "B"}, space);
    for (int c = 0; c < 3; ++c)
        std::copy(values.begin(), values.end(), image.plane(c).begin());
    return image;
}

} // namespace

TEST(SrgbCurve, a_picture_so_large_that_processors_share_it_has_the_values_of_one) {
    Image image = makeImage(1201, 301, {"R", "G", "B"}, ColorSpace::Linear); // ends within a piece
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = static_cast<float>(i % 997) / 700.0F - 0.1F;
    Image shown = image;
    convertTo(shown, ColorSpace::Srgb);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        ASSERT_EQ(shown.samples[i], encodeSrgb(image.samples[i])) << i;
}

// IEC 61966-2-1: the two pieces meet at 0.0031308 / 0.04045.
TEST(SrgbCurve, has_the_published_values) {
    EXPECT_NEAR(encodeSrgb(0.0031308F), 0.04045F, 1e-6);
    EXPECT_NEAR(decodeSrgb(0.04045F), 0.0031308F, 1e-7);
    EXPECT_NEAR(encodeSrgb(0.5F), 0.735357F, 1e-6);
    EXPECT_NEAR(decodeSrgb(0.5F), 0.214041F, 1e-6);
    EXPECT_NEAR(encodeSrgb(0.18F), 0.461356F, 1e-6);
    EXPECT_FLOAT_EQ(encodeSrgb(0.001F), 0.01292F);
    EXPECT_EQ(encodeSrgb(0.0F), 0.0F);
    EXPECT_FLOAT_EQ(encodeSrgb(1.0F), 1.0F);
}

TEST(SrgbCurve, is_odd_and_goes_on_above_one) {
    EXPECT_EQ(encodeSrgb(-0.5F), -encodeSrgb(0.5F));
    EXPECT_EQ(decodeSrgb(-0.02F), -decodeSrgb(0.02F));
    EXPECT_NEAR(encodeSrgb(4.0F), 1.055 * std::pow(4.0, 1 / 2.4) - 0.055, 1e-5);
}

TEST(SrgbCurve, decodes_what_it_encoded) {
    for (int level = 0; level <= 255; ++level) {
        const float value = static_cast<float>(level) / 255.0F;
        EXPECT_NEAR(encodeSrgb(decodeSrgb(value)), value, 2e-6) << level;
    }
}

TEST(ConvertTo, gamma22_is_a_pure_power) {
    Image image = grey({0.5F, 0.001F}, ColorSpace::Linear);
    convertTo(image, ColorSpace::Gamma22);
    EXPECT_NEAR(image.samples[0], std::pow(0.5, 1 / 2.2), 1e-6);
    EXPECT_NEAR(image.samples[1], std::pow(0.001, 1 / 2.2), 1e-6);
    EXPECT_EQ(image.space, ColorSpace::Gamma22);
}

TEST(ConvertTo, log100_is_the_mu_law_of_100) {
    Image image = grey({0.0F, 1.0F, 0.5F, 0.01F, -0.01F}, ColorSpace::Linear);
    convertTo(image, ColorSpace::Log100);
    EXPECT_EQ(image.samples[0], 0.0F);
    EXPECT_EQ(image.samples[1], 1.0F);
    EXPECT_NEAR(image.samples[2], std::log(51.0) / std::log(101.0), 1e-6);
    EXPECT_NEAR(image.samples[3], std::log(2.0) / std::log(101.0), 1e-6);
    EXPECT_EQ(image.samples[4], -image.samples[3]);
}

// What the curve is for: a shadow takes nearly the same step away from whatever it falls on.
TEST(ConvertTo, light_that_is_multiplied_is_added_in_log100) {
    const auto step = [](float albedo, ColorSpace space) {
        return encodeDisplay(albedo, space) - encodeDisplay(albedo / 4, space);
    };
    const float inLog = step(0.8F, ColorSpace::Log100) / step(0.2F, ColorSpace::Log100);
    const float inSrgb = step(0.8F, ColorSpace::Srgb) / step(0.2F, ColorSpace::Srgb);
    EXPECT_LT(inLog, 1.2F);
    EXPECT_GT(inSrgb, 1.7F);
}

TEST(ConvertTo, acescg_red_becomes_the_first_column_of_the_matrix) {
    Image image = makeImage(1, 1, {"R", "G", "B"}, ColorSpace::AcesCg);
    image.samples = {1, 0, 0};
    convertTo(image, ColorSpace::Linear);
    EXPECT_NEAR(image.samples[0], 1.70505, 2e-4);
    EXPECT_NEAR(image.samples[1], -0.13026, 2e-4);
    EXPECT_NEAR(image.samples[2], -0.02400, 2e-4);
}

TEST(ConvertTo, every_pair_of_spaces_comes_back) {
    const Image start = countingImage(4, 2, 0.04F, ColorSpace::Srgb);
    for (const ColorSpace space : {ColorSpace::Gamma22, ColorSpace::Log100, ColorSpace::Linear,
                                   ColorSpace::AcesCg, ColorSpace::Srgb}) {
        Image image = start;
        convertTo(image, space);
        convertTo(image, ColorSpace::Srgb);
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            EXPECT_NEAR(image.samples[i], start.samples[i], 5e-6) << toString(space) << " " << i;
    }
}

TEST(ConvertTo, raw_changes_the_tag_only) {
    Image image = grey({-3.0F, 0.25F, 7.0F}, ColorSpace::Raw);
    const std::vector<float> before = image.samples;
    convertTo(image, ColorSpace::Linear);
    EXPECT_EQ(image.samples, before);
    EXPECT_EQ(image.space, ColorSpace::Linear);
    convertTo(image, ColorSpace::Raw);
    EXPECT_EQ(image.samples, before);
    EXPECT_EQ(image.space, ColorSpace::Raw);
}

TEST(AutoExposure, brings_the_95th_percentile_to_0_8) {
    std::vector<float> values(100);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i + 1); // the 95th of 100 is 95
    EXPECT_NEAR(autoExposure(grey(values, ColorSpace::Linear)), std::log2(0.8 / 95.0), 1e-6);
}

TEST(AutoExposure, weighs_channels_as_luminance) {
    Image image = makeImage(1, 1, {"R", "G", "B"}, ColorSpace::Linear);
    image.samples = {0, 1, 0};
    EXPECT_NEAR(autoExposure(image), std::log2(0.8 / 0.7152), 1e-6);
}

TEST(AutoExposure, leaves_out_masked_and_bad_pixels) {
    Image image = grey({0.4F, 100.0F, kNan, kInfinity}, ColorSpace::Linear);
    image.mask = {1, 0, 1, 1};
    EXPECT_NEAR(autoExposure(image), 1.0, 1e-6); // 0.4 to 0.8
}

TEST(AutoExposure, judges_a_small_light_on_black_by_the_light) {
    std::vector<float> values(100, 0.0F);
    values[50] = 1.6F;
    EXPECT_NEAR(autoExposure(grey(values, ColorSpace::Linear)), -1.0, 1e-6);
}

TEST(AutoExposure, is_zero_where_nothing_shines) {
    EXPECT_EQ(autoExposure(grey({0, -1, kNan, kInfinity}, ColorSpace::Linear)), 0.0);
}

TEST(ToDisplay, the_faintest_light_beside_black_is_a_picture) {
    // The smallest float: 2^149 would bring it to white, and is no float; 0 times infinity is none.
    const Image image = grey({0.0F, 1.4e-45F}, ColorSpace::Linear);
    EXPECT_EQ(autoExposure(image), 126.0);
    for (const float value : toDisplay(image, ColorSpace::Srgb, {}).image.samples)
        EXPECT_TRUE(value >= 0 && value <= 1) << value;
}

TEST(ToDisplay, keeps_display_values_of_the_same_curve_untouched) {
    const Image image = grey({0.0F, 77.0F / 255.0F, 1.0F}, ColorSpace::Srgb);
    const DisplayImage shown = toDisplay(image, ColorSpace::Srgb, {});
    EXPECT_EQ(shown.image.samples, image.samples);
    EXPECT_FALSE(shown.exposureWasAuto);
    EXPECT_EQ(shown.exposureEv, 0.0);
}

TEST(ToDisplay, exposes_clips_and_encodes_a_scene) {
    const Image image = grey({0.25F, 5.0F, -1.0F}, ColorSpace::Linear);
    const DisplayImage shown = toDisplay(image, ColorSpace::Srgb, 1.0);
    EXPECT_NEAR(shown.image.samples[0], 0.735357F, 1e-6); // 0.25 * 2, encoded
    EXPECT_EQ(shown.image.samples[1], 1.0F);
    EXPECT_EQ(shown.image.samples[2], 0.0F);
    EXPECT_EQ(shown.exposureEv, 1.0);
}

TEST(ToDisplay, headroom_darkens_scenes_and_nothing_else) {
    const Image scene = grey({0.2F, 1.5F}, ColorSpace::Linear);
    const DisplayImage shown = toDisplay(scene, ColorSpace::Srgb, 0.0, 1.0);
    EXPECT_NEAR(shown.image.samples[0], encodeSrgb(0.1F), 1e-6);
    EXPECT_NEAR(shown.image.samples[1], encodeSrgb(0.75F), 1e-6) << "it would have clipped";
    EXPECT_EQ(shown.exposureEv, 0.0) << "that of people";
    const DisplayImage automatic =
        toDisplay(grey({0.4F}, ColorSpace::Linear), ColorSpace::Srgb, {}, 1.0);
    EXPECT_NEAR(automatic.image.samples[0], encodeSrgb(0.4F), 1e-6); // 0.8, halved
    EXPECT_NEAR(automatic.exposureEv, 1.0, 1e-6);
    const Image display = grey({0.3F, 0.9F}, ColorSpace::Srgb);
    EXPECT_EQ(toDisplay(display, ColorSpace::Srgb, {}, 1.0).image.samples, display.samples);
    EXPECT_EQ(toDisplay(display, ColorSpace::Gamma22, 0.5, 1.0).image.samples,
              toDisplay(display, ColorSpace::Gamma22, 0.5).image.samples);
    const Image raw = grey({0.3F, 0.9F}, ColorSpace::Raw);
    EXPECT_EQ(toDisplay(raw, ColorSpace::Srgb, {}, 1.0).image.samples, raw.samples);
}

TEST(ToDisplay, exposes_a_display_picture_in_linear_light) {
    const Image image = grey({encodeSrgb(0.1F)}, ColorSpace::Srgb);
    const DisplayImage shown = toDisplay(image, ColorSpace::Gamma22, 2.0);
    EXPECT_NEAR(shown.image.samples[0], std::pow(0.4, 1 / 2.2), 1e-5);
}

TEST(ToDisplay, counts_and_replaces_bad_pixels_without_letting_them_set_the_exposure) {
    Image image = grey({0.4F, kNan, kInfinity, -kInfinity}, ColorSpace::Linear);
    image.plane(1)[1] = 0.3F; // one bad channel makes a bad pixel
    const DisplayImage shown = toDisplay(image, ColorSpace::Srgb, {});
    EXPECT_EQ(shown.badPixels, 3U);
    EXPECT_TRUE(shown.exposureWasAuto);
    EXPECT_NEAR(shown.exposureEv, 1.0, 1e-6);
    EXPECT_EQ(shown.image.plane(0)[1], 0.0F);
    EXPECT_EQ(shown.image.plane(0)[2], 1.0F);
    EXPECT_EQ(shown.image.plane(0)[3], 0.0F);
    for (const float value : shown.image.samples)
        EXPECT_TRUE(std::isfinite(value));
}

TEST(ToDisplay, repeats_grey_and_only_clips_raw_values) {
    Image image = makeImage(2, 1, {"Y"}, ColorSpace::Raw);
    image.samples = {0.25F, 3.0F};
    const DisplayImage shown = toDisplay(image, ColorSpace::Srgb, {});
    ASSERT_EQ(shown.image.channelCount(), 3);
    EXPECT_EQ(shown.image.samples, (std::vector<float>{0.25F, 1, 0.25F, 1, 0.25F, 1}));
}

TEST(ToDisplay, shows_acescg_through_rec709) {
    Image image = makeImage(1, 1, {"R", "G", "B"}, ColorSpace::AcesCg);
    image.samples = {0.3F, 0.2F, 0.1F};
    const DisplayImage shown = toDisplay(image, ColorSpace::Srgb, 0.0);
    const double red = 1.70505 * 0.3 - 0.62179 * 0.2 - 0.08326 * 0.1;
    EXPECT_NEAR(shown.image.samples[0], encodeSrgb(static_cast<float>(red)), 1e-4);
}
