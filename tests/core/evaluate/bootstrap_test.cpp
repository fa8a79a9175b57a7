// Intervals of differences, on numbers whose interval is known.
#include "core/evaluate/bootstrap.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace unlit;
using namespace unlit::evaluate;

namespace {

/// 0 and 1 in turn: mean 1/2, standard deviation 1/2.
std::vector<double> zerosAndOnes(int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i)
        values.push_back(i % 2);
    return values;
}

} // namespace

TEST(Bootstrap, of_a_mean_is_as_wide_as_its_standard_error_says) {
    const Interval interval = pairedBootstrap({zerosAndOnes(400)}, {}).front();
    // 1.96 * 0.5 / sqrt(400), to a few percent.
    EXPECT_DOUBLE_EQ(interval.mean, 0.5);
    EXPECT_NEAR(interval.low, 0.5 - 0.049, 0.003);
    EXPECT_NEAR(interval.high, 0.5 + 0.049, 0.003);
    EXPECT_EQ(interval.pictures, 400);
}

TEST(Bootstrap, of_equal_differences_has_no_width) {
    const Interval interval = pairedBootstrap({std::vector<double>(10, 0.25)}, {}).front();
    EXPECT_DOUBLE_EQ(interval.low, 0.25);
    EXPECT_DOUBLE_EQ(interval.high, 0.25);
}

TEST(Bootstrap, is_the_same_for_the_same_seed_and_another_for_another) {
    const std::vector<std::vector<double>> series = {{1, 5, 2, 8, 4, 9, 3}};
    const Interval first = pairedBootstrap(series, {.seed = 7}).front();
    const Interval again = pairedBootstrap(series, {.seed = 7}).front();
    const Interval other = pairedBootstrap(series, {.seed = 8, .resamples = 300}).front();
    EXPECT_EQ(first.low, again.low);
    EXPECT_EQ(first.high, again.high);
    EXPECT_TRUE(first.low != other.low || first.high != other.high);
}

TEST(Bootstrap, draws_the_same_pictures_for_every_series) {
    const std::vector<double> values = {1, 5, 2, 8, 4, 9, 3};
    std::vector<double> shifted = values;
    for (double& value : shifted)
        value += 10;
    const auto intervals = pairedBootstrap({values, shifted}, {.resamples = 500});
    EXPECT_NEAR(intervals[1].low, intervals[0].low + 10, 1e-9);
    EXPECT_NEAR(intervals[1].high, intervals[0].high + 10, 1e-9);
}

TEST(Bootstrap, leaves_out_what_is_no_number) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto intervals = pairedBootstrap({{none, 2, 2, none}, {none, none, none, 1}}, {});
    EXPECT_EQ(intervals[0].pictures, 2);
    EXPECT_DOUBLE_EQ(intervals[0].mean, 2);
    EXPECT_DOUBLE_EQ(intervals[0].high, 2);
    EXPECT_EQ(intervals[1].pictures, 1);
    EXPECT_TRUE(std::isnan(intervals[1].low)) << "one picture has no spread";
}

TEST(Bootstrap, refuses_settings_that_give_no_interval) {
    test::expectError(ErrorKind::InvalidInput, {"10 resamples"}, [] {
        pairedBootstrap({{1, 2}}, {.resamples = 10});
    });
    test::expectError(ErrorKind::InvalidInput, {"confidence"}, [] {
        pairedBootstrap({{1, 2}}, {.confidence = 1.5});
    });
}
