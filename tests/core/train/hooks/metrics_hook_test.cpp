#include "core/train/hooks/metrics_hook.h"

#include "tests/core/train/fake_task.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace unlit;
using namespace unlit::train;

namespace {

double valueOf(const MetricRow& row, const std::string& tag) {
    const auto found = std::ranges::find(row.scalars, tag, &Scalar::tag);
    EXPECT_NE(found, row.scalars.end()) << tag;
    return found == row.scalars.end() ? std::nan("") : found->value;
}

} // namespace

TEST(MetricsHook, writes_a_row_for_each_step_with_what_other_hooks_found) {
    test::FakeTask task({{MicroStepKind::Done, 2}, {MicroStepKind::Done, 4}, {}, {}}, 2);
    test::FakeRun run;
    run.limits.maxIter = 2;
    run.add().atStepEnd = [](StepContext& c) { c.scalars.push_back({"lr", 0.5}); };
    std::vector<MetricRow> rows;
    run.hooks.push_back(std::make_unique<MetricsHook>(
        [&](const MetricRow& row) { rows.push_back(row); }, run.limits));
    run.run(task);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].step, 1);
    EXPECT_EQ(rows[1].step, 2);
    EXPECT_EQ(rows[0].scalars.front().tag, "train/loss");
    EXPECT_EQ(valueOf(rows[0], "lr"), 0.5);
    EXPECT_EQ(valueOf(rows[0], "n_batch_in_epoch"), 2);
    EXPECT_EQ(valueOf(rows[1], "time/data"), 0.25);
    EXPECT_GT(valueOf(rows[1], "perf/images_per_second"), 0);
}

TEST(MetricsHook, tells_listeners_the_same_figures_and_the_way_that_is_done) {
    test::FakeTask task(std::deque<test::FakeTask::Batch>(4));
    test::FakeRun run;
    run.hooks.push_back(std::make_unique<MetricsHook>([](const MetricRow&) {}, run.limits));
    run.run(task);
    EXPECT_EQ(run.all<ScalarsReady>().size(), 4U);
    const auto progress = run.all<Progress>();
    ASSERT_FALSE(progress.empty());
    EXPECT_EQ(progress.back().fraction, 1);
    EXPECT_TRUE(std::ranges::is_sorted(progress, {}, &Progress::fraction));
}
