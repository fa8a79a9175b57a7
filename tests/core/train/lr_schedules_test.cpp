#include "core/train/optim/lr_schedules.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace unlit;
using train::IterExponential;

TEST(IterExponential, warms_up_decays_by_equal_ratios_and_stays) {
    const IterExponential schedule(8, 0.0625, 4);
    EXPECT_EQ(schedule.factor(0), 0.0);
    EXPECT_EQ(schedule.factor(1), 0.25);
    // Four steps from 1 to 1/16: halved each time.
    EXPECT_NEAR(schedule.factor(4), 1.0, 1e-15);
    EXPECT_NEAR(schedule.factor(5), 0.5, 1e-15);
    EXPECT_NEAR(schedule.factor(7), 0.125, 1e-15);
    EXPECT_EQ(schedule.factor(8), 0.0625);
    EXPECT_EQ(schedule.factor(1000), 0.0625);
}

TEST(IterExponential, starts_at_full_rate_without_warm_up) {
    EXPECT_EQ(IterExponential(8, 0.5, 0).factor(0), 1.0);
}

TEST(IterExponential, survives_a_warm_up_as_long_as_the_run) {
    const IterExponential schedule(4, 0.5, 4);
    EXPECT_EQ(schedule.factor(3), 0.75);
    EXPECT_EQ(schedule.factor(4), 0.5);
}

TEST(IterExponential, refuses_settings_without_a_schedule) {
    EXPECT_THROW(IterExponential(0, 0.5, 0), Error);
    EXPECT_THROW(IterExponential(4, 0.5, -1), Error);
    EXPECT_THROW(IterExponential(4, 0.0, 0), Error);
    EXPECT_THROW(IterExponential(4, std::numeric_limits<double>::quiet_NaN(), 0), Error);
}
