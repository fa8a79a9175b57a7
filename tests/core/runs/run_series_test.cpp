#include "core/runs/run_series.h"

#include <gmock/gmock.h>

using namespace unlit;
using namespace unlit::runs;
using testing::ElementsAre;

namespace {

train::MetricRow row(std::int64_t step, double time, std::int64_t epoch,
                     std::vector<train::Scalar> scalars = {{"a", 1}}) {
    return {step, epoch, time, std::move(scalars)};
}

std::vector<double> valuesOf(const RunSeries& run, const char* tag) {
    std::vector<double> values;
    if (const TagSeries* series = run.find(tag))
        for (std::size_t i = 0; i < series->values.size(); ++i)
            values.push_back(series->values[i]);
    return values;
}

} // namespace

TEST(RunSeries, rows_of_one_step_are_one) {
    RunSeries run;
    run.append(row(10, 100, 1, {{"a", 1}, {"b", 2}}));
    run.append(row(10, 101, 1, {{"c", 3}}));
    run.append(row(20, 110, 1, {{"a", 4}}));
    EXPECT_EQ(run.rowCount(), 2U);
    EXPECT_THAT(run.tags(), ElementsAre("a", "b", "c"));
    EXPECT_THAT(run.find("a")->rows, ElementsAre(0, 1));
    EXPECT_THAT(run.find("c")->rows, ElementsAre(0));
    EXPECT_EQ(run.find("d"), nullptr);
}

TEST(RunSeries, a_figure_that_is_told_twice_counts_as_told_last) {
    RunSeries run;
    run.append(row(1, 0, 1, {{"a", 1}}));
    run.append(row(1, 0, 1, {{"a", 5}}));
    EXPECT_THAT(valuesOf(run, "a"), ElementsAre(5));
}

TEST(RunSeries, a_step_that_falls_replaces_what_was_beyond_and_leaves_a_seam) {
    RunSeries run;
    for (int step = 1; step <= 5; ++step)
        run.append(row(step, step, 1, {{"a", static_cast<double>(step)}}));
    run.append(row(3, 20, 1, {{"a", 30}}));
    run.append(row(4, 21, 1, {{"a", 40}}));
    EXPECT_THAT(valuesOf(run, "a"), ElementsAre(1, 2, 30, 40));
    EXPECT_THAT(run.seams(), ElementsAre(2));
    EXPECT_EQ(run.stepAt(run.seams()[0]), 3);
    run.restartAt(2);
    EXPECT_THAT(valuesOf(run, "a"), ElementsAre(1));
    EXPECT_THAT(run.seams(), ElementsAre());
}

TEST(RunSeries, a_night_between_stop_and_resume_is_no_time) {
    const auto step = [](std::int64_t number, double time, double own) {
        return row(number, time, 1, {{"a", 1}, {"time/step", own}});
    };
    RunSeries run;
    run.append(step(1, 100, 2));
    run.append(step(2, 102, 2));
    run.append(row(2, 132, 1, {{"val/x/psnr", 20}}));
    run.append(step(3, 134, 32)); // a validation lay before it
    run.append(step(4, 30'000, 2.5));
    run.append(step(5, 30'002, 2));
    std::vector<double> times;
    for (std::size_t i = 0; i < run.rowCount(); ++i)
        times.push_back(run.timeAt(i));
    EXPECT_THAT(times, ElementsAre(0, 2, 34, 36.5, 38.5));
}

TEST(RunSeries, rows_that_do_not_say_how_long_a_step_took_go_by_the_clock) {
    RunSeries run;
    run.append(row(10, 100, 1, {{"time/step", 1}}));
    run.append(row(20, 110, 1, {{"time/step", 1}})); // nine steps were not written
    run.append(row(21, 115, 1));
    EXPECT_EQ(run.timeAt(1), 10);
    EXPECT_EQ(run.timeAt(2), 15);
}

TEST(RunSeries, time_never_falls_when_the_clock_is_set_back) {
    RunSeries run;
    for (const double time : {1000.0, 1010.0, 400.0, 1005.0, 1020.0})
        run.append(row(static_cast<std::int64_t>(run.rowCount()) + 1, time, 1));
    std::vector<double> times;
    for (std::size_t i = 0; i < run.rowCount(); ++i)
        times.push_back(run.timeAt(i));
    EXPECT_THAT(times, ElementsAre(0, 10, 10, 10, 20));
}

TEST(RunSeries, rows_share_their_epoch_evenly) {
    RunSeries run;
    for (int step = 0; step < 4; ++step)
        run.append(row(step, step, 1));
    for (int step = 4; step < 6; ++step)
        run.append(row(step, step, 2));
    EXPECT_DOUBLE_EQ(run.epochAt(0), 0);
    EXPECT_DOUBLE_EQ(run.epochAt(2), 0.5);
    EXPECT_DOUBLE_EQ(run.epochAt(4), 1);
    EXPECT_DOUBLE_EQ(run.epochAt(5), 1.25); // as long as the one before, it is taken
}

TEST(RunSeries, finds_rows_by_step_time_and_epoch) {
    RunSeries run;
    for (int i = 0; i < 100; ++i)
        run.append(row(10 * i, 1000 + 2 * i, 1 + i / 10));
    for (const XAxis axis : {XAxis::Step, XAxis::Time, XAxis::Epoch}) {
        for (std::size_t i = 0; i < 100; ++i) {
            EXPECT_EQ(run.rowFrom(run.xAt(i, axis), axis), i);
            EXPECT_EQ(run.rowFrom(run.xAt(i, axis) + 1e-6, axis), i + 1);
        }
    }
}
