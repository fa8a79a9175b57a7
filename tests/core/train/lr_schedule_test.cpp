#include "core/train/optim/lr_schedule.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

using namespace unlit;
using train::LrSchedule;
using Kind = config::LrSchedule;

namespace {

config::LrSchedulerConfig configOf(Kind kind) {
    config::LrSchedulerConfig config;
    config.name = kind;
    config.totalIter = 14;
    config.warmupSteps = 4;
    config.finalRatio = 0.2;
    return config;
}

} // namespace

TEST(LrSchedule, warms_up_in_a_straight_line_from_zero) {
    for (const Kind kind :
         {Kind::IterExponential, Kind::Constant, Kind::Cosine, Kind::Linear, Kind::Polynomial}) {
        const LrSchedule schedule(configOf(kind), 100);
        EXPECT_EQ(schedule.factor(0), 0);
        EXPECT_EQ(schedule.factor(3), 0.75);
        EXPECT_NEAR(schedule.factor(4), 1, 1e-15);
    }
}

// The schema allows it for all but the exponential.
TEST(LrSchedule, may_end_at_nothing_where_the_curve_can) {
    for (const auto kind :
         {config::LrSchedule::Cosine, config::LrSchedule::Linear, config::LrSchedule::Polynomial}) {
        config::LrSchedulerConfig schedule;
        schedule.name = kind;
        schedule.finalRatio = 0;
        EXPECT_EQ(train::LrSchedule(schedule, 10).factor(0), 1);
        EXPECT_NEAR(train::LrSchedule(schedule, 10).factor(5), 0.5, 1e-12); // power 1
        EXPECT_NEAR(train::LrSchedule(schedule, 10).factor(10), 0, 1e-12);
    }
    config::LrSchedulerConfig exponential;
    exponential.finalRatio = 0;
    EXPECT_THROW(train::LrSchedule(exponential, 10), Error);
}

TEST(LrSchedule, ends_at_the_final_ratio_and_stays) {
    for (const Kind kind : {Kind::IterExponential, Kind::Cosine, Kind::Linear, Kind::Polynomial}) {
        const LrSchedule schedule(configOf(kind), 100);
        EXPECT_NEAR(schedule.factor(14), 0.2, 1e-15);
        EXPECT_NEAR(schedule.factor(1000), 0.2, 1e-15);
    }
    EXPECT_EQ(LrSchedule(configOf(Kind::Constant), 100).factor(1000), 1);
}

TEST(LrSchedule, goes_its_own_way_in_between) {
    // Half of the ten steps of decay: step 9.
    EXPECT_NEAR(LrSchedule(configOf(Kind::Linear), 100).factor(9), 0.6, 1e-15);
    EXPECT_NEAR(LrSchedule(configOf(Kind::Cosine), 100).factor(9), 0.6, 1e-15);
    EXPECT_NEAR(LrSchedule(configOf(Kind::Cosine), 100).factor(4 + 0), 1, 1e-15);
    config::LrSchedulerConfig polynomial = configOf(Kind::Polynomial);
    polynomial.power = 2;
    EXPECT_NEAR(LrSchedule(polynomial, 100).factor(9), 0.2 + 0.8 * 0.25, 1e-15);
    EXPECT_NEAR(LrSchedule(configOf(Kind::IterExponential), 100).factor(9), std::sqrt(0.2), 1e-15);
}

TEST(LrSchedule, one_cycle_rises_to_its_peak_and_falls_below_its_start) {
    config::LrSchedulerConfig config = configOf(Kind::OneCycle);
    config.totalIter = 11;
    config.pctStart = 6.0 / 11.0; // the peak at step 5, the end at step 10
    config.divFactor = 10;
    config.finalDivFactor = 100;
    const LrSchedule schedule(config, 100);
    EXPECT_NEAR(schedule.factor(0), 0.1, 1e-12);
    EXPECT_NEAR(schedule.factor(5), 1, 1e-12);
    EXPECT_NEAR(schedule.factor(10), 0.001, 1e-12);
    EXPECT_NEAR(schedule.factor(50), 0.001, 1e-12);
    // Cosine: symmetric about the middle of the rise.
    EXPECT_NEAR(schedule.factor(2) + schedule.factor(3), 1.1, 1e-12);
}

TEST(LrSchedule, takes_the_length_of_the_run_where_it_has_none_of_its_own) {
    config::LrSchedulerConfig config = configOf(Kind::Linear);
    config.totalIter.reset();
    EXPECT_NEAR(LrSchedule(config, 24).factor(14), 0.6, 1e-15);
}

TEST(LrSchedule, refuses_factors_that_mean_nothing) {
    config::LrSchedulerConfig config = configOf(Kind::OneCycle);
    config.pctStart = 1.5;
    EXPECT_THROW(LrSchedule(config, 100), Error);
    config = configOf(Kind::Polynomial);
    config.power = 0;
    EXPECT_THROW(LrSchedule(config, 100), Error);
}
