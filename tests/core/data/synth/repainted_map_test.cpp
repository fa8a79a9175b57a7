// Materials in other colours: what changes, and what must not.
#include "core/data/synth/material_source.h"
#include "core/data/synth/repainted_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <vector>

using namespace unlit::synth;

namespace {

constexpr int kTexels = 16;

/// Dark on the left to bright on the right, rising to the right.
SurfaceMap slope(float metallic) {
    std::vector<Texel> texels;
    for (int i = 0; i < kTexels * kTexels; ++i) {
        const float bright = static_cast<float>(i % kTexels + 1) / (kTexels + 2);
        texels.push_back({{bright, 0.8F * bright, 0.5F * bright}, 0.3F, metallic, bright});
    }
    return {kTexels, texels};
}

SurfaceMap painted(const SurfaceMap& map, std::uint64_t seed) {
    Random random(seed);
    return repainted(map, random);
}

bool sameColors(const SurfaceMap& a, const SurfaceMap& b) {
    return std::ranges::equal(a.texels(), b.texels(),
                              [](const SurfaceSample& one, const SurfaceSample& other) {
                                  return length(one.color - other.color) < 1e-6F;
                              });
}

bool sameButColors(const SurfaceMap& a, const SurfaceMap& b) {
    return std::ranges::equal(
        a.texels(), b.texels(), [](const SurfaceSample& one, const SurfaceSample& other) {
            return one.roughness == other.roughness && one.metallic == other.metallic &&
                   one.slopeU == other.slopeU && one.slopeV == other.slopeV &&
                   one.height == other.height;
        });
}

} // namespace

TEST(RepaintedMap, changes_colours_and_nothing_else) {
    const SurfaceMap map = slope(0);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const SurfaceMap other = painted(map, seed);
        EXPECT_FALSE(sameColors(map, other)) << seed;
        EXPECT_TRUE(sameButColors(map, other)) << seed;
        for (const SurfaceSample& texel : other.texels())
            for (const float channel : {texel.color.x, texel.color.y, texel.color.z}) {
                EXPECT_GE(channel, kLowestAlbedo);
                EXPECT_LE(channel, kHighestAlbedo);
            }
    }
}

TEST(RepaintedMap, follows_what_was_drawn) {
    const SurfaceMap map = slope(0);
    EXPECT_TRUE(sameColors(painted(map, 3), painted(map, 3)));
    EXPECT_FALSE(sameColors(painted(map, 3), painted(map, 4)));
}

TEST(RepaintedMap, may_turn_dark_and_bright_around) {
    const SurfaceMap map = slope(0);
    int turned = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const SurfaceMap other = painted(map, seed);
        const auto sum = [&](std::size_t at) {
            const Vec3 color = other.texels()[at].color;
            return color.x + color.y + color.z;
        };
        turned += sum(0) > sum(kTexels - 1) ? 1 : 0;
    }
    EXPECT_GT(turned, 5);
    EXPECT_LT(turned, 45);
}

TEST(RepaintedMap, leaves_metal_as_it_is) {
    const SurfaceMap metal = slope(1);
    EXPECT_TRUE(sameColors(metal, painted(metal, 3)));
}

TEST(RepaintedMap, paints_a_map_of_one_colour_in_one_colour) {
    const std::vector<Texel> texels(kTexels * kTexels, {{0.4F, 0.4F, 0.4F}, 0.5F, 0, 0.5F});
    const SurfaceMap other = painted({kTexels, texels}, 5);
    for (const SurfaceSample& texel : other.texels())
        EXPECT_LT(length(texel.color - other.texels().front().color), 1e-6F);
}

TEST(MaterialSource, repaints_as_many_as_it_was_told) {
    const MaterialSource plain({}, nullptr);
    const MaterialSource none({}, nullptr, {.repaint = 0});
    const MaterialSource all({}, nullptr, {.repaint = 1});
    const MaterialSource some({}, nullptr, {.repaint = 0.5F});
    int changed = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto made = [seed](const MaterialSource& source) {
            Random random(seed);
            return source.make("stone", kTexels, random);
        };
        const Material before = made(plain);
        EXPECT_TRUE(sameColors(*before.map, *made(none).map));
        EXPECT_FALSE(sameColors(*before.map, *made(all).map));
        EXPECT_TRUE(sameButColors(*before.map, *made(all).map));
        changed += sameColors(*before.map, *made(some).map) ? 0 : 1;
    }
    EXPECT_GT(changed, 10);
    EXPECT_LT(changed, 30);
}
