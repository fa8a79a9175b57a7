// How much of the contrast of paint a prediction keeps.
#include "core/evaluate/contrast_slope.h"

#include "tests/core/evaluate/metric_pictures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace unlit::evaluate;
using unlit::test::makePictures;
using unlit::test::MetricPictures;
using unlit::test::scatter;

namespace {

/// A row of grey pixels.
double slopeOf(const std::vector<double>& predicted, const std::vector<double>& actual) {
    const auto row = [](const std::vector<double>& values) {
        return [&values](int, int, int x) { return values[static_cast<std::size_t>(x)]; };
    };
    return contrastSlope(
        makePictures(static_cast<int>(actual.size()), 1, row(predicted), row(actual)).input());
}

} // namespace

TEST(ContrastSlope, is_the_power_that_a_picture_was_raised_to) {
    const std::vector<double> paint = {0.1, 0.2, 0.4, 0.8};
    EXPECT_NEAR(slopeOf(paint, paint), 1, 1e-6);
    std::vector<double> hazy;
    for (const double value : paint)
        hazy.push_back(7 * std::sqrt(value));
    EXPECT_NEAR(slopeOf(hazy, paint), 0.5, 1e-6) << "and no factor changes it";
}

TEST(ContrastSlope, is_the_least_squares_slope) {
    // In octaves: truth 0, 1, 2, 3, prediction 0, 2, 1, 3: (2.25 - 0.25 - 0.25 + 2.25) / 5.
    EXPECT_NEAR(slopeOf({0.1, 0.4, 0.2, 0.8}, {0.1, 0.2, 0.4, 0.8}), 0.8, 1e-6);
}

TEST(ContrastSlope, does_not_see_light_that_falls_on_all_paints_alike) {
    EXPECT_NEAR(slopeOf({0.1, 0.4, 0.05, 0.2}, {0.1, 0.4, 0.1, 0.4}), 1, 1e-6);
}

TEST(ContrastSlope, is_of_luminance) {
    // Red 0.2 beside green 0.2 for grey 0.2 beside grey 0.4: log2(0.7152 / 0.2126).
    const auto predicted = [](int c, int, int x) { return c == x ? 0.2 : 0.0; };
    const auto actual = [](int, int, int x) { return x == 0 ? 0.2 : 0.4; };
    EXPECT_NEAR(contrastSlope(makePictures(2, 1, predicted, actual).input()), 1.7502, 1e-4);
}

TEST(ContrastSlope, counts_a_black_prediction_at_the_floor) {
    // Its mean is 0.3125, the floor 0.003125, in octaves -8.3219: -1 - (-2 - 8.3219) / 2.
    EXPECT_NEAR(slopeOf({0.5, 0.5, 0.25, 0}, {0.5, 0.5, 0.25, 0.25}), 4.1610, 1e-4);
    EXPECT_EQ(slopeOf({0, 0}, {0.2, 0.4}), 0);
}

TEST(ContrastSlope, leaves_black_truth_out) {
    EXPECT_NEAR(slopeOf({0.1, 0.2, 0.9}, {0.1, 0.2, 0.0005}), 1, 1e-6);
}

TEST(ContrastSlope, looks_at_valid_pixels_only) {
    MetricPictures pictures = makePictures(8, 8, scatter, scatter);
    pictures.valid.assign(64, 1);
    pictures.valid[9] = 0;
    pictures.prediction[9] = 50;
    EXPECT_NEAR(contrastSlope(pictures.input()), 1, 1e-6);
    pictures.valid.assign(64, 0);
    EXPECT_TRUE(std::isnan(contrastSlope(pictures.input())));
}

TEST(ContrastSlope, has_no_meaning_for_one_paint) {
    EXPECT_TRUE(std::isnan(slopeOf({0.1, 0.2, 0.4}, {0.3, 0.3, 0.3})));
    EXPECT_TRUE(std::isnan(slopeOf({0.1, 0.2, 0.4}, {0, 0, 0})));
}
