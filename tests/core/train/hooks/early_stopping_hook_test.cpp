#include "core/train/hooks/early_stopping_hook.h"

#include "core/base/error.h"
#include "tests/core/train/fake_task.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace unlit;
using namespace unlit::train;
using config::EarlyStoppingConfig;
using config::MetricGoal;

namespace {

/// Tells a figure at the end of each step, as hooks before it do.
class Told : public Hook {
public:
    Told(std::string tag, std::vector<double> values, WriteRow write)
        : m_tag(std::move(tag)), m_values(std::move(values)), m_write(std::move(write)) {}

    void onStepEnd(StepContext& context) override {
        const auto index = static_cast<std::size_t>(context.position.step - 1);
        if (index < m_values.size())
            m_write({context.position.step, 1, 0, {{m_tag, m_values[index]}}});
    }

private:
    std::string m_tag;
    std::vector<double> m_values;
    WriteRow m_write;
};

/// The step at which a run of eight steps ends whose figure is told so.
std::int64_t lastStep(const EarlyStoppingConfig& stopping, const std::vector<double>& values,
                      MetricGoal goal = MetricGoal::Minimize,
                      std::optional<EarlyStoppingState> before = {}) {
    test::FakeTask task(std::deque<test::FakeTask::Batch>(8));
    test::FakeRun run;
    run.limits.maxIter = 8;
    run.position.earlyStopping = before;
    auto hook = std::make_unique<EarlyStoppingHook>(stopping, goal);
    run.hooks.push_back(
        std::make_unique<Told>("val/set/x", values, hook->watching([](const MetricRow&) {})));
    run.hooks.push_back(std::move(hook));
    EXPECT_EQ(run.run(task), RunEnd::Complete);
    return run.position.step;
}

EarlyStoppingConfig waiting(std::int64_t patience) {
    return {.monitor = "val/set/x", .patience = patience};
}

} // namespace

TEST(EarlyStopping, ends_after_so_many_figures_without_a_gain) {
    EXPECT_EQ(lastStep(waiting(2), {5, 4, 4, 3, 3, 3, 1, 1}), 6);
    EXPECT_EQ(lastStep(waiting(3), {5, 4, 4, 3, 3, 3, 1, 1}), 8);
}

TEST(EarlyStopping, knows_which_way_is_better) {
    EXPECT_EQ(lastStep(waiting(2), {1, 2, 3, 3, 3, 4}, MetricGoal::Maximize), 5);
    EXPECT_EQ(lastStep(waiting(2), {1, 2, 3, 3, 3, 4}, MetricGoal::Minimize), 3);
}

TEST(EarlyStopping, a_gain_has_to_be_above_min_delta) {
    EarlyStoppingConfig stopping = waiting(2);
    stopping.minDelta = 0.5;
    EXPECT_EQ(lastStep(stopping, {5, 4.6, 4.2, 3.9, 3.8, 3.7}), 5)
        << "4.6 is no gain, 4.2 is one from 5, 3.9 and 3.8 are none from 4.2";
}

TEST(EarlyStopping, ends_at_its_thresholds) {
    EarlyStoppingConfig stopping = waiting(100);
    stopping.stoppingThreshold = 2;
    EXPECT_EQ(lastStep(stopping, {5, 3, 2, 1}), 3);
    stopping = waiting(100);
    stopping.divergenceThreshold = 6;
    EXPECT_EQ(lastStep(stopping, {5, 6, 7, 1}), 3);
    EXPECT_EQ(lastStep(stopping, {5, NAN, 1}), 2);
}

TEST(EarlyStopping, goes_on_where_it_was_and_ends_at_once_where_it_had_ended) {
    const EarlyStoppingState waited{.best = 1, .bestStep = 0, .last = 3, .waited = 1};
    EXPECT_EQ(lastStep(waiting(3), {2, 2, 2}, MetricGoal::Minimize, waited), 2);
    EXPECT_EQ(lastStep(waiting(1), {0}, MetricGoal::Minimize, waited), 0);
}

TEST(EarlyStopping, a_figure_that_no_validation_tells_is_refused_with_those_that_there_are) {
    EarlyStoppingConfig stopping = waiting(1);
    stopping.monitor = "val/set/y";
    EXPECT_THAT(test::hintOf([&] { lastStep(stopping, {1, 1}); }), testing::HasSubstr("val/set/x"));
    stopping.monitor = "train/loss"; // what a validation tells says nothing of it
    EXPECT_EQ(lastStep(stopping, {1, 1}), 8);
}

TEST(EarlyStopping, a_metrics_own_direction_goes_before_the_mode) {
    EarlyStoppingConfig stopping{.monitor = "val/set/psnr_ema", .mode = MetricGoal::Minimize};
    EXPECT_EQ(config::goalOf(stopping), MetricGoal::Maximize);
    stopping.monitor = "val/set/albedo_si_mse";
    stopping.mode = MetricGoal::Maximize;
    EXPECT_EQ(config::goalOf(stopping), MetricGoal::Minimize);
    stopping.monitor = "train/loss";
    EXPECT_EQ(config::goalOf(stopping), MetricGoal::Maximize);
    EXPECT_EQ(config::goalOf({.monitor = "train/loss"}), MetricGoal::Minimize);
}
