#include "core/train/hooks/histogram_hook.h"

#include "tests/core/train/fake_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

using namespace unlit;
using namespace unlit::train;
using testing::ElementsAre;

TEST(Histogram, counts_in_equal_parts_and_leaves_out_what_is_no_number) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto found = histogramOf("t", torch::tensor({0.0F, 1.0F, nan, 1.5F, 4.0F}), 4);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->min, 0);
    EXPECT_EQ(found->max, 4);
    EXPECT_EQ(found->sum, 6.5);
    EXPECT_EQ(found->sumOfSquares, 1 + 2.25 + 16);
    EXPECT_THAT(found->counts, ElementsAre(1, 2, 0, 1));
    EXPECT_FALSE(histogramOf("t", torch::full({3}, nan), 4));
    EXPECT_THAT(histogramOf("t", torch::full({3}, 2.0F), 4)->counts, ElementsAre(3));
}

TEST(HistogramHook, writes_one_row_for_each_time_it_is_asked) {
    test::FakeTask task({{MicroStepKind::Done, 2}, {MicroStepKind::Done, 3}, {}, {}});
    const auto control = std::make_shared<TrainControl>();
    std::vector<HistogramRow> rows;
    test::FakeRun run;
    run.add().atMicroBegin = [&](StepContext& context) {
        if (context.position.step == 1)
            control->writeHistograms();
    };
    run.hooks.push_back(std::make_unique<HistogramHook>(
        control, [&rows](const HistogramRow& row) { rows.push_back(row); }));
    run.run(task);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].step, 2);
    ASSERT_EQ(rows[0].histograms.size(), 2U);
    EXPECT_EQ(rows[0].histograms[0].tag, "weights/w");
    EXPECT_EQ(rows[0].histograms[1].tag, "gradients/w");
    EXPECT_EQ(rows[0].histograms[1].sum, 3) << "the second step's slope";
}
