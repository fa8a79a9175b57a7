#include "core/train/hooks/validation_hook.h"

#include "core/image/image_file.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

using namespace unlit;

TEST(ValidationHook, measures_every_period_and_writes_row_report_and_event) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 5;
    small.config.trainer.validationPeriod = 2;
    small.config.eval.evalMetrics = {"psnr", "mae"};
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    const auto events = small.all<ValidationDone>();
    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[0].step, 2);
    EXPECT_EQ(events[1].step, 4);
    ASSERT_EQ(events[0].metrics.size(), 2U);
    EXPECT_TRUE(events[0].isBest) << "the first is the best so far";
    const auto rows = test::traceOf(folder / "run").at("rows");
    const auto isFirst = [&](const nlohmann::json& row) {
        return row.at("step") == 2 && row.contains("val/small/psnr") &&
               row.at("val/small/psnr") == events[0].metrics[0].second &&
               row.at("val/small/mae") == events[0].metrics[1].second;
    };
    EXPECT_EQ(std::ranges::count_if(rows, isFirst), 1);
    std::ifstream report(folder / "run/evaluation/eval-small-iter000002.txt");
    std::stringstream text;
    text << report.rdbuf();
    EXPECT_NE(text.str().find("on dataset: small"), std::string::npos);
    EXPECT_NE(text.str().find("psnr"), std::string::npos);
}

TEST(ValidationHook, does_not_change_the_training) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 5;
    small.config.trainer.validationPeriod = 1;
    ASSERT_EQ(small.start("with"), train::RunEnd::Complete);
    small.config.trainer.validationPeriod = 0;
    ASSERT_EQ(small.start("without"), train::RunEnd::Complete);
    const char* file = "unet/diffusion_pytorch_model.safetensors";
    EXPECT_EQ(test::traceOf(folder / "with").at("latest").at("files").at(file),
              test::traceOf(folder / "without").at("latest").at("files").at(file));
}

TEST(ValidationHook, goes_by_the_metrics_own_direction_unless_told_which) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 8;
    small.config.trainer.validationPeriod = 2;
    small.config.lr = 0.02;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    double most = -1e9;
    for (const ValidationDone& done : small.all<ValidationDone>())
        most = std::max(most, done.metrics.front().second);
    EXPECT_EQ(train::readCheckpoint(folder / "run/checkpoint/latest").position.bestMetric, most);
}

TEST(ValidationHook, follows_the_goal_of_the_recipe) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 8;
    small.config.trainer.validationPeriod = 2;
    small.config.validation.mainValMetricGoal = config::MetricGoal::Minimize; // of PSNR
    small.config.lr = 0.02;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    double least = 1e9;
    for (const ValidationDone& done : small.all<ValidationDone>())
        least = std::min(least, done.metrics.front().second);
    EXPECT_EQ(train::readCheckpoint(folder / "run/checkpoint/latest").position.bestMetric, least);
}

TEST(ValidationHook, minimises_what_is_better_the_smaller_it_is) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 8;
    small.config.trainer.validationPeriod = 2;
    small.config.eval.evalMetrics = {"mse"};
    small.config.validation.mainValMetric = "mse"; // knows itself that less is better
    small.config.lr = 0.02;
    ASSERT_EQ(small.start("run"), train::RunEnd::Complete);
    double least = 1e9;
    for (const ValidationDone& done : small.all<ValidationDone>())
        least = std::min(least, done.metrics.front().second);
    EXPECT_EQ(train::readCheckpoint(folder / "run/checkpoint/latest").position.bestMetric, least);
}

// The truths of 16 by 16 pixels are brought to 8 by 8: what is measured there is not what is
// measured after the way back.
TEST(ValidationHook, without_the_way_back_measures_at_the_networks_size) {
    const test::TempFolder folder;
    test::SmallRun small(folder.path());
    small.config.maxIter = 2;
    small.config.trainer.validationPeriod = 2;
    small.config.trainer.visualizationPeriod = 2;
    small.config.validation.processingRes = 8;
    ASSERT_EQ(small.start("back"), train::RunEnd::Complete);
    small.config.validation.matchInputRes = false;
    ASSERT_EQ(small.start("small"), train::RunEnd::Complete);
    const auto events = small.all<ValidationDone>();
    ASSERT_EQ(events.size(), 2U);
    EXPECT_TRUE(std::isfinite(events[1].metrics[0].second));
    EXPECT_NE(events[0].metrics[0].second, events[1].metrics[0].second);
    const Image truth =
        readImage(folder / "small/visualization/iter_000002/small/b1.png_truth.png").image;
    EXPECT_EQ(truth.width, 8);
    EXPECT_EQ(truth.height, 8);
}
