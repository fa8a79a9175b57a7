// What holds for every picture of a set, tried on drawn scenes.
#include "core/data/synth/picture.h"
#include "core/data/synth/scene_builder.h"

#include <gtest/gtest.h>

#include <set>

using namespace unlit;
using namespace unlit::synth;

namespace {

constexpr int kSceneSize = 40;

Picture pictureOf(std::uint64_t seed, std::uint64_t index) {
    const MaterialSource materials({}, nullptr);
    return *makePicture(materials, {kSceneSize, 4, seed}, index, {});
}

} // namespace

TEST(RandomScenes, beauty_is_albedo_times_irradiance_plus_specular) {
    for (std::uint64_t index = 0; index < 12; ++index) {
        const RenderedPair pair = pictureOf(11, index).pair;
        const std::size_t plane = pair.mask.samples.size();
        std::size_t valid = 0;
        for (std::size_t i = 0; i < 3 * plane; ++i) {
            const float beauty = pair.beauty.samples[i];
            ASSERT_TRUE(std::isfinite(beauty) && beauty >= 0) << index;
            if (pair.mask.samples[i % plane] < 1)
                continue;
            ++valid;
            const float expected =
                pair.albedo.samples[i] * pair.irradiance.samples[i] + pair.specular.samples[i];
            ASSERT_NEAR(beauty, expected, 1e-4F * (1 + expected)) << index;
            ASSERT_GE(pair.albedo.samples[i], 0.0299F) << index;
            ASSERT_LE(pair.albedo.samples[i], 0.9001F) << index;
        }
        EXPECT_GT(valid, plane) << index << ": most of the picture is masked";
    }
}

TEST(RandomScenes, light_does_not_reach_the_albedo) {
    const MaterialSource materials({}, nullptr);
    for (std::uint64_t index = 0; index < 4; ++index) {
        Scene scene = buildScene(materials, 5, index, kSceneSize);
        const auto lit = render(scene, {kSceneSize, 4, true, 1}, {});
        Random random(99, index);
        scene.lighting = drawLighting(random, 1).lighting;
        const auto otherwise = render(scene, {kSceneSize, 4, true, 1}, {});
        EXPECT_EQ(lit->albedo.samples, otherwise->albedo.samples) << index;
        EXPECT_EQ(lit->mask.samples, otherwise->mask.samples) << index;
        EXPECT_NE(lit->beauty.samples, otherwise->beauty.samples) << index;
    }
}

TEST(RandomScenes, are_the_same_for_seed_and_index_and_differ_otherwise) {
    const Picture first = pictureOf(3, 4);
    EXPECT_EQ(first.pair.beauty.samples, pictureOf(3, 4).pair.beauty.samples);
    EXPECT_EQ(first.pair.albedo.samples, pictureOf(3, 4).pair.albedo.samples);
    EXPECT_NE(first.pair.albedo.samples, pictureOf(3, 5).pair.albedo.samples);
    EXPECT_NE(first.pair.albedo.samples, pictureOf(4, 4).pair.albedo.samples);
}

TEST(RandomScenes, show_every_kind_of_scene_light_and_object) {
    const MaterialSource materials({}, nullptr);
    std::set<std::string> kinds;
    std::set<std::string> lights;
    std::set<std::string> objects;
    bool isHard = false;
    bool isSoft = false;
    for (std::uint64_t index = 0; index < 60; ++index) {
        const Scene scene = buildScene(materials, 1, index, 16);
        kinds.insert(scene.kind);
        lights.insert(scene.light);
        objects.insert(scene.objects.begin(), scene.objects.end());
        const Sun& sun = scene.lighting.sun;
        isHard = isHard || (sun.isOn() && sun.radius < 0.006F);
        isSoft = isSoft || (sun.isOn() && sun.radius > 0.02F);
    }
    EXPECT_EQ(kinds.size(), 4u);
    EXPECT_EQ(lights.size(), 5u);
    EXPECT_GE(objects.size(), 8u);
    EXPECT_TRUE(isHard && isSoft);
}

TEST(MaterialSource, shows_each_family_once_before_any_twice) {
    const MaterialSource materials({}, nullptr);
    const std::size_t count = materials.names().size();
    for (std::uint64_t round = 0; round < 3; ++round) {
        std::set<std::string> shown;
        for (std::size_t i = 0; i < count; ++i)
            shown.insert(materials.mainName(8, round * count + i));
        EXPECT_EQ(shown.size(), count);
    }
}

TEST(MaterialSource, never_draws_what_is_held_out) {
    const MaterialSource materials({"wood", "brick"}, nullptr);
    Random random(1);
    const std::array<std::string_view, 1> preferred = {"wood"};
    for (int i = 0; i < 500; ++i) {
        const std::string& name = materials.anyName(random, preferred);
        EXPECT_NE(name, "wood");
        EXPECT_NE(name, "brick");
    }
}
