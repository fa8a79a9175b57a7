// LMSE: windows of 20 every 10, each with its own factor.
#include "core/evaluate/local_error.h"

#include "tests/core/evaluate/metric_pictures.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit::evaluate;
using unlit::test::makePictures;
using unlit::test::MetricPictures;
using unlit::test::scatter;

TEST(LocalError, of_one_window_is_the_share_that_no_factor_explains) {
    // p = 1 everywhere, t = 1 in the left and 3 in the right half: the factor is 2, what is left is
    // 1 a sample; over the mean square (1 + 9) / 2.
    const auto one = [](int, int, int) { return 1.0; };
    const auto halves = [](int, int, int x) { return x < 10 ? 1.0 : 3.0; };
    const MetricPictures pictures = makePictures(20, 20, one, halves);
    EXPECT_NEAR(localError(pictures.input(), ScaleKind::One), 0.2, 1e-12);
    EXPECT_NEAR(localError(pictures.input(), ScaleKind::PerChannel), 0.2, 1e-12);
}

TEST(LocalError, counts_each_window_that_lies_in_the_picture) {
    // 35 wide: windows at 0 and 10. Left 20 columns are right, the last 5 are seen by none; in the
    // second window t is 1 in 10 columns and 3 in 10.
    const auto one = [](int, int, int) { return 1.0; };
    const auto steps = [](int, int, int x) { return x < 20 ? 1.0 : x < 30 ? 3.0 : 99.0; };
    const MetricPictures pictures = makePictures(35, 20, one, steps);
    EXPECT_NEAR(localError(pictures.input(), ScaleKind::One), 1.0 / (1 + 5), 1e-12);
}

TEST(LocalError, forgives_light_that_changes_from_window_to_window) {
    const auto falling = [](int c, int y, int x) {
        return (1 + 0.05 * (x / 20)) * scatter(c, y, x);
    };
    const MetricPictures lit = makePictures(40, 20, falling, scatter);
    EXPECT_LT(localError(lit.input(), ScaleKind::One), 0.001);
    EXPECT_GT(localError(lit.input(), ScaleKind::One), 0) << "the middle window sees both";
}

TEST(LocalError, does_not_depend_on_scales_and_invalid_pixels) {
    MetricPictures pictures =
        makePictures(30, 41, scatter, [](int c, int y, int x) { return scatter(c + 3, x, y); });
    const double before = localError(pictures.input(), ScaleKind::One);
    for (float& value : pictures.prediction)
        value *= 4;
    for (float& value : pictures.truth)
        value *= 0.5F;
    EXPECT_NEAR(localError(pictures.input(), ScaleKind::One), before, 1e-12);
    pictures.valid.assign(pictures.planeSize(), 1);
    pictures.valid[33] = 0;
    const double masked = localError(pictures.input(), ScaleKind::One);
    for (const std::size_t channel : {0U, 1U, 2U})
        pictures.prediction[channel * pictures.planeSize() + 33] = 1e4F;
    EXPECT_DOUBLE_EQ(localError(pictures.input(), ScaleKind::One), masked);
}

TEST(LocalError, for_each_channel_forgives_a_colour) {
    const MetricPictures pictures = makePictures(
        20, 20, scatter, [](int c, int y, int x) { return (1 + c) * scatter(c, y, x); });
    EXPECT_NEAR(localError(pictures.input(), ScaleKind::PerChannel), 0, 1e-12);
    EXPECT_GT(localError(pictures.input(), ScaleKind::One), 0.01);
}

TEST(LocalError, of_a_black_prediction_is_everything) {
    const MetricPictures pictures = makePictures(
        20, 20, [](int, int, int) { return 0; }, scatter);
    EXPECT_EQ(localError(pictures.input(), ScaleKind::One), 1);
    const MetricPictures small = makePictures(19, 40, scatter, scatter);
    EXPECT_TRUE(std::isnan(localError(small.input(), ScaleKind::One))) << "no window fits";
}
