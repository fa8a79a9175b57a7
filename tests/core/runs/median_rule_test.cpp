#include "core/runs/median_rule.h"

#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;
using config::MetricGoal;
using runs::BestSoFar;
using runs::isBehindMedian;

TEST(MedianRule, compares_what_runs_had_come_to_at_the_same_step) {
    const std::vector<BestSoFar> others = {
        {{10, 20}, {20, 30}}, {{10, 22}, {20, 31}}, {{10, 24}, {20, 90}}};
    // At step 10 the median is 22, at 20 it is 31.
    EXPECT_TRUE(isBehindMedian({{10, 21}}, others, MetricGoal::Maximize));
    EXPECT_FALSE(isBehindMedian({{10, 22}}, others, MetricGoal::Maximize));
    EXPECT_FALSE(isBehindMedian({{10, 21}, {20, 31}}, others, MetricGoal::Maximize));
    EXPECT_TRUE(isBehindMedian({{10, 40}, {20, 40}}, others, MetricGoal::Minimize));
    EXPECT_FALSE(isBehindMedian({{10, 40}, {20, 30.5}}, others, MetricGoal::Minimize));
    // Between two validations the last one counts.
    EXPECT_TRUE(isBehindMedian({{15, 21}}, others, MetricGoal::Maximize));
}

TEST(MedianRule, waits_for_three_others_that_had_come_so_far) {
    std::vector<BestSoFar> others = {{{10, 20}}, {{10, 20}}, {{30, 20}}};
    EXPECT_FALSE(isBehindMedian({{10, 1}}, others, MetricGoal::Maximize));
    others.push_back({{5, 20}});
    EXPECT_TRUE(isBehindMedian({{10, 1}}, others, MetricGoal::Maximize));
    EXPECT_FALSE(isBehindMedian({}, others, MetricGoal::Maximize));
}

TEST(MedianRule, of_an_even_number_the_middle_is_between) {
    const std::vector<BestSoFar> others = {{{1, 1}}, {{1, 2}}, {{1, 4}}, {{1, 8}}}; // 3
    EXPECT_TRUE(isBehindMedian({{1, 2.9}}, others, MetricGoal::Maximize));
    EXPECT_FALSE(isBehindMedian({{1, 3}}, others, MetricGoal::Maximize));
}

TEST(MedianRule, reads_the_best_so_far_from_a_run) {
    const test::TempFolder folder;
    std::ofstream(folder / "metrics.jsonl")
        << R"({"step":1,"time":1,"epoch":1,"train/loss":3})" << '\n'
        << R"({"step":2,"time":2,"epoch":1,"val/a/psnr":20})" << '\n'
        << "no line\n"
        << R"({"step":4,"time":3,"epoch":1,"val/a/psnr":18,"val/a/psnr_ema":99})" << '\n'
        << R"({"step":6,"time":4,"epoch":1,"val/a/psnr":null})" << '\n'
        << R"({"step":8,"time":5,"epoch":1,"val/a/psnr":25})" << '\n';
    EXPECT_EQ(runs::bestSoFar(folder.path(), "val/a/psnr", MetricGoal::Maximize),
              (BestSoFar{{2, 20}, {4, 20}, {8, 25}}));
    EXPECT_EQ(runs::bestSoFar(folder.path(), "val/a/psnr", MetricGoal::Minimize),
              (BestSoFar{{2, 20}, {4, 18}, {8, 18}}));
    EXPECT_TRUE(runs::bestSoFar(folder / "none", "val/a/psnr", MetricGoal::Maximize).empty());
}
