#include "core/infer/tiles/seam_meter.h"

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

/// Grain that is alike everywhere.
Image texture() {
    Image image = makeImage(420, 300, {"R", "G", "B"}, ColorSpace::Srgb);
    std::mt19937 random(5);
    std::uniform_real_distribution<float> noise(0.48F, 0.52F);
    for (float& value : image.samples)
        value = noise(random);
    return image;
}

double ratioOf(const Image& image, Seam kind) {
    return measureSeams(image, tiles(), kind).ratio();
}

/// Adds level(x) to every pixel.
template <class Level>
void addLevel(Image& image, const Level& level) {
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] += level(static_cast<std::int64_t>(i) % image.width);
}

} // namespace

TEST(SeamMeter, SeesNothingWhereNothingIs) {
    EXPECT_NEAR(ratioOf(texture(), Seam::Step), 1.0, 0.02);
    EXPECT_NEAR(ratioOf(texture(), Seam::Ramp), 1.0, 0.02);
    EXPECT_EQ(ratioOf(makeImage(420, 300, {"R", "G", "B"}, ColorSpace::Srgb), Seam::Step), 1.0);
}

TEST(SeamMeter, FindsAStepAtATilesBorder) {
    Image image = texture();
    const std::int64_t border = tiles().columns()[1].begin;
    addLevel(image, [&](std::int64_t x) { return x >= border ? 0.05F : 0.0F; });
    EXPECT_GT(ratioOf(image, Seam::Step), 1.05);
}

TEST(SeamMeter, AStepElsewhereIsNoSeam) {
    Image image = texture();
    addLevel(image, [&](std::int64_t x) { return x >= 60 ? 0.05F : 0.0F; });
    EXPECT_LT(ratioOf(image, Seam::Step), 1.02);
}

TEST(SeamMeter, FindsARampOverTheOverlap) {
    Image image = texture();
    const auto& columns = tiles().columns();
    addLevel(image, [&](std::int64_t x) {
        const auto from = static_cast<float>(columns[1].begin);
        const auto to = static_cast<float>(columns[0].end());
        return 0.05F * std::clamp((static_cast<float>(x) - from) / (to - from), 0.0F, 1.0F);
    });
    EXPECT_LT(ratioOf(image, Seam::Step), 1.02); // no step anywhere
    EXPECT_GT(ratioOf(image, Seam::Ramp), 1.05);
}

TEST(SeamMeter, DirectionsAreComparedWithThemselves) {
    Image image = texture(); // every row is another grey: rows change more than columns
    std::mt19937 random(6);
    std::uniform_real_distribution<float> noise(-0.02F, 0.02F);
    for (int y = 0; y < image.height; ++y) {
        const float grey = noise(random);
        for (int channel = 0; channel < 3; ++channel)
            for (float& value :
                 image.plane(channel).subspan(static_cast<std::size_t>(y * image.width),
                                              static_cast<std::size_t>(image.width)))
                value += grey;
    }
    const SeamReport report = measureSeams(image, TileGrid({300, 420}, 300, 60), Seam::Step);
    EXPECT_NEAR(report.ratio(), 1.0, 0.02); // tiles side by side only
}

TEST(SeamMeter, KnowsWhereTilesMeet) {
    EXPECT_EQ(bordersAlong({{0, 10}, {6, 10}, {12, 10}}),
              (std::vector<std::int64_t>{10, 6, 16, 12}));
    EXPECT_EQ(overlapsAlong({{0, 10}, {6, 10}, {12, 10}}), (std::vector<std::int64_t>{8, 14}));
    EXPECT_TRUE(bordersAlong({{0, 10}}).empty());
    EXPECT_THROW(measureSeams(texture(), TileGrid({10, 10}, 8, 2), Seam::Step), Error);
}

} // namespace unlit::infer
