// The procedural materials: there, seamless, in range, reproducible.
#include "core/data/synth/families/mask.h"
#include "core/data/synth/material_family.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

using namespace unlit::synth;

namespace {

float difference(const Texel& a, const Texel& b) {
    return length(a.color - b.color) + std::abs(a.height - b.height);
}

} // namespace

TEST(MaterialFamilies, have_the_promised_names) {
    std::set<std::string> names;
    for (const MaterialFamily& family : materialFamilies())
        names.emplace(family.name);
    EXPECT_EQ(names.size(), materialFamilies().size());
    for (const char* name :
         {"stone", "brick", "wood", "fabric", "tiles", "stains", "paint", "gravel", "leaves",
          "lettering", "stripes", "noise", "metal", "layers", "mosaic", "scales"})
        EXPECT_TRUE(names.contains(name)) << name;
}

TEST(MaterialFamilies, repeat_without_a_seam) {
    constexpr float step = 1.0F / 4096;
    constexpr int places = 60;
    // Mean change over a line at `at`, across it, in both directions.
    const auto changeAcross = [](const Pattern& pattern, float before, float after) {
        float sum = 0;
        for (int i = 0; i < places; ++i) {
            const float along = (static_cast<float>(i) + 0.5F) / places;
            sum += difference(pattern.at({before, along}), pattern.at({after, along}));
            sum += difference(pattern.at({along, before}), pattern.at({along, after}));
        }
        return sum / places;
    };
    for (const MaterialFamily& family : materialFamilies())
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            Random random(seed);
            const Pattern pattern = family.make(random);
            // Joints, threads and rows run along the edge as they run elsewhere.
            float sharpest = 0;
            for (int line = 0; line < 120; ++line) {
                const float at = (static_cast<float>(line) + random.uniform()) / 121;
                sharpest = std::max(sharpest, changeAcross(pattern, at, at + step));
            }
            const float edge = changeAcross(pattern, 1 - step / 2, step / 2);
            EXPECT_LT(edge, 1.5F * sharpest + 0.08F) << family.name << ' ' << seed;
        }
}

TEST(Mask, every_kind_repeats_and_is_neither_all_nor_nothing) {
    int uneven = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) { // ten kinds
        Random random(seed);
        const Mask mask(random);
        float low = 1;
        float high = 0;
        for (int i = 0; i < 400; ++i) {
            const Vec2 uv{random.uniform(), random.uniform()};
            const float amount = mask.at(uv);
            ASSERT_GE(amount, 0);
            ASSERT_LE(amount, 1);
            EXPECT_NEAR(amount, mask.at(uv + Vec2{1, 0}), 0.01F) << seed;
            EXPECT_NEAR(amount, mask.at(uv + Vec2{0, 1}), 0.01F) << seed;
            low = std::min(low, amount);
            high = std::max(high, amount);
        }
        uneven += high - low > 0.3F ? 1 : 0;
    }
    EXPECT_GE(uneven, 90);
}

TEST(MaterialFamilies, stay_within_the_range_of_real_albedos_and_are_not_flat) {
    for (const MaterialFamily& family : materialFamilies()) {
        float widest = 0;
        for (std::uint64_t seed = 0; seed < 6; ++seed) {
            Random random(seed);
            const SurfaceMap map = bake(family.make(random), 64, random);
            float low = 1;
            float high = 0;
            for (int i = 0; i < 64 * 64; ++i) {
                const Vec2 uv = {(static_cast<float>(i % 64) + 0.5F) / 64,
                                 (static_cast<float>(i / 64) + 0.5F) / 64};
                const SurfaceSample sample = map.sample(uv, 0);
                for (const float channel : {sample.color.x, sample.color.y, sample.color.z}) {
                    ASSERT_GE(channel, 0.03F) << family.name;
                    ASSERT_LE(channel, 0.9F) << family.name;
                }
                ASSERT_GE(sample.roughness, 0);
                ASSERT_LE(sample.roughness, 1);
                ASSERT_TRUE(std::isfinite(sample.slopeU) && std::isfinite(sample.height));
                low = std::min(low, luminance(sample.color));
                high = std::max(high, luminance(sample.color));
            }
            widest = std::max(widest, high / low);
        }
        EXPECT_GT(widest, 1.3F) << family.name;
    }
}

TEST(MaterialFamilies, give_the_same_for_a_seed_and_something_else_for_another) {
    const auto somewhere = [](const MaterialFamily& family, std::uint64_t seed) {
        Random random(seed);
        const Texel texel =
            bake(family.make(random), 32, random).sample({0.3F, 0.6F}, 0).color.x >= 0
                ? family.make(random).at({0.3F, 0.6F})
                : Texel{};
        return texel.color.x + 2 * texel.color.y + 4 * texel.color.z + texel.height;
    };
    for (const MaterialFamily& family : materialFamilies()) {
        EXPECT_EQ(somewhere(family, 1), somewhere(family, 1)) << family.name;
        EXPECT_NE(somewhere(family, 1), somewhere(family, 2)) << family.name;
    }
}

TEST(SurfaceMap, slopes_are_the_derivative_of_the_heights) {
    constexpr int size = 64;
    std::vector<Texel> texels(size * size);
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
            texels[static_cast<std::size_t>(y * size + x)].height =
                0.5F + 0.2F * std::sin(2 * kPi * (static_cast<float>(x) + 0.5F) / size);
    const SurfaceMap map(size, texels);
    for (const float u : {0.1F, 0.35F, 0.8F}) {
        EXPECT_NEAR(map.sample({u, 0.5F}, 0).slopeU, 0.2F * 2 * kPi * std::cos(2 * kPi * u), 0.03F);
        EXPECT_NEAR(map.sample({u, 0.5F}, 0).slopeV, 0, 1e-4F);
    }
}

TEST(SurfaceMap, smaller_levels_keep_the_mean_and_repeat) {
    std::vector<Texel> texels(16 * 16);
    for (std::size_t i = 0; i < texels.size(); ++i)
        texels[i].color = Vec3{0.1F, 0.2F, 0.3F} * (i % 2 == 0 ? 1.0F : 2.0F);
    const SurfaceMap map(16, texels);
    EXPECT_NEAR(map.sample({0.4F, 0.7F}, 9).color.y, 0.3F, 1e-5F);
    EXPECT_NEAR(map.sample({0.3F, 0.2F}, 0).color.x, map.sample({-3.7F, 5.2F}, 0).color.x, 1e-4F);
}
