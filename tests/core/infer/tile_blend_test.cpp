#include "core/infer/tiles/tile_blend.h"

#include "core/infer/tiles/tile_grid.h"

#include <gtest/gtest.h>

#include <torch/types.h>

#include <algorithm>
#include <vector>

namespace unlit::infer {

namespace {

/// Tiles of random numbers in [low, high), one for each place, added in the given order.
torch::Tensor blended(const TileGrid& grid, TileBlend::Values values, double low, double high,
                      bool isReversed) {
    torch::manual_seed(3);
    std::vector<torch::Tensor> tiles;
    const std::vector<TilePlace> places = grid.places();
    for (const TilePlace& place : places)
        tiles.push_back(
            torch::rand({1, 2, place.rows.length, place.columns.length}) * (high - low) + low);
    std::vector<std::size_t> order(places.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = isReversed ? order.size() - 1 - i : i;
    TileBlend blend({1, 2, grid.canvas().height, grid.canvas().width}, values);
    for (const std::size_t i : order)
        blend.add(tiles[i], grid.weights(places[i]), places[i].rows.begin, places[i].columns.begin);
    return blend.sum();
}

} // namespace

TEST(TileBlend, TheOrderOfTheTilesDoesNotChangeABit) {
    const TileGrid grid({50, 61}, 24, 12); // up to nine tiles at one place
    for (const auto values : {TileBlend::Values::Latents, TileBlend::Values::Unit}) {
        const double low = values == TileBlend::Values::Unit ? 0 : -30;
        const double high = values == TileBlend::Values::Unit ? 1 : 30;
        EXPECT_TRUE(torch::equal(blended(grid, values, low, high, false),
                                 blended(grid, values, low, high, true)));
    }
}

TEST(TileBlend, TilesThatAgreeStayWhatTheyAre) {
    const TileGrid grid({40, 40}, 24, 8);
    for (const float value : {0.0F, 0.001F, 0.7F, 1.0F}) {
        TileBlend blend({40, 40}, TileBlend::Values::Unit);
        for (const TilePlace& place : grid.places())
            blend.add(torch::full({24, 24}, value), grid.weights(place), place.rows.begin,
                      place.columns.begin);
        EXPECT_LT((blend.sum() - value).abs().max().item<float>(), 2e-7F) << value;
    }
}

TEST(TileBlend, LatentsKeepTheirSignAndSize) {
    TileBlend blend({1, 1, 2, 2}, TileBlend::Values::Latents);
    const torch::Tensor tile = torch::tensor({-1000.25F, 0.001F, 63.5F, -0.5F}).view({1, 1, 2, 2});
    blend.add(tile, torch::full({2, 2}, 0.5), 0, 0);
    blend.add(tile, torch::full({2, 2}, 0.5), 0, 0);
    EXPECT_LT((blend.sum() - tile).abs().max().item<float>(), 1e-6F);
}

TEST(TileBlend, RowsMoveUpAndNewOnesAreEmpty) {
    TileBlend blend({1, 4, 3}, TileBlend::Values::Unit);
    const torch::Tensor rows =
        (torch::arange(12, torch::kFloat32) / 16).view({1, 4, 3}); // exact in binary
    blend.add(rows, torch::ones({4, 3}), 0, 0);
    EXPECT_TRUE(torch::equal(blend.rows(1, 2), rows.narrow(1, 1, 2)));
    blend.moveUp(3);
    EXPECT_TRUE(torch::equal(blend.rows(0, 1), rows.narrow(1, 3, 1)));
    EXPECT_EQ(blend.rows(1, 3).abs().max().item<float>(), 0.0F);
}

} // namespace unlit::infer
