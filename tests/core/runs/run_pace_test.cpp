#include "core/runs/run_pace.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace unlit;

namespace {

runs::RunSeries seriesOf(const std::vector<std::pair<std::int64_t, double>>& rows) {
    runs::RunSeries series;
    for (const auto& [step, time] : rows)
        series.append({step, 1, time, {{"train/loss", 0.5}}});
    return series;
}

} // namespace

TEST(RunPace, is_the_median_so_that_a_pause_does_not_count) {
    EXPECT_EQ(*runs::secondsPerStep(seriesOf({{1, 10}, {2, 12}, {3, 14}, {4, 914}, {5, 916}})), 2);
}

TEST(RunPace, is_of_a_step_where_rows_are_further_apart) {
    EXPECT_EQ(*runs::secondsPerStep(seriesOf({{10, 100}, {20, 130}, {30, 160}})), 3);
}

TEST(RunPace, is_none_for_a_clock_that_stands_or_goes_backwards_and_for_one_row) {
    EXPECT_FALSE(runs::secondsPerStep(seriesOf({})));
    EXPECT_FALSE(runs::secondsPerStep(seriesOf({{1, 10}})));
    EXPECT_FALSE(runs::secondsPerStep(seriesOf({{1, 10}, {2, 9}, {3, 8}})));
}

TEST(RunPace, counts_the_last_rows_only) {
    std::vector<std::pair<std::int64_t, double>> rows;
    for (int step = 1; step <= 200; ++step)
        rows.emplace_back(step, step <= 100 ? step * 10.0 : 1000.0 + step);
    EXPECT_EQ(*runs::secondsPerStep(seriesOf(rows)), 1);
}

TEST(LastValue, is_the_last_number) {
    runs::RunSeries series;
    series.append({1, 1, 1, {{"a", 3.0}}});
    series.append({2, 1, 2, {{"a", 4.0}, {"b", std::nan("")}}});
    EXPECT_EQ(*runs::lastValue(series, "a"), 4);
    EXPECT_FALSE(runs::lastValue(series, "b"));
    EXPECT_FALSE(runs::lastValue(series, "c"));
}
