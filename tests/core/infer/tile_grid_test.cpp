#include "core/infer/tiles/tile_grid.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

namespace unlit::infer {

namespace {

/// Of all tiles at every point of the canvas.
torch::Tensor summedWeights(const TileGrid& grid) {
    torch::Tensor sum = torch::zeros({grid.canvas().height, grid.canvas().width});
    for (const TilePlace& place : grid.places())
        sum.narrow(0, place.rows.begin, place.rows.length)
            .narrow(1, place.columns.begin, place.columns.length)
            .add_(grid.weights(place));
    return sum;
}

} // namespace

TEST(TileGrid, CoversTheCanvasFromEdgeToEdgeWithAtLeastTheOverlap) {
    for (const std::int64_t length : {33, 40, 57, 64, 100, 101, 999}) {
        const TileGrid grid({20, length}, 32, 8);
        const auto& columns = grid.columns();
        EXPECT_EQ(grid.rows(), (std::vector<TileSpan>{{0, 20}}));
        EXPECT_EQ(columns.front().begin, 0);
        EXPECT_EQ(columns.back().end(), length);
        for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
            EXPECT_EQ(columns[i].length, 32);
            EXPECT_GE(columns[i].end() - columns[i + 1].begin, 8) << length;
            EXPECT_LT(columns[i].begin, columns[i + 1].begin) << length;
        }
    }
}

TEST(TileGrid, HasNoMoreTilesThanItNeeds) {
    EXPECT_EQ(TileGrid({32, 32}, 32, 8).count(), 1);
    EXPECT_EQ(TileGrid({32, 56}, 32, 8).count(), 2); // 32 + 24
    EXPECT_EQ(TileGrid({32, 57}, 32, 8).count(), 3);
    EXPECT_EQ(TileGrid({56, 57}, 32, 8).count(), 6);
}

TEST(TileGrid, WeightsSumUpToOneEverywhere) {
    for (const PixelSize canvas : {PixelSize{50, 90}, PixelSize{32, 33}, PixelSize{70, 71}}) {
        const torch::Tensor sum = summedWeights(TileGrid(canvas, 32, 12));
        EXPECT_LT((sum - 1).abs().max().item<float>(), 1e-6F) << toString(canvas);
    }
}

TEST(TileGrid, WeightsFallSmoothlyToTheTilesBorderButNotToThePicturesEdge) {
    const TileGrid grid({32, 56}, 32, 8);
    const torch::Tensor row = grid.weights({{0, 32}, {0, 32}})[5];
    EXPECT_EQ(row[0].item<float>(), 1.0F);
    EXPECT_EQ(row[23].item<float>(), 1.0F);
    // sin² at the middle of the last of eight cells, (0.5 / 8) of a quarter turn.
    EXPECT_NEAR(row[31].item<float>(), 0.009607, 1e-6);
    const torch::Tensor steps = row.slice(0, 23, 31) - row.slice(0, 24, 32);
    EXPECT_GT(steps.min().item<float>(), 0.0F);
    EXPECT_LT(steps.max().item<float>(), 0.2F); // a straight ramp would have 1/8
}

TEST(TileGrid, ScaledIsTheSameCutInFinerUnits) {
    const TileGrid pixels = TileGrid({10, 21}, 8, 2).scaled(8);
    EXPECT_EQ(pixels.canvas(), (PixelSize{80, 168}));
    EXPECT_EQ(pixels.tileSize(), (PixelSize{64, 64}));
    EXPECT_EQ(pixels.columns().back(), (TileSpan{104, 64}));
    EXPECT_LT((summedWeights(pixels) - 1).abs().max().item<float>(), 1e-6F);
}

TEST(TileGrid, ATileThatIsAllOverlapIsOurOwnMistake) {
    EXPECT_THROW(TileGrid({10, 10}, 4, 4), Error);
    EXPECT_THROW(TileGrid({0, 10}, 4, 1), Error);
}

} // namespace unlit::infer
