#include "core/runs/series_sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace unlit;
using namespace unlit::runs;

namespace {

RunSeries randomRun(std::mt19937& random, int rows) {
    RunSeries run;
    std::int64_t step = 0;
    double time = 0;
    for (int i = 0; i < rows; ++i) {
        step += 1 + static_cast<std::int64_t>(random() % 5);
        time += static_cast<double>(random() % 100) * 0.1;
        std::vector<train::Scalar> scalars;
        if (random() % 4 != 0)
            scalars.push_back({"a", random() % 20 == 0
                                        ? std::nan("")
                                        : std::normal_distribution<double>(0, 1)(random)});
        run.append({step, 1 + i / 100, time, std::move(scalars)});
    }
    return run;
}

struct Column {
    double least = INFINITY;
    double most = -INFINITY;
    int count = 0;
};

/// Of all points, by their x.
std::vector<Column> columnsOf(const std::vector<PlotPoint>& points,
                              const std::vector<double>& edges) {
    std::vector<Column> columns(edges.size() - 1);
    for (const PlotPoint& point : points) {
        if (point.x < edges.front() || point.x >= edges.back())
            continue;
        const auto after = std::ranges::upper_bound(edges, point.x);
        Column& column = columns[static_cast<std::size_t>(after - edges.begin()) - 1];
        column.least = std::min(column.least, point.y);
        column.most = std::max(column.most, point.y);
        ++column.count;
    }
    return columns;
}

std::vector<PlotPoint> allPoints(const RunSeries& run, XAxis axis) {
    std::vector<PlotPoint> points;
    const TagSeries& tag = *run.find("a");
    for (std::size_t i = 0; i < tag.rows.size(); ++i)
        if (std::isfinite(tag.values[i]))
            points.push_back({run.xAt(tag.rows[i], axis), tag.values[i]});
    return points;
}

} // namespace

TEST(SeriesSampler, keeps_the_extremes_of_every_column_in_two_points) {
    std::mt19937 random(17);
    for (int round = 0; round < 60; ++round) {
        const RunSeries run = randomRun(random, 20 + static_cast<int>(random() % 3000));
        for (const XAxis axis : {XAxis::Step, XAxis::Time, XAxis::Epoch}) {
            const std::vector<PlotPoint> all = allPoints(run, axis);
            double a = all[random() % all.size()].x;
            double b = all[random() % all.size()].x + 0.5;
            if (a > b)
                std::swap(a, b);
            std::vector<double> edges;
            const int columns = 1 + static_cast<int>(random() % 50);
            for (int i = 0; i <= columns; ++i)
                edges.push_back(a + (b - a) * i / columns);
            const TagSeries& tag = *run.find("a");
            const auto points = samplePoints(run, tag, tag.values, axis, edges);
            EXPECT_LE(points.size(), static_cast<std::size_t>(2 * columns + 2));
            EXPECT_TRUE(std::ranges::is_sorted(points, {}, &PlotPoint::x));
            const auto drawn = columnsOf(points, edges);
            const auto whole = columnsOf(all, edges);
            for (std::size_t i = 0; i < whole.size(); ++i) {
                EXPECT_EQ(drawn[i].least, whole[i].least);
                EXPECT_EQ(drawn[i].most, whole[i].most);
                EXPECT_LE(drawn[i].count, 2);
            }
        }
    }
}

TEST(SeriesSampler, few_points_come_as_they_are_with_a_neighbour_on_either_side) {
    RunSeries run;
    for (int step = 0; step < 10; ++step)
        run.append({step, 1, static_cast<double>(step), {{"a", static_cast<double>(step * step)}}});
    const TagSeries& tag = *run.find("a");
    const std::vector<double> edges = {3.5, 4.5, 5.5, 6.5};
    const std::vector<PlotPoint> expected = {{3, 9}, {4, 16}, {5, 25}, {6, 36}, {7, 49}};
    EXPECT_EQ(samplePoints(run, tag, tag.values, XAxis::Step, edges), expected);
}

TEST(SeriesSampler, finds_an_index_from_any_guess) {
    std::mt19937 random(23);
    const RunSeries run = randomRun(random, 500);
    const TagSeries& tag = *run.find("a");
    for (int i = 0; i < 2000; ++i) {
        const double x = static_cast<double>(random() % 2000);
        const auto expected = std::ranges::lower_bound(
            tag.rows, x, {}, [&](std::uint32_t row) { return run.xAt(row, XAxis::Step); });
        EXPECT_EQ(indexFrom(run, tag, x, XAxis::Step, random() % 600),
                  static_cast<std::size_t>(expected - tag.rows.begin()));
    }
}

TEST(SeriesSampler, nothing_is_drawn_of_nothing) {
    const RunSeries run;
    const TagSeries empty;
    const std::vector<double> edges = {0, 1, 2};
    EXPECT_TRUE(samplePoints(run, empty, empty.values, XAxis::Step, edges).empty());
    EXPECT_TRUE(samplePoints(run, empty, empty.values, XAxis::Step, {}).empty());
}
