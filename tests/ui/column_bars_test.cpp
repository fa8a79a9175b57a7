#include "ui/plots/column_bars.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace unlit::ui {

namespace {

using Bars = std::vector<ColumnBar>;

Bars barsOf(const std::vector<QPointF>& line, const QSize& area = {10, 100}) {
    return columnBars(line, area);
}

TEST(ColumnBars, OfALineAreWhatItCoversInEachColumn) {
    EXPECT_EQ(barsOf({{0, 10}, {3.5, 45}}),
              (Bars{{0, 10, 20}, {1, 20, 30}, {2, 30, 40}, {3, 40, 45}}));
    EXPECT_EQ(barsOf({{2.2, 50}, {2.4, 20}, {2.8, 70}}), (Bars{{2, 20, 70}}));
    EXPECT_EQ(barsOf({{2.2, 50}}), (Bars{{2, 50, 50}}));
    EXPECT_TRUE(barsOf({}).empty());
}

TEST(ColumnBars, EndAtTheEdgesOfTheArea) {
    EXPECT_EQ(barsOf({{-10, 0}, {10, 20}}, {2, 100}), (Bars{{0, 10, 11}, {1, 11, 12}}));
    EXPECT_EQ(barsOf({{-1e300, 5}, {1e300, 5}}, {2, 100}), (Bars{{0, 5, 5}, {1, 5, 5}}));
    EXPECT_EQ(barsOf({{0.5, -500}, {0.6, 500}}), (Bars{{0, -1, 101}}));
    EXPECT_TRUE(barsOf({{0.5, 300}, {5, 500}}).empty());
    EXPECT_TRUE(barsOf({{12, 5}, {20, 5}}).empty());
}

TEST(ColumnBars, CoverEveryPointAndMeetTheirNeighbours) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> across(0, 40);
    std::uniform_real_distribution<double> down(0, 60);
    for (int round = 0; round < 200; ++round) {
        std::vector<QPointF> line(1 + random() % 100);
        for (QPointF& point : line)
            point = {across(random), down(random)};
        std::ranges::sort(line, {}, [](const QPointF& point) { return point.x(); });
        const Bars bars = barsOf(line, {40, 60});
        for (const QPointF& point : line) {
            const auto column = static_cast<int>(std::floor(point.x()));
            const auto bar = std::ranges::find(bars, column, &ColumnBar::column);
            ASSERT_NE(bar, bars.end());
            EXPECT_LE(bar->top, point.y());
            EXPECT_GE(bar->bottom, point.y());
        }
        for (std::size_t i = 1; i < bars.size(); ++i) {
            EXPECT_EQ(bars[i].column, bars[i - 1].column + 1);
            EXPECT_LE(bars[i].top, bars[i - 1].bottom + 1e-9);
            EXPECT_GE(bars[i].bottom, bars[i - 1].top - 1e-9);
        }
    }
}

TEST(ColumnBars, ArePaintedAtLeastAsHighAsBroad) {
    QImage picture(4, 6, QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    paintBars(picture, Bars{{0, 1, 4}, {2, 3, 3}, {3, 5, 9}}, Qt::red, 1);
    const auto rows = [&](int column) {
        QString text;
        for (int y = 0; y < picture.height(); ++y)
            text += picture.pixelColor(column, y) == QColor(Qt::red) ? u'#' : u'.';
        return text;
    };
    EXPECT_EQ(rows(0), QStringLiteral(".###.."));
    EXPECT_EQ(rows(1), QStringLiteral("......"));
    EXPECT_EQ(rows(2), QStringLiteral("...#.."));
    EXPECT_EQ(rows(3), QStringLiteral(".....#"));
    paintBars(picture, Bars{{0, 1, 1}, {3, -1, 0}}, Qt::red, 2);
    EXPECT_EQ(rows(1), QStringLiteral(".##..."));
    EXPECT_EQ(rows(3), QStringLiteral("#....#"));
}

} // namespace

} // namespace unlit::ui
