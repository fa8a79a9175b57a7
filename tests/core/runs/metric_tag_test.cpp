#include "core/runs/metric_tag.h"

#include <gtest/gtest.h>

#include <vector>

using namespace unlit;
using namespace unlit::runs;

TEST(MetricTag, the_figure_that_decides_is_of_the_first_set_of_albedo_and_of_the_mean) {
    const std::vector<std::string> tags = {
        "train/psnr",        "val/a/albedo_psnr",     "val/a/albedo_psnr_ema",
        "val/a/beauty_psnr", "val/b/albedo_psnr_ema", "val/a/ssim"};
    EXPECT_EQ(mainTag(tags, "psnr"), "val/a/albedo_psnr_ema");
    EXPECT_EQ(mainTag(tags, "ssim"), "val/a/ssim");
    EXPECT_EQ(mainTag(tags, "unknown"), "val/a/albedo_psnr_ema");
    EXPECT_EQ(mainTag(std::vector<std::string>{"train/loss"}, "psnr"), "");
}

TEST(MetricTag, a_whole_tag_decides_itself_once_it_is_there) {
    const std::vector<std::string> tags = {"val/a/psnr", "val/b/loss"};
    EXPECT_EQ(mainTag(tags, "val/b/loss"), "val/b/loss");
    EXPECT_EQ(mainTag(tags, "val/b/lmse"), "") << "not judged by another one until then";
}
