// Factors between a prediction and its truth.
#include "core/evaluate/scale_fit.h"

#include "tests/core/evaluate/metric_pictures.h"

#include <gtest/gtest.h>

using namespace unlit::evaluate;
using unlit::test::makePictures;
using unlit::test::MetricPictures;

namespace {

/// The truth is the prediction times 2, 3 and 4.
MetricPictures channelsOfTheirOwn() {
    return makePictures(6, 5, unlit::test::scatter, [](int c, int y, int x) {
        return (2 + c) * unlit::test::scatter(c, y, x);
    });
}

} // namespace

TEST(ScaleFit, is_the_least_squares_factor) {
    // One pixel: p = (1, 2, 2), t = (2, 2, 4): sum(p t) / sum(p p) = (2 + 4 + 8) / 9.
    const MetricPictures pictures = makePictures(
        1, 1, [](int c, int, int) { return c == 0 ? 1 : 2; },
        [](int c, int, int) { return c == 2 ? 4 : 2; });
    EXPECT_DOUBLE_EQ(scaleFactors(pictures.input(), ScaleKind::One)[1], 14.0 / 9);
    EXPECT_EQ(scaleFactors(pictures.input(), ScaleKind::PerChannel),
              (std::vector<double>{2, 1, 2}));
    EXPECT_EQ(scaleFactors(pictures.input(), ScaleKind::None), (std::vector<double>{1, 1, 1}));
    // Residuals after 14/9: 2 - 14/9, 2 - 28/9, 4 - 28/9.
    EXPECT_NEAR(scaleInvariantError(pictures.input(), ScaleKind::One), (16.0 + 100 + 64) / 81 / 3,
                1e-12);
}

TEST(ScaleFit, for_each_channel_forgives_a_colour_and_one_does_not) {
    const MetricPictures pictures = channelsOfTheirOwn();
    EXPECT_NEAR(scaleInvariantError(pictures.input(), ScaleKind::PerChannel), 0, 1e-12);
    EXPECT_GT(scaleInvariantError(pictures.input(), ScaleKind::One), 0.05);
    const std::vector<float> scaled = scaledPrediction(pictures.input(), ScaleKind::PerChannel);
    for (std::size_t i = 0; i < scaled.size(); ++i)
        EXPECT_NEAR(scaled[i], pictures.truth[i], 1e-6);
}

TEST(ScaleFit, does_not_depend_on_the_scale_of_the_prediction) {
    MetricPictures pictures = makePictures(7, 9, unlit::test::scatter, [](int c, int y, int x) {
        return unlit::test::scatter(c + 5, x, y);
    });
    const double before = scaleInvariantError(pictures.input(), ScaleKind::One);
    for (float& value : pictures.prediction)
        value *= 0.125F;
    EXPECT_DOUBLE_EQ(scaleInvariantError(pictures.input(), ScaleKind::One), before);
}

TEST(ScaleFit, looks_at_valid_pixels_only) {
    MetricPictures pictures = channelsOfTheirOwn();
    pictures.valid.assign(pictures.planeSize(), 1);
    pictures.valid[4] = 0;
    for (const std::size_t channel : {0U, 1U, 2U})
        pictures.truth[channel * pictures.planeSize() + 4] = 1e6F;
    EXPECT_NEAR(scaleFactors(pictures.input(), ScaleKind::PerChannel)[1], 3, 1e-5);
}

TEST(ScaleFit, of_a_black_prediction_is_zero) {
    const MetricPictures pictures = makePictures(
        2, 2, [](int, int, int) { return 0; }, unlit::test::scatter);
    EXPECT_EQ(scaleFactors(pictures.input(), ScaleKind::One)[0], 0);
}
