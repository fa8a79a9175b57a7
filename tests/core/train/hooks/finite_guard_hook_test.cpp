#include "core/train/hooks/finite_guard_hook.h"

#include "tests/core/train/fake_task.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <limits>

using namespace unlit;
using namespace unlit::train;

TEST(FiniteGuardHook, stops_before_the_weights_move_and_names_the_picture) {
    test::FakeTask task({{}, {}, {}, {MicroStepKind::Done, std::nan("")}}, 2);
    test::FakeRun run;
    run.add().atBackwardEnd = [](StepContext& c) { c.task.optimizer().setLearningRate(1); };
    run.hooks.push_back(std::make_unique<FiniteGuardHook>());
    test::expectError(ErrorKind::InvalidInput, {"step 2", "p3", "micro-batch 1 was repeated"},
                      [&] { run.run(task); });
    EXPECT_EQ(task.weight.item<float>(), -1) << "the weight of the step before";
    EXPECT_EQ(run.position.step, 1);
}

TEST(FiniteGuardHook, finds_gradients_that_the_loss_does_not_show) {
    test::FakeTask task({{MicroStepKind::Done, 1}});
    test::FakeRun run;
    run.add().atBackwardEnd = [&](StepContext&) {
        task.weight.mutable_grad().fill_(std::numeric_limits<float>::infinity());
    };
    run.hooks.push_back(std::make_unique<FiniteGuardHook>());
    test::expectError(ErrorKind::InvalidInput, {"a gradient of step 1", "p0"},
                      [&] { run.run(task); });
}

TEST(FiniteGuardHook, lets_finite_steps_pass) {
    test::FakeTask task(std::deque<test::FakeTask::Batch>(4));
    test::FakeRun run;
    run.hooks.push_back(std::make_unique<FiniteGuardHook>());
    EXPECT_EQ(run.run(task), RunEnd::Complete);
}

TEST(FiniteGuardHook, skips_a_step_and_goes_on_where_told_so) {
    test::FakeTask task({{}, {}, {}, {MicroStepKind::Done, std::nan("")}, {}, {}}, 2);
    test::FakeRun run;
    run.limits.maxIter = 3;
    run.add().atBackwardEnd = [](StepContext& c) { c.task.optimizer().setLearningRate(1); };
    std::vector<double> told;
    run.hooks.push_back(std::make_unique<FiniteGuardHook>(config::NonFinitePolicy::Skip));
    run.add().atStepEnd = [&](StepContext& c) {
        for (const Scalar& scalar : c.scalars)
            if (scalar.tag == "train/non_finite_steps")
                told.push_back(scalar.value);
    };
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    EXPECT_EQ(task.weight.item<float>(), -2) << "two steps of three";
    EXPECT_EQ(run.position.step, 3);
    EXPECT_EQ(told, std::vector<double>{1});
}

TEST(FiniteGuardHook, ends_after_too_many_skipped_steps_in_a_row) {
    const test::FakeTask::Batch bad{MicroStepKind::Done, std::nan("")};
    std::deque<test::FakeTask::Batch> script(FiniteGuardHook::kMostInARow, bad);
    script.push_back({});
    script.insert(script.end(), FiniteGuardHook::kMostInARow + 1, bad);
    test::FakeTask task(script);
    test::FakeRun run;
    run.limits.maxIter = 1000;
    run.add().atBackwardEnd = [](StepContext& c) { c.task.optimizer().setLearningRate(1); };
    run.hooks.push_back(std::make_unique<FiniteGuardHook>(config::NonFinitePolicy::Skip));
    test::expectError(ErrorKind::InvalidInput, {"100 steps in a row were left out", "step 202"},
                      [&] { run.run(task); });
    EXPECT_EQ(task.weight.item<float>(), -1);
}

TEST(FiniteGuardHook, takes_the_step_all_the_same_where_told_so) {
    test::FakeTask task({{MicroStepKind::Done, std::nan("")}});
    test::FakeRun run;
    run.limits.maxIter = 1;
    run.hooks.push_back(std::make_unique<FiniteGuardHook>(config::NonFinitePolicy::Warn));
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    EXPECT_TRUE(std::isnan(task.weight.item<float>()));
}
