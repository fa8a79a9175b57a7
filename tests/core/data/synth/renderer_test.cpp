// Pictures against what physics says of them, calculated by hand.
#include "core/data/synth/shapes.h"
#include "tests/core/data/synth/test_scenes.h"

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::synth;
using namespace unlit::synth::test;

namespace {

constexpr int kSize = 32;
const Vec3 kLight = {0.7F, 1.1F, 1.9F};

RenderedPair rendered(const Scene& scene, int samples = 4, int size = kSize) {
    return *render(scene, {size, samples, true, 7}, {});
}

/// A checked floor seen from above, nothing else.
Scene floorScene() {
    Scene scene;
    scene.materials.push_back(flatMaterial({0.8F, 0.4F, 0.1F}, {0.05F, 0.3F, 0.6F}));
    scene.add(floorPart(4), 0);
    scene.camera = cameraAt({0, 3, 0}, {0, 0, 0}, 0.4F);
    scene.lighting.sky = uniformSky({0, 0, 0});
    return scene;
}

Part boxOver(float height) {
    Part part = floorPart(0.3F);
    part.position = {0, height, 0};
    return part;
}

void expectNear(Vec3 actual, Vec3 expected, float tolerance) {
    EXPECT_NEAR(actual.x, expected.x, tolerance);
    EXPECT_NEAR(actual.y, expected.y, tolerance);
    EXPECT_NEAR(actual.z, expected.z, tolerance);
}

} // namespace

TEST(Furnace, a_diffuse_floor_under_a_uniform_sky_shows_albedo_times_radiance) {
    Scene scene = floorScene();
    scene.lighting.sky = uniformSky(kLight);
    const RenderedPair pair = rendered(scene);
    float spread = 0;
    for (int y = 0; y < kSize; ++y)
        for (int x = 0; x < kSize; ++x) {
            const Vec3 albedo = pixelOf(pair.albedo, x, y);
            expectNear(pixelOf(pair.beauty, x, y), albedo * kLight, 2e-4F);
            spread = std::max(spread, std::abs(albedo.x - pixelOf(pair.albedo, 0, 0).x));
        }
    EXPECT_GT(spread, 0.5F) << "the checks are not in the albedo";
}

TEST(Furnace, a_ball_alone_shows_albedo_times_radiance_on_every_side) {
    Scene scene;
    scene.materials.push_back(flatMaterial({0.5F, 0.5F, 0.5F}));
    scene.add({meshOfBall(48, [](Vec3 d) { return d; }), {}, {}}, 0);
    scene.camera = cameraAt({0, 0.5F, 5}, {0, 0, 0}, 0.3F);
    scene.lighting.sky = uniformSky(kLight);
    const RenderedPair pair = rendered(scene, 16);
    for (int i = 0; i < kSize * kSize; ++i)
        if (pair.mask.samples[static_cast<std::size_t>(i)] > 0)
            expectNear(pixelOf(pair.beauty, i % kSize, i / kSize), 0.5F * kLight, 0.02F);
}

TEST(Furnace, bumps_do_not_change_what_an_unoccluded_surface_sends_back) {
    // Slopes without height: the normal is bent, no triangle moves.
    std::vector<SurfaceSample> samples(64 * 64);
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] = {
            {0.5F, 0.5F, 0.5F}, 0.9F, 0, 0.2F * std::sin(static_cast<float>(i)), 0.1F, 0.5F};
    Scene scene = floorScene();
    scene.materials[0].map = std::make_shared<SurfaceMap>(64, samples);
    scene.materials[0].relief = 1;
    scene.lighting.sky = uniformSky(kLight);
    const RenderedPair pair = rendered(scene, 64);
    double sum = 0;
    for (const float value : pair.irradiance.plane(0))
        sum += value;
    // Directions below the floor's plane see the floor: a little less than all of the sky.
    const double mean = sum / (kSize * kSize) / kLight.x;
    EXPECT_GT(mean, 0.94);
    EXPECT_LT(mean, 1.001);
}

TEST(Sunlight, a_floor_sends_back_albedo_times_irradiance_times_cosine_over_pi) {
    Scene scene = floorScene();
    scene.lighting.sun.direction = normalized({1, 2, 0.5F});
    scene.lighting.sun.irradiance = kLight * kPi;
    const float cosine = scene.lighting.sun.direction.y;
    const RenderedPair pair = rendered(scene);
    for (int i = 0; i < kSize; ++i)
        expectNear(pixelOf(pair.beauty, i, i), pixelOf(pair.albedo, i, i) * kLight * cosine, 1e-3F);
}

