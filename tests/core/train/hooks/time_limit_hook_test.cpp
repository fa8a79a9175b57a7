#include "core/train/hooks/time_limit_hook.h"

#include "tests/core/train/fake_task.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::train;

namespace {

/// Each look at the clock is a minute later than the one before.
RunEnd runWithLimit(double minutes, test::FakeRun& run) {
    test::FakeTask task(std::deque<test::FakeTask::Batch>(8));
    const TimeLimitHook::Clock::time_point start;
    // The first look is the one at the begin.
    auto now = std::make_shared<TimeLimitHook::Clock::time_point>(start - std::chrono::minutes(1));
    run.hooks.push_back(std::make_unique<TimeLimitHook>(
        minutes, start, [now] { return *now += std::chrono::minutes(1); }));
    return run.run(task);
}

} // namespace

TEST(TimeLimitHook, ends_the_run_after_the_step_in_which_the_time_is_up) {
    test::FakeRun run;
    EXPECT_EQ(runWithLimit(1.5, run), RunEnd::TimeUp);
    EXPECT_EQ(run.position.step, 2);
}

TEST(TimeLimitHook, says_at_its_begin_when_it_will_end) {
    test::FakeRun run;
    runWithLimit(90, run);
    bool isSaid = false;
    for (const auto& event : run.events)
        if (const auto* line = std::get_if<LogLine>(&event))
            isSaid =
                isSaid || line->text.find("run.exit_after) ends the run at 2") != std::string::npos;
    EXPECT_TRUE(isSaid);
}

TEST(TimeLimitHook, leaves_a_run_without_limit_alone) {
    test::FakeRun run;
    EXPECT_EQ(runWithLimit(0, run), RunEnd::Complete);
}

TEST(TimeLimitHook, does_not_matter_at_the_last_step) {
    test::FakeRun run;
    run.limits.maxIter = 2;
    EXPECT_EQ(runWithLimit(2, run), RunEnd::Complete);
}
