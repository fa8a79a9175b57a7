#include "core/runs/metric_tag.h"

#include <gtest/gtest.h>

#include <vector>

using namespace unlit;
using namespace unlit::runs;
using enum config::MetricGoal;

TEST(MetricTag, knows_which_way_is_better) {
    EXPECT_EQ(goalOfTag("val/set/psnr"), Maximize);
    EXPECT_EQ(goalOfTag("val/set/albedo_psnr_ema"), Maximize);
    EXPECT_EQ(goalOfTag("val/set/si_mse"), Minimize);
    EXPECT_EQ(goalOfTag("train/loss"), Minimize);
    EXPECT_EQ(goalOfTag("train/albedo_loss"), Minimize);
    EXPECT_EQ(goalOfTag("lr"), std::nullopt);
    EXPECT_EQ(goalOfTag("val/set/epsnr"), std::nullopt);
    EXPECT_EQ(goalOfTag(""), std::nullopt);
}

TEST(MetricTag, the_figure_that_decides_is_of_the_first_set_of_albedo_and_of_the_mean) {
    const std::vector<std::string> tags = {
        "train/psnr",        "val/a/albedo_psnr",     "val/a/albedo_psnr_ema",
        "val/a/beauty_psnr", "val/b/albedo_psnr_ema", "val/a/ssim"};
    EXPECT_EQ(mainTag(tags, "psnr"), "val/a/albedo_psnr_ema");
    EXPECT_EQ(mainTag(tags, "ssim"), "val/a/ssim");
    EXPECT_EQ(mainTag(tags, "unknown"), "val/a/albedo_psnr_ema");
    EXPECT_EQ(mainTag(std::vector<std::string>{"train/loss"}, "psnr"), "");
}
