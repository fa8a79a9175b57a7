// Materials with the relief of another: what is taken over, and what stays.
#include "core/data/synth/swapped_relief.h"

#include "core/base/error.h"
#include "core/data/synth/material_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <vector>

using namespace unlit::synth;

namespace {

constexpr int kTileTexels = 16;

Material flat(float bright, float tileWidth) {
    Material material;
    const std::vector<Texel> texels(kTileTexels * kTileTexels,
                                    {{bright, bright, bright}, bright, 0, 0.5F});
    material.map = std::make_shared<SurfaceMap>(kTileTexels, texels);
    material.tileWidth = tileWidth;
    material.relief = 0.001F;
    return material;
}

/// A ridge across the tile.
Material ridged(float tileWidth) {
    Material material = flat(0.2F, tileWidth);
    std::vector<Texel> texels(kTileTexels * kTileTexels);
    for (int i = 0; i < kTileTexels * kTileTexels; ++i)
        texels[static_cast<std::size_t>(i)] = {
            {0.2F, 0.2F, 0.2F}, 0.2F, 0, i / kTileTexels == 7 ? 1.0F : 0.0F};
    material.map = std::make_shared<SurfaceMap>(kTileTexels, texels);
    material.relief = 0.04F;
    return material;
}

bool sameRelief(const SurfaceMap& a, const SurfaceMap& b) {
    return std::ranges::equal(a.texels(), b.texels(),
                              [](const SurfaceSample& one, const SurfaceSample& other) {
                                  return one.slopeU == other.slopeU && one.slopeV == other.slopeV &&
                                         one.height == other.height;
                              });
}

bool sameSurface(const SurfaceMap& a, const SurfaceMap& b) {
    return std::ranges::equal(
        a.texels(), b.texels(), [](const SurfaceSample& one, const SurfaceSample& other) {
            return length(one.color - other.color) < 1e-6F && one.roughness == other.roughness &&
                   one.metallic == other.metallic;
        });
}

} // namespace

TEST(SwappedRelief, takes_heights_and_slopes_and_nothing_else) {
    const Material before = flat(0.7F, 1);
    const Material other = ridged(1);
    const Material made = withReliefOf(other, before);
    EXPECT_TRUE(sameRelief(*made.map, *other.map));
    EXPECT_TRUE(sameSurface(*made.map, *before.map));
    EXPECT_FALSE(sameRelief(*made.map, *before.map));
    EXPECT_EQ(made.relief, other.relief);
}

TEST(SwappedRelief, slopes_stay_as_steep_on_wider_tiles) {
    const Material made = withReliefOf(ridged(0.5F), flat(0.7F, 2));
    EXPECT_FLOAT_EQ(made.tileWidth, 2);
    EXPECT_FLOAT_EQ(made.relief / made.tileWidth, 0.04F / 0.5F);
}

TEST(SwappedRelief, maps_of_other_sizes_are_a_mistake) {
    Material other = ridged(1);
    other.map = std::make_shared<SurfaceMap>(2, std::vector<Texel>(4));
    EXPECT_THROW(withReliefOf(other, flat(0.7F, 1)), unlit::Error);
}

TEST(MaterialSource, swaps_as_many_reliefs_as_it_was_told) {
    const MaterialSource plain({}, nullptr);
    const MaterialSource all({}, nullptr, {.swapRelief = 1});
    const MaterialSource some({}, nullptr, {.swapRelief = 0.5F});
    int changed = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto made = [seed](const MaterialSource& source) {
            Random random(seed);
            return source.make("stone", kTileTexels, random);
        };
        const Material before = made(plain);
        EXPECT_TRUE(sameSurface(*before.map, *made(all).map));
        EXPECT_FALSE(sameRelief(*before.map, *made(all).map));
        changed += sameRelief(*before.map, *made(some).map) ? 0 : 1;
    }
    EXPECT_GT(changed, 10);
    EXPECT_LT(changed, 30);
}
