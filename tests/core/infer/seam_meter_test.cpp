#include "core/infer/seam_meter.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace unlit::infer {

namespace {

const TileGrid& tiles() {
    static const TileGrid grid({300, 420}, 128, 32);
    return grid;
}

/// Texture that is alike everywhere; vertical detail is stronger, as of a brick wall.
Image texture() {
    Image image = makeImage(420, 300, {"R", "G", "B"}, ColorSpace::Srgb);
    std::mt19937 random(5);
    std::uniform_real_distribution<float> noise(-0.02F, 0.02F);
    for (int channel = 0; channel < 3; ++channel)
        for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x)
                image.plane(channel)[static_cast<std::size_t>(y * image.width + x)] =
                    0.5F + 0.1F * std::sin(0.9F * static_cast<float>(y)) + noise(random);
    return image;
}

/// Adds level(x) to every pixel.
template <class Level>
void addLevel(Image& image, const Level& level) {
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] += level(static_cast<std::int64_t>(i) % image.width);
}

} // namespace

TEST(SeamMeter, SeesNothingWhereNothingIs) {
    EXPECT_NEAR(measureSeams(texture(), tiles()).ratio(), 1.0, 0.03);
    EXPECT_NEAR(measureSeams(texture(), tiles(), 32).ratio(), 1.0, 0.03);
    EXPECT_EQ(measureSeams(makeImage(420, 300, {"R", "G", "B"}, ColorSpace::Srgb), tiles()).ratio(),
              1.0);
}

TEST(SeamMeter, FindsAStepAtATilesBorder) {
    Image image = texture();
    const std::int64_t border = tiles().columns()[1].begin;
    addLevel(image, [&](std::int64_t x) { return x >= border ? 0.02F : 0.0F; });
    EXPECT_GT(measureSeams(image, tiles()).ratio(), 1.05);
}

TEST(SeamMeter, AStepElsewhereIsNoSeam) {
    Image image = texture();
    addLevel(image, [&](std::int64_t x) { return x >= 60 ? 0.02F : 0.0F; });
    EXPECT_LT(measureSeams(image, tiles()).ratio(), 1.03);
}

TEST(SeamMeter, FindsARampOverTheOverlap) {
    Image image = texture();
    const auto& columns = tiles().columns();
    addLevel(image, [&](std::int64_t x) {
        const auto from = static_cast<float>(columns[1].begin);
        const auto to = static_cast<float>(columns[0].end());
        return 0.05F * std::clamp((static_cast<float>(x) - from) / (to - from), 0.0F, 1.0F);
    });
    EXPECT_LT(measureSeams(image, tiles()).ratio(), 1.05); // no step anywhere
    EXPECT_GT(measureSeams(image, tiles(), 32).ratio(), 1.05);
}

TEST(SeamMeter, KnowsTheBordersOfTiles) {
    EXPECT_EQ(bordersAlong({{0, 10}, {6, 10}, {12, 10}}),
              (std::vector<std::int64_t>{10, 6, 16, 12}));
    EXPECT_TRUE(bordersAlong({{0, 10}}).empty());
    EXPECT_THROW(measureSeams(texture(), TileGrid({10, 10}, 8, 2)), Error);
}

} // namespace unlit::infer
