#include "core/train/hooks/memory_hook.h"

#include "tests/core/train/fake_task.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::train;
using test::FakeRun;
using test::FakeTask;

namespace {

constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;

/// Runs one step with the hook; the task has 10,000 bytes free and 1,000 in use.
void runWith(FakeRun& run, FakeTask& task, std::optional<double> limitGib = {}) {
    run.limits.maxIter = 1;
    run.hooks.push_back(std::make_unique<MemoryHook>(limitGib));
    run.run(task);
}

} // namespace

TEST(MemoryHook, leaves_a_batch_whole_that_fits_and_says_what_it_takes) {
    FakeTask task(std::deque<FakeTask::Batch>(2));
    task.estimate = MemoryEstimate{1000, 2000, 4}; // 9,000 with four samples, a tenth is margin
    FakeRun run;
    runWith(run, task);
    EXPECT_EQ(task.atOnce, 4);
    ASSERT_EQ(run.all<LogLine>().size(), 1U);
    EXPECT_EQ(run.all<LogLine>()[0].level, LogLine::Level::Info);
}

TEST(MemoryHook, splits_a_batch_that_does_not_fit) {
    FakeTask task(std::deque<FakeTask::Batch>(2));
    task.estimate = MemoryEstimate{1000, 2001, 4};
    FakeRun run;
    runWith(run, task);
    EXPECT_EQ(task.atOnce, 3);
    ASSERT_EQ(run.all<LogLine>().size(), 1U);
    EXPECT_EQ(run.all<LogLine>()[0].level, LogLine::Level::Warning);
    EXPECT_NE(run.all<LogLine>()[0].text.find("in parts of 3"), std::string::npos);
}

TEST(MemoryHook, takes_a_limit_for_all_that_the_process_has_in_use) {
    FakeTask task(std::deque<FakeTask::Batch>(2));
    task.estimate = MemoryEstimate{1000, 2000, 4};
    FakeRun run;
    runWith(run, task, 6000 / kGibibyte); // 1,000 are in use: 5,000 are left
    EXPECT_EQ(task.atOnce, 2);
}

TEST(MemoryHook, gives_up_what_it_can_where_not_even_one_sample_fits) {
    FakeTask task(std::deque<FakeTask::Batch>(2));
    task.estimate = MemoryEstimate{0, 20'000, 4};
    task.savings = 2;
    FakeRun run;
    runWith(run, task);
    EXPECT_EQ(task.atOnce, 1);
    EXPECT_EQ(task.appliedSavings, 2);
}

TEST(MemoryHook, ends_the_run_where_the_trial_itself_does_not_fit) {
    FakeTask task(std::deque<FakeTask::Batch>(2));
    task.estimate = MemoryEstimate{0, 1, 4};
    task.fitting = 0;
    FakeRun run;
    test::expectError(ErrorKind::OutOfMemory, {"one sample"}, [&] { runWith(run, task); });
    task.savings = 1; // makes room for it
    FakeRun again;
    runWith(again, task);
    EXPECT_EQ(task.atOnce, 1);
}

TEST(MemoryHook, does_not_touch_the_gradients_of_a_step_that_was_resumed) {
    FakeTask task(std::deque<FakeTask::Batch>(2), 2);
    task.estimate = MemoryEstimate{0, 20'000, 4};
    FakeRun run;
    run.position.microStep = 1;
    run.position.losses = {1};
    run.position.samples = {{"p"}};
    runWith(run, task);
    EXPECT_EQ(task.atOnce, 4);
    EXPECT_TRUE(run.all<LogLine>().empty());
}
