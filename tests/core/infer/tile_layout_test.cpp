#include "core/infer/tiles/tile_layout.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

namespace unlit::infer {

namespace {

constexpr std::int64_t kFactor = 8;

std::optional<TileLayout> layOut(const TileOptions& options, PixelSize input,
                                 std::int64_t processingRes = 512) {
    RunSettings settings;
    settings.processingRes = processingRes;
    return layOutTiles(options, settings, input, kFactor);
}

} // namespace

TEST(TileLayout, IsThereOnlyForPicturesThatAreLargeEnough) {
    EXPECT_FALSE(layOut({.mode = TileMode::Off}, {9000, 9000}));
    EXPECT_FALSE(layOut({.mode = TileMode::On}, {512, 512}));
    EXPECT_TRUE(layOut({.mode = TileMode::On}, {512, 513}));
    EXPECT_FALSE(layOut({.mode = TileMode::Auto}, {300, 1024}));
    EXPECT_TRUE(layOut({.mode = TileMode::Auto}, {300, 1025}));
}

TEST(TileLayout, CoversThePictureWithWholeCells) {
    const auto layout = layOut({.mode = TileMode::On, .size = 100}, {301, 1003}).value();
    EXPECT_EQ(layout.tile, 96);
    EXPECT_EQ(layout.overlap, 24);
    EXPECT_EQ(layout.cells.canvas(), (PixelSize{38, 126}));
    EXPECT_EQ(layout.pixels().canvas(), (PixelSize{304, 1008}));
    EXPECT_EQ(layout.pixels().tileSize(), (PixelSize{96, 96}));
}

TEST(TileLayout, TheOverviewHasTheProcessingResolutionInWholeCells) {
    EXPECT_EQ(layOut({.mode = TileMode::On}, {1000, 3000})->overview, (PixelSize{168, 512}));
    // 0 = the picture's own size, which no pass over the whole of a large one can have.
    EXPECT_EQ(layOut({.mode = TileMode::On, .size = 256}, {1000, 2000}, 0)->overview,
              (PixelSize{128, 256}));
    EXPECT_EQ(layOut({.mode = TileMode::On}, {10, 100000})->overview, (PixelSize{8, 512}));
}

TEST(TileLayout, WhatItUsedGivesTheSameLayoutAgain) {
    for (const int size : {100, 256, 0})
        for (const int processingRes : {0, 200, 512}) {
            const auto first =
                layOut({.mode = TileMode::Auto, .size = size}, {3000, 2111}, processingRes).value();
            const TileOptions used{.mode = TileMode::On,
                                   .size = static_cast<int>(first.tile),
                                   .overlap = static_cast<int>(first.overlap)};
            const auto again = layOut(used, {3000, 2111}, processingRes).value();
            EXPECT_EQ(again.overview, first.overview);
            EXPECT_EQ(again.cells.columns(), first.cells.columns());
            EXPECT_EQ(again.cells.rows(), first.cells.rows());
        }
}

TEST(TileLayout, RefusesTilesThatAreNone) {
    const auto refused = [](TileOptions options) {
        options.mode = TileMode::On;
        try {
            layOut(options, {4000, 4000});
        } catch (const Error& error) {
            return error.kind() == ErrorKind::InvalidInput;
        }
        return false;
    };
    EXPECT_TRUE(refused({.size = 31}));
    EXPECT_TRUE(refused({.size = 4097}));
    EXPECT_TRUE(refused({.size = -1}));
    EXPECT_TRUE(refused({.size = 256, .overlap = 136}));
    EXPECT_TRUE(refused({.overlap = -1}));
    EXPECT_FALSE(refused({.size = 256, .overlap = 128}));
}

} // namespace unlit::infer
