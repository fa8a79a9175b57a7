#include "core/evaluate/calibration.h"

#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::evaluate;

namespace {

using Numbers = std::vector<double>;

void expectNear(const Numbers& actual, const Numbers& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < actual.size(); ++i)
        EXPECT_NEAR(actual[i], expected[i], 1e-6) << i;
}

} // namespace

// Four bins of one: errors 1, 3, 2, 6. The two in the middle fall and are pooled: error 2.5 at the
// mean spread 0.25.
TEST(Calibration, pools_neighbours_until_the_errors_rise) {
    const CalibrationCurve curve = fitCalibration({{0.4F, 6}, {0.2F, 3}, {0.1F, 1}, {0.3F, 2}}, 4);
    expectNear(curve.spread, {0.1, 0.25, 0.4});
    expectNear(curve.error, {1, 2.5, 6});
}

TEST(Calibration, is_straight_between_knots_and_constant_outside) {
    const CalibrationCurve curve{{0.1, 0.25, 0.4}, {1, 2.5, 6}};
    EXPECT_DOUBLE_EQ(curve.expectedError(0), 1);
    EXPECT_DOUBLE_EQ(curve.expectedError(0.1), 1);
    EXPECT_NEAR(curve.expectedError(0.175), 1.75, 1e-12);
    EXPECT_NEAR(curve.expectedError(0.325), 4.25, 1e-12);
    EXPECT_DOUBLE_EQ(curve.expectedError(9), 6);
}

// Pooling goes back as far as it must: 4, 3, 2 become one pool of 3 (weights 1, 1, 2 give 2.75).
TEST(Calibration, weighs_pools_by_their_samples) {
    const CalibrationCurve curve =
        fitCalibration({{1, 4}, {2, 3}, {3, 2}, {3, 2}, {5, 8}, {6, 10}}, 6);
    expectNear(curve.spread, {(1 + 2 + 3 + 3) / 4.0, 5, 6});
    expectNear(curve.error, {(4 + 3 + 2 + 2) / 4.0, 8, 10});
}

TEST(Calibration, bins_hold_equal_counts) {
    const CalibrationCurve curve = fitCalibration({{0.1F, 1}, {0.2F, 3}, {0.3F, 2}, {0.4F, 6}}, 2);
    expectNear(curve.spread, {0.15, 0.35});
    expectNear(curve.error, {2, 4});
}

TEST(Calibration, equal_spreads_are_never_parted) {
    const CalibrationCurve curve = fitCalibration({{0, 1}, {0, 2}, {0, 6}, {1, 9}}, 4);
    expectNear(curve.spread, {0, 1});
    expectNear(curve.error, {3, 9});
    // Members that all agree, as those of a predictor that looks at no noise.
    const CalibrationCurve constant = fitCalibration({{0, 1}, {0, 2}, {0, 6}}, 20);
    expectNear(constant.spread, {0});
    EXPECT_NEAR(constant.expectedError(0.5), 3, 1e-6);
}

TEST(Calibration, refuses_to_fit_nothing) {
    test::expectError(ErrorKind::InvalidInput, {"no pixel to calibrate on"},
                      [] { fitCalibration({}, 4); });
    test::expectError(ErrorKind::InvalidInput, {"no pixel to calibrate on"},
                      [] { (void)ReliabilityMeter().result(4); });
}

// Expected is the spread itself. Two bins: expected 0.3 and 0.7, found 0.3 and 0.9.
TEST(Calibration, reliability_compares_what_was_expected_with_what_was_found) {
    ReliabilityMeter meter;
    const CalibrationCurve identity{{0, 1}, {0, 1}};
    meter.add(identity, {{0.8F, 1.2F}, {0.2F, 0.1F}});
    meter.add(identity, {{0.4F, 0.5F}, {0.6F, 0.6F}});
    const Reliability reliability = meter.result(2);
    ASSERT_EQ(reliability.bins.size(), 2U);
    EXPECT_NEAR(reliability.bins[0].expected, 0.3, 1e-6);
    EXPECT_NEAR(reliability.bins[0].found, 0.3, 1e-6);
    EXPECT_NEAR(reliability.bins[1].expected, 0.7, 1e-6);
    EXPECT_NEAR(reliability.bins[1].found, 0.9, 1e-6);
    EXPECT_EQ(reliability.bins[1].samples, 2U);
    EXPECT_NEAR(reliability.meanError, 0.6, 1e-6);
    EXPECT_NEAR(reliability.calibrationError, 0.1, 1e-6); // half of the samples are off by 0.2
}
