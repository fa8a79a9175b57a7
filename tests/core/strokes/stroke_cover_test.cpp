#include "core/strokes/stroke_cells.h"
#include "core/strokes/stroke_cover.h"
#include "tests/core/strokes/stroke_scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

namespace unlit {

using test::line;

namespace {

double areaOf(const Stroke& stroke, int width, int height, const StrokeGrid& grid) {
    const auto cover = strokeCover(stroke, width, height, grid);
    return std::accumulate(cover.begin(), cover.end(), 0.0) * width * height /
           static_cast<double>(cover.size());
}

} // namespace

TEST(StrokeCover, a_dot_and_a_line_have_their_area) {
    const StrokeGrid grid = strokeGridFor(400, 300);
    const double dot = areaOf(line(StrokeKind::Keep, 40, {{200, 150}}), 400, 300, grid);
    EXPECT_NEAR(dot, std::numbers::pi * 40 * 40, 0.02 * std::numbers::pi * 40 * 40);
    const double slanted =
        areaOf(line(StrokeKind::Keep, 20, {{100, 100}, {220, 190}}), 400, 300, grid);
    const double wanted = 150 * 40 + std::numbers::pi * 20 * 20;
    EXPECT_NEAR(slanted, wanted, 0.02 * wanted);
}

TEST(StrokeCover, the_thinnest_stroke_is_not_lost) {
    const StrokeGrid grid = strokeGridFor(8000, 6000);
    for (const StrokePoint point : {StrokePoint{4000, 3000}, {3.5F, 3.5F}, {7999.5F, 5999.5F}})
        EXPECT_GT(areaOf(line(StrokeKind::Keep, 0, {point}), 8000, 6000, grid), 0);
}

TEST(StrokeCover, a_stroke_over_everything_covers_everything_once) {
    const StrokeGrid grid = strokeGridFor(640, 480);
    const auto cover =
        strokeCover(line(StrokeKind::Keep, 2000, {{0, 0}, {640, 480}, {0, 480}}), 640, 480, grid);
    for (const float cell : cover)
        ASSERT_EQ(cell, 1.0F);
}

TEST(StrokeCover, outside_touches_nothing) {
    EXPECT_FALSE(touchesPicture(line(StrokeKind::Keep, 5, {{-20, 10}, {-6, 50}}), 100, 100));
    EXPECT_FALSE(touchesPicture(line(StrokeKind::Keep, 5, {{10, 200}}), 100, 100));
    EXPECT_TRUE(touchesPicture(line(StrokeKind::Keep, 5, {{-20, 50}, {150, 50}}), 100, 100))
        << "both ends are outside, but not what lies between";
    EXPECT_TRUE(touchesPicture(line(StrokeKind::Keep, 0, {{99.5F, 99.5F}}), 100, 100));
}

TEST(StrokeGrid, has_the_shape_of_the_picture_and_few_cells) {
    for (const auto& [width, height] :
         {std::pair{16384, 8192}, {1200, 800}, {3, 100000}, {7, 5}, {1, 1}}) {
        const StrokeGrid grid = strokeGridFor(width, height);
        EXPECT_LE(grid.size(), static_cast<std::size_t>(kMostStrokeCells));
        EXPECT_GE(grid.width, 1);
        EXPECT_GE(grid.height, 1);
        EXPECT_LE(grid.width, width);
        EXPECT_LE(grid.height, height);
    }
    EXPECT_EQ(strokeGridFor(200, 150).width, 200) << "a small picture is its own grid";
}

} // namespace unlit
