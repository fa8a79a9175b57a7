// How long a run will still take, by a clock that the test turns.
#include "core/train/time_left.h"

#include <gtest/gtest.h>

#include <stdexcept>

using namespace unlit::train;

namespace {

/// A run of 100 steps of 2 s; a validation of 30 s every 10 steps.
class TimeLeftTest : public testing::Test {
protected:
    TimeLeft make(TimePlan asked) {
        return TimeLeft(asked, [this] { return now; });
    }

    void pass(double seconds) { now += seconds; }

    double now = 1000;
    TimePlan plan{.steps = 100, .validationPeriod = 10};
};

} // namespace

TEST_F(TimeLeftTest, is_not_known_before_a_step_has_ended) {
    TimeLeft time = make(plan);
    time.begin();
    pass(5);
    EXPECT_FALSE(time.seconds());
}

TEST_F(TimeLeftTest, counts_validations_that_are_still_to_come) {
    TimeLeft time = make(plan);
    time.begin();
    for (int step = 1; step <= 10; ++step) {
        pass(2);
        time.endStep(step);
    }
    EXPECT_DOUBLE_EQ(*time.seconds(), 180) << "90 steps; nobody knows what a validation takes";
    time.during(TimePart::Validation, [this] { pass(30); });
    pass(2);
    time.endStep(11);
    EXPECT_DOUBLE_EQ(*time.seconds(), 89 * 2 + 9 * 30) << "at 20, 30, … 100";
    for (int step = 12; step <= 20; ++step) {
        pass(2);
        time.endStep(step);
    }
    EXPECT_DOUBLE_EQ(*time.seconds(), 80 * 2 + 9 * 30) << "the one at 20 has not begun";
    time.during(TimePart::Validation, [&] {
        pass(12);
        EXPECT_DOUBLE_EQ(*time.seconds(), 80 * 2 + 9 * 30 - 12) << "it is under way";
        pass(38);
    });
    pass(2);
    time.endStep(21);
    EXPECT_DOUBLE_EQ(*time.seconds(), 79 * 2 + 8 * 40) << "the mean of 30 s and 50 s";
}

TEST_F(TimeLeftTest, every_part_has_its_own_mean_and_period) {
    plan = {.steps = 100,
            .validationPeriod = 0,
            .picturePeriod = 50,
            .savePeriod = 5,
            .backupPeriod = 25};
    TimeLeft time = make(plan);
    time.begin();
    for (int step = 1; step <= 50; ++step) {
        pass(1);
        time.endStep(step);
        time.during(TimePart::Backup, [&] { pass(step % 25 == 0 ? 8 : 0); });
        time.during(TimePart::Latest, [&] { pass(step % 5 == 0 ? 3 : 0); });
        time.during(TimePart::Pictures, [&] { pass(step % 50 == 0 ? 20 : 0); });
    }
    pass(1);
    time.endStep(51);
    EXPECT_DOUBLE_EQ(*time.seconds(), 49 * 1 + 1 * 20 + 10 * 3 + 2 * 8);
}

TEST_F(TimeLeftTest, what_is_waited_for_counts_nowhere) {
    TimeLeft time = make(plan);
    time.begin();
    pass(2);
    time.endStep(1);
    time.during(TimePart::Waiting, [&] { pass(3600); });
    EXPECT_DOUBLE_EQ(*time.seconds(), 99 * 2) << "a pause of an hour";
    pass(2);
    time.endStep(2);
    EXPECT_DOUBLE_EQ(*time.seconds(), 98 * 2);
}

TEST_F(TimeLeftTest, the_last_steps_count) {
    plan.steps = 1000;
    plan.validationPeriod = 0;
    TimeLeft time = make(plan);
    time.begin();
    for (int step = 1; step <= 100; ++step) {
        pass(step <= 50 ? 100 : 1);
        time.endStep(step);
    }
    EXPECT_DOUBLE_EQ(*time.seconds(), 900);
}

TEST_F(TimeLeftTest, a_run_that_goes_on_begins_where_it_stands) {
    TimeLeft time = make(plan);
    pass(100); // loading
    time.begin();
    pass(2);
    time.endStep(61);
    EXPECT_DOUBLE_EQ(*time.seconds(), 39 * 2);
}

TEST_F(TimeLeftTest, is_never_below_nothing_and_survives_what_is_thrown) {
    plan.steps = 2;
    TimeLeft time = make(plan);
    time.begin();
    pass(2);
    time.endStep(1);
    pass(100);
    EXPECT_EQ(*time.seconds(), 0);
    EXPECT_THROW(time.during(TimePart::Validation, [] { throw std::runtime_error("no"); }),
                 std::runtime_error);
    EXPECT_EQ(*time.seconds(), 0);
}
