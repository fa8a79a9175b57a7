// The metrics by name, against numbers that are worked out by hand.
#include "core/evaluate/image_metrics.h"

#include "core/config/metric_names.h"
#include "core/evaluate/tone_map.h"
#include "tests/core/evaluate/metric_pictures.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace unlit;
using namespace unlit::evaluate;
using test::makePictures;
using test::MetricPictures;

namespace {

double metric(const std::string& name, const MetricPictures& pictures) {
    return imageMetric(name)(pictures.input());
}

MetricPictures uniform(double prediction, double truth, int side = 2) {
    return makePictures(
        side, side, [=](int, int, int) { return prediction; },
        [=](int, int, int) { return truth; });
}

} // namespace

TEST(ImageMetrics, have_every_name_that_a_config_may_ask_for_and_no_other) {
    std::vector<std::string> ours = imageMetricNames();
    std::vector<std::string> known;
    for (const config::MetricName& name : config::metricNames())
        known.emplace_back(name.name);
    std::ranges::sort(ours);
    std::ranges::sort(known);
    EXPECT_EQ(ours, known);
    test::expectError(ErrorKind::InvalidInput, {"psrn"}, [] { imageMetric("psrn"); });
}

TEST(ImageMetrics, measure_valid_pixels_only) {
    MetricPictures pictures = uniform(0.1, 0);
    for (const std::size_t channel : {0U, 1U, 2U})
        pictures.prediction[channel * 4 + 3] = 9;
    pictures.valid = {1, 1, 1, 0};
    EXPECT_NEAR(metric("mse", pictures), 0.01, 1e-8);
    EXPECT_NEAR(metric("mae", pictures), 0.1, 1e-7);
    EXPECT_NEAR(metric("psnr", pictures), 20, 1e-5);
    EXPECT_NEAR(metric("rmse_linear", pictures), 0.1, 1e-7);
    MetricInput wide = pictures.input();
    wide.range = 2;
    EXPECT_NEAR(imageMetric("psnr")(wide), 20 + 20 * std::log10(2.0), 1e-5);
}

TEST(ImageMetrics, are_no_number_where_no_pixel_is_valid) {
    MetricPictures pictures = uniform(0.1, 0.2, 24);
    pictures.valid.assign(24 * 24, 0);
    for (const char* name : {"psnr", "mse", "mae", "rmse", "si_mse", "lmse", "rmse_linear"})
        EXPECT_TRUE(std::isnan(metric(name, pictures))) << name;
}

TEST(ImageMetrics, of_ratios_are_those_of_the_formulas) {
    const MetricPictures pictures = uniform(0.2, 0.4);
    EXPECT_NEAR(metric("abs_relative_difference", pictures), 0.5, 1e-6);
    EXPECT_NEAR(metric("squared_relative_difference", pictures), 0.1, 1e-6);
    EXPECT_NEAR(metric("rmse_log", pictures), std::log(2.0), 1e-6);
    EXPECT_NEAR(metric("log10", pictures), std::log10(2.0), 1e-6);
    EXPECT_NEAR(metric("i_rmse", pictures), 2.5, 1e-5);
    EXPECT_NEAR(metric("silog_rmse", pictures), 0, 1e-3) << "one factor everywhere";
    EXPECT_EQ(metric("delta3_acc", pictures), 0) << "2 is above 1.25^3";
    EXPECT_EQ(metric("delta2_acc", uniform(0.3, 0.4)), 1) << "4/3 is below 1.25^2";
    EXPECT_EQ(metric("delta1_acc", uniform(0.3, 0.4)), 0);
}

TEST(ImageMetrics, find_a_picture_equal_to_itself) {
    const MetricPictures pictures = makePictures(24, 30, test::scatter, test::scatter);
    EXPECT_NEAR(metric("ssim", pictures), 1, 1e-12);
    EXPECT_EQ(metric("delta1_acc", pictures), 1);
    EXPECT_EQ(metric("lmse", pictures), 0);
    EXPECT_TRUE(std::isinf(metric("psnr", pictures)));
}

TEST(ImageMetrics, similarity_of_two_flat_pictures_is_that_of_their_means) {
    // Without variance: (2 a b + c1) / (a² + b² + c1), c1 = 0.01².
    EXPECT_NEAR(metric("ssim", uniform(0.5, 0.25, 16)), (0.25 + 1e-4) / (0.3125 + 1e-4), 1e-6);
    EXPECT_TRUE(std::isnan(metric("ssim", uniform(0.5, 0.25, 10)))) << "no window fits";
}

TEST(ImageMetrics, similarity_does_not_see_the_invalid_pixels) {
    MetricPictures pictures = makePictures(
        16, 16, [](int c, int y, int x) { return y == 8 ? 5 : test::scatter(c, y, x); },
        test::scatter);
    EXPECT_LT(metric("ssim", pictures), 0.9);
    pictures.valid.assign(256, 1);
    std::fill_n(pictures.valid.begin() + 8 * 16, 16, 0);
    EXPECT_NEAR(metric("ssim", pictures), 1, 1e-12);
}

TEST(ToneMap, brings_the_brightness_of_the_truth_to_eight_tenths) {
    // Greys 0, 1 … 10: the 90th percentile is 9, so 9 becomes 0.8 and 10 0.89.
    const auto ramp = [](int, int, int x) { return static_cast<double>(x); };
    const MetricPictures pictures = makePictures(11, 1, ramp, ramp);
    const ToneMapped mapped = toneMapped(pictures.input());
    EXPECT_NEAR(mapped.truth[9], 0.8, 1e-6);
    EXPECT_NEAR(mapped.truth[10], 10 * 0.8 / 9, 1e-6);
    const MetricPictures brighter = makePictures(
        11, 1, [](int, int, int x) { return 100.0 * x; }, ramp);
    EXPECT_GT(toneMappedPsnr(brighter.input()), 100) << "the unit of the prediction is free";
}