TEST(Sunlight, shadows_are_in_the_beauty_and_not_in_the_albedo) {
    Scene scene = floorScene();
    scene.lighting.sun.direction = {0, 1, 0};
    scene.lighting.sun.irradiance = kLight * kPi;
    const RenderedPair open = rendered(scene);
    Scene shadowed = scene;
    shadowed.add(boxOver(5), 0); // above the camera: only its shadow is seen
    const RenderedPair dark = rendered(shadowed);
    EXPECT_EQ(open.albedo.samples, dark.albedo.samples);
    EXPECT_EQ(open.mask.samples, dark.mask.samples);
    // Nothing but what the square above sends down again reaches the middle.
    EXPECT_LT(luminance(pixelOf(dark.beauty, kSize / 2, kSize / 2)),
              0.05F * luminance(pixelOf(open.beauty, kSize / 2, kSize / 2)));
    expectNear(pixelOf(dark.beauty, 1, 1), pixelOf(open.beauty, 1, 1), 0.02F);
}

TEST(Sunlight, a_wide_sun_makes_a_wider_penumbra) {
    const auto halfLit = [](float radius) {
        Scene scene = floorScene();
        scene.materials[0] = flatMaterial({0.5F, 0.5F, 0.5F});
        scene.lighting.sun.direction = {0, 1, 0};
        scene.lighting.sun.irradiance = {kPi, kPi, kPi};
        scene.lighting.sun.radius = radius;
        scene.add(boxOver(4), 0);
        const RenderedPair pair = rendered(scene, 16);
        int count = 0;
        for (const float light : pair.irradiance.plane(0))
            count += light > 0.2F && light < 0.8F ? 1 : 0;
        return count;
    };
    EXPECT_GT(halfLit(0.06F), 2 * halfLit(0.004F));
}

TEST(Sunlight, a_pattern_in_front_of_the_sun_shades_the_beauty_only) {
    Scene scene = floorScene();
    scene.lighting.sun.direction = {0, 1, 0};
    scene.lighting.sun.irradiance = kLight * kPi;
    const RenderedPair open = rendered(scene);
    scene.lighting.sun.pattern.kind = ShadowPattern::Kind::Edge;
    scene.lighting.sun.pattern.softness = 0.01F;
    const RenderedPair shaded = rendered(scene);
    EXPECT_EQ(open.albedo.samples, shaded.albedo.samples);
    int dark = 0;
    for (std::size_t i = 0; i < open.beauty.samples.size(); ++i)
        dark += shaded.beauty.samples[i] < 0.01F * open.beauty.samples[i] ? 1 : 0;
    EXPECT_NEAR(dark / static_cast<double>(open.beauty.samples.size()), 0.5, 0.1);
}

TEST(Lamp, a_small_lamp_lights_by_the_inverse_square) {
    Scene scene = floorScene();
    scene.materials[0] = flatMaterial({0.5F, 0.5F, 0.5F});
    // 2 cm wide, 4 m above the middle: irradiance = L · A / d².
    scene.lighting.lamps.push_back({{0, 4, 0}, {0, 0, 0.01F}, {0.01F, 0, 0}, {9e4F, 9e4F, 9e4F}});
    const Vec3 down = cross(scene.lighting.lamps[0].halfU, scene.lighting.lamps[0].halfV);
    if (down.y > 0)
        std::swap(scene.lighting.lamps[0].halfU, scene.lighting.lamps[0].halfV);
    const RenderedPair pair = rendered(scene);
    const float expected = 0.5F / kPi * 9e4F * 4e-4F / 16.0F;
    EXPECT_NEAR(pixelOf(pair.beauty, kSize / 2, kSize / 2).x, expected, 0.02F * expected);
}

