// Sky, mirrors and the filter of the light.
#include "core/data/synth/light_filter.h"
#include "core/data/synth/random.h"
#include "core/data/synth/reflection.h"
#include "core/data/synth/sky.h"

#include <gtest/gtest.h>

using namespace unlit::synth;

TEST(Sky, diffuse_reflection_is_the_mean_of_the_sky_weighted_by_the_cosine) {
    SkySettings settings;
    settings.zenith = {0.2F, 0.4F, 1.0F};
    settings.horizon = {0.9F, 0.8F, 0.7F};
    settings.below = {0.1F, 0.05F, 0.02F};
    const Sky sky(settings);
    Random random(1);
    for (const Vec3 normal : {Vec3{0, 1, 0}, normalized({1, 1, 0}), normalized({0.2F, -1, 0.4F})}) {
        Vec3 sum;
        constexpr int count = 40000;
        for (int i = 0; i < count; ++i) {
            const Vec2 square = {random.uniform(), random.uniform()};
            sum += sky.radiance(frameAround(normal).toWorld(cosineDirection(square))) / count;
        }
        const Vec3 reflection = sky.diffuseReflection(normal);
        EXPECT_NEAR(reflection.x, sum.x, 0.06F);
        EXPECT_NEAR(reflection.z, sum.z, 0.06F);
    }
}

TEST(Mirror, integrates_to_what_the_mirror_table_says) {
    Random random(2);
    for (const float roughness : {0.3F, 0.6F, 1.0F})
        for (const float cosView : {0.4F, 0.9F}) {
            const Vec3 view = {std::sqrt(1 - cosView * cosView), 0, cosView};
            const Reflector metal = {{0, 0, 1}, view, {0.9F, 0.5F, 0.1F}, roughness * roughness};
            Vec3 sum;
            constexpr int count = 200000;
            for (int i = 0; i < count; ++i) { // even over the hemisphere: density 1 / 2 pi
                const float z = random.uniform();
                const float angle = random.range(0, 2 * kPi);
                const float r = std::sqrt(1 - z * z);
                sum += mirrored(metal, {r * std::cos(angle), r * std::sin(angle), z}, 0) *
                       (2 * kPi / count);
            }
            const Vec3 all = MirrorTable().fromEverywhere(metal);
            EXPECT_NEAR(all.x, sum.x, 0.03F) << roughness << ' ' << cosView;
            EXPECT_NEAR(all.y, sum.y, 0.03F) << roughness << ' ' << cosView;
            EXPECT_LE(sum.x, 1.01F) << "more light than came";
        }
}

TEST(Mirror, of_a_smooth_surface_goes_the_other_way) {
    const Reflector glass = {{0, 0, 1}, normalized({1, 0, 1}), {0.04F, 0.04F, 0.04F}, 0};
    const Vec3 direction = mirrorDirection(glass, {0.3F, 0.7F});
    EXPECT_NEAR(direction.x, -std::sqrt(0.5F), 0.05F);
    EXPECT_NEAR(direction.z, std::sqrt(0.5F), 0.05F);
}

TEST(LightRatio, smooths_noise_on_a_plane_and_keeps_the_mean) {
    constexpr int width = 32;
    LightPlane plane;
    std::vector<PixelGuide> guides;
    Random random(4);
    for (int y = 0; y < width; ++y)
        for (int x = 0; x < width; ++x) {
            plane.open.push_back({1, 1, 1});
            plane.seen.push_back(Vec3{1, 1, 1} * (random.chance(0.5F) ? 1.0F : 0.0F));
            guides.push_back({{static_cast<float>(x), 0, static_cast<float>(y)}, {0, 1, 0}, 1});
        }
    const auto raw = lightRatio(plane, guides, width, 0);
    const auto smooth = lightRatio(plane, guides, width, 3);
    float largest = 0;
    for (const Vec3& ratio : smooth)
        largest = std::max(largest, std::abs(ratio.x - 0.5F));
    EXPECT_EQ(raw[0].x, plane.seen[0].x);
    EXPECT_LT(largest, 0.3F);
}

TEST(LightRatio, does_not_cross_the_edge_between_two_faces) {
    constexpr int width = 32;
    LightPlane plane;
    std::vector<PixelGuide> guides;
    for (int y = 0; y < width; ++y)
        for (int x = 0; x < width; ++x) {
            const bool isLeft = x < width / 2;
            plane.open.push_back({1, 1, 1});
            plane.seen.push_back(isLeft ? Vec3{1, 1, 1} : Vec3{});
            guides.push_back({{static_cast<float>(x), static_cast<float>(y), 0},
                              isLeft ? Vec3{0, 0, 1} : Vec3{1, 0, 0},
                              1});
        }
    const auto ratio = lightRatio(plane, guides, width, 3);
    for (int x = 0; x < width; ++x)
        EXPECT_NEAR(ratio[static_cast<std::size_t>(5 * width + x)].x, x < width / 2 ? 1 : 0, 1e-5);
}
