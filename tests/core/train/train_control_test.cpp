#include "core/train/train_control.h"

#include "tests/core/train/fake_task.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <thread>

using namespace unlit;
using train::TrainControl;

TEST(TrainControl, gives_each_request_once) {
    TrainControl control;
    control.saveNow();
    control.setLearningRate(0.5);
    const train::ControlRequests first = control.take();
    EXPECT_TRUE(first.saveNow);
    EXPECT_FALSE(first.validateNow);
    EXPECT_EQ(first.learningRate, 0.5);
    const train::ControlRequests second = control.take();
    EXPECT_FALSE(second.saveNow || second.learningRate);
}

TEST(TrainControl, refuses_rates_that_are_none) {
    TrainControl control;
    for (const double rate : {0.0, -1.0, std::nan("")})
        test::expectError(ErrorKind::InvalidInput, {"learning rate"},
                          [&] { control.setLearningRate(rate); });
}

TEST(TrainControl, waits_until_the_pause_ends_or_the_run_is_stopped) {
    TrainControl control;
    control.waitWhilePaused({}); // not paused: returns at once
    control.pause();
    {
        const std::jthread other([&] { control.resume(); });
        control.waitWhilePaused({});
    }
    EXPECT_FALSE(control.isPaused());
    control.pause();
    std::stop_source stop;
    const std::jthread other([&] { stop.request_stop(); });
    control.waitWhilePaused(stop.get_token());
    EXPECT_TRUE(control.isPaused());
}

TEST(TrainControl, wakes_a_paused_run_for_a_request) {
    TrainControl control;
    control.pause();
    const std::jthread other([&] { control.validateNow(); });
    control.waitWhilePaused({});
    EXPECT_TRUE(control.take().validateNow);
}

TEST(TrainControl, who_waits_for_what_nobody_asked_for_is_woken_by_a_word) {
    TrainControl control;
    constexpr std::chrono::hours kLong{1};
    control.waitForWord({}, std::chrono::milliseconds(1)); // returns
    {
        const std::jthread other([&] { control.resume(); });
        control.waitForWord({}, kLong);
    }
    {
        const std::jthread other([&] { control.saveNow(); });
        control.waitForWord({}, kLong);
    }
    EXPECT_TRUE(control.take().saveNow) << "it is still to be done";
    std::stop_source stop;
    stop.request_stop();
    control.waitForWord(stop.get_token(), kLong);
}