TEST(Bounce, a_red_wall_colours_the_floor_before_it) {
    Scene scene;
    scene.materials = {flatMaterial({0.7F, 0.7F, 0.7F}), flatMaterial({0.8F, 0.05F, 0.05F})};
    scene.add(floorPart(4), 0);
    scene.add(wallPart(1.5F, -1), 1);
    scene.camera = cameraAt({0, 4, 0.5F}, {0, 0, 0.5F}, 0.4F);
    scene.lighting.sky = uniformSky({1, 1, 1});
    const RenderedPair pair = rendered(scene, 16);
    const Vec3 nearWall = pixelOf(pair.beauty, kSize / 2, 3);
    const Vec3 farAway = pixelOf(pair.beauty, kSize / 2, kSize - 2);
    ASSERT_EQ(pixelOf(pair.albedo, kSize / 2, 3).x, pixelOf(pair.albedo, kSize / 2, 3).y);
    EXPECT_GT(nearWall.x / nearWall.y, 1.05F);
    EXPECT_LT(farAway.x / farAway.y, nearWall.x / nearWall.y);
    EXPECT_LT(nearWall.y, 0.9F * farAway.y) << "no occlusion in the corner";
}

TEST(Mask, is_one_inside_a_ball_and_zero_outside) {
    Scene scene;
    scene.materials.push_back(flatMaterial({0.5F, 0.5F, 0.5F}));
    scene.add({meshOfBall(64, [](Vec3 d) { return d; }), {}, {}}, 0);
    scene.camera = cameraAt({0, 0, 1000}, {0, 0, 0}, 0.0015F); // all but parallel: 3 m across
    scene.lighting.sky = uniformSky({1, 1, 1});
    constexpr int size = 64;
    const RenderedPair pair = rendered(scene, 4, size);
    const float pixel = 3.0F / size;
    int inside = 0;
    for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x) {
            const Vec2 middle = {(static_cast<float>(x) + 0.5F) * pixel - 1.5F,
                                 (static_cast<float>(y) + 0.5F) * pixel - 1.5F};
            const float mask = pair.mask.samples[static_cast<std::size_t>(y * size + x)];
            if (length(middle) < 1 - pixel) {
                EXPECT_EQ(mask, 1) << x << ' ' << y;
                ++inside;
            } else if (length(middle) > 1 + pixel) {
                EXPECT_EQ(mask, 0) << x << ' ' << y;
                expectNear(pixelOf(pair.beauty, x, y), {1, 1, 1}, 1e-5F);
            }
            EXPECT_TRUE(mask == 0 || mask == 1);
        }
    EXPECT_GT(inside, 1000);
}

TEST(Metal, has_its_base_colour_in_the_albedo_and_mirrors_with_it) {
    const Vec3 gold = {0.85F, 0.6F, 0.2F};
    std::vector<Texel> texels(16, Texel{gold, 0.3F, 1, 0.5F});
    Scene scene = floorScene();
    scene.materials[0].map = std::make_shared<SurfaceMap>(4, texels);
    scene.lighting.sky = uniformSky({1, 1, 1});
    const RenderedPair pair = rendered(scene, 16);
    const int middle = kSize / 2;
    expectNear(pixelOf(pair.albedo, middle, middle), gold, 1e-5F);
    expectNear(pixelOf(pair.irradiance, middle, middle), {0, 0, 0}, 1e-6F);
    // Face on, metal sends back its base colour times the light, less what rough facets lose.
    const Vec3 seen = pixelOf(pair.beauty, middle, middle);
    EXPECT_NEAR(seen.x / seen.z, gold.x / gold.z, 0.15F * gold.x / gold.z);
    EXPECT_GT(seen.x, 0.75F * gold.x);
    EXPECT_LT(seen.x, 1.05F * gold.x);
}

TEST(Render, leaves_with_nothing_when_stopped) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(render(floorScene(), {kSize, 4, true, 7}, stop.get_token()));
}

TEST(Exposure, brings_the_mean_log_luminance_to_the_brightness_and_leaves_the_albedo) {
    Scene scene = floorScene();
    scene.lighting.sky = uniformSky(kLight);
    RenderedPair pair = rendered(scene);
    const RenderedPair before = pair;
    const float factor = exposeTo(pair, 0.3F);
    double sum = 0;
    for (int i = 0; i < kSize * kSize; ++i)
        sum += std::log(luminance(pixelOf(pair.beauty, i % kSize, i / kSize)));
    EXPECT_NEAR(std::exp(sum / (kSize * kSize)), 0.3, 1e-3);
    EXPECT_EQ(pair.albedo.samples, before.albedo.samples);
    EXPECT_FLOAT_EQ(pair.beauty.samples[5], before.beauty.samples[5] * factor);
}
