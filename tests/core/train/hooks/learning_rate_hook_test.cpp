#include "core/train/hooks/learning_rate_hook.h"

#include "tests/core/train/fake_task.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::train;

namespace {

std::unique_ptr<LearningRateHook> warmUpHook() {
    config::LrSchedulerConfig config;
    config.name = config::LrSchedule::Constant;
    config.warmupSteps = 2;
    return std::make_unique<LearningRateHook>(LrSchedule(config, 100), 1.0);
}

} // namespace

TEST(LearningRateHook, uses_the_rate_of_this_step_and_reports_that_of_the_next) {
    test::FakeTask task(std::deque<test::FakeTask::Batch>(4));
    test::FakeRun run;
    run.limits.maxIter = 3;
    run.hooks.push_back(warmUpHook());
    std::vector<double> reported;
    std::vector<float> weights;
    run.add().atStepEnd = [&](StepContext& c) {
        reported.push_back(c.scalars.front().value);
        weights.push_back(task.weight.item<float>());
    };
    run.run(task);
    // Warm-up from 0: the first step has rate 0, the second 1/2, the third 1.
    EXPECT_EQ(weights, (std::vector<float>{0, -0.5, -1.5}));
    EXPECT_EQ(reported, (std::vector<double>{0.5, 1, 1}));
}

TEST(LearningRateHook, multiplies_a_rate_that_was_set_by_hand) {
    test::FakeTask task(std::deque<test::FakeTask::Batch>(4));
    test::FakeRun run;
    run.limits.maxIter = 2;
    run.position.learningRate = 10;
    run.hooks.push_back(warmUpHook());
    run.run(task);
    EXPECT_EQ(task.weight.item<float>(), -5);
}
