// Paint and shadows put on pairs that were read.
#include "core/data/loader/cast_shadow.h"
#include "core/data/loader/pair_dataset.h"
#include "core/data/loader/repaint.h"
#include "core/image/color/color.h"
#include "tests/core/data/test_scene.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <torch/types.h>

#include <algorithm>
#include <cmath>

using namespace unlit;
using namespace unlit::data;
using namespace unlit::test;

namespace {

constexpr int kSide = 32;

/// Albedos from 0.2 to 0.8, light from 0.5 to 1.5 that grows downwards.
struct LitPair {
    PairImages images;
    ValidPixels valid = ValidPixels(kSide * kSide, 1);

    LitPair() {
        images.beauty = makeImage(kSide, kSide, {"R", "G", "B"}, ColorSpace::Linear);
        images.targets = {images.beauty};
        images.albedo = 0;
        for (int c = 0; c < 3; ++c)
            for (std::size_t i = 0; i < valid.size(); ++i) {
                const float albedo = 0.2F + 0.6F * static_cast<float>((i * 7 + i / 5) % 11) / 10;
                images.targets[0].plane(c)[i] = albedo;
                images.beauty.plane(c)[i] = albedo * lightAt(i);
            }
    }

    static float lightAt(std::size_t pixel) {
        return 0.5F + static_cast<float>(pixel / kSide) / kSide;
    }

    Image& albedo() { return images.targets[0]; }

    void set(std::size_t pixel, float beauty, float albedo) {
        for (int c = 0; c < 3; ++c) {
            images.beauty.plane(c)[pixel] = beauty;
            images.targets[0].plane(c)[pixel] = albedo;
        }
    }

    void convert(ColorSpace space) {
        convertTo(images.beauty, space);
        convertTo(albedo(), space);
    }
};

/// From dark red to light blue.
Paint redToBlue() {
    Paint paint;
    paint.ramp = {{0.3F, 0.05F, 0.05F}, {0.2F, 0.3F, 0.9F}};
    paint.brightness = {0.2F, 0.7F, 0.1F};
    return paint;
}

CastShadow wall(float left) {
    CastShadow shadow;
    shadow.softness = 0.01;
    shadow.left = {left, left, left};
    return shadow;
}

std::size_t changedPixels(const Image& before, const Image& after) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < before.planeSize(); ++i)
        count += before.plane(0)[i] != after.plane(0)[i] ? 1 : 0;
    return count;
}

void expectSameLight(LitPair pair) {
    pair.convert(ColorSpace::Linear);
    for (int c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < pair.valid.size(); ++i) {
            const float light = pair.images.beauty.plane(c)[i] / pair.albedo().plane(c)[i];
            // Black is lifted by 0.003 in the factor: up to 6 % of a paint of 0.05.
            EXPECT_NEAR(light / LitPair::lightAt(i), 1, 0.07) << c << " " << i;
        }
}

} // namespace

TEST(Repaint, new_colours_stand_in_the_old_light) {
    LitPair pair;
    const LitPair before = pair;
    repaint(pair.images, pair.valid, redToBlue(), nullptr);
    EXPECT_EQ(changedPixels(before.images.targets[0], pair.albedo()), pair.valid.size());
    expectSameLight(pair);
    const auto darkest = std::ranges::min_element(before.images.targets[0].plane(0)) -
                         before.images.targets[0].plane(0).begin();
    EXPECT_NEAR(pair.albedo().plane(0)[static_cast<std::size_t>(darkest)], 0.3, 1e-4);
    EXPECT_NEAR(pair.albedo().plane(2)[static_cast<std::size_t>(darkest)], 0.05, 1e-4);
}

TEST(Repaint, encoded_pictures_are_painted_in_linear_light) {
    LitPair pair;
    for (float& sample : pair.images.beauty.samples)
        sample /= 2; // so that nothing is above white
    pair.convert(ColorSpace::Srgb);
    repaint(pair.images, pair.valid, redToBlue(), nullptr);
    EXPECT_EQ(pair.images.beauty.space, ColorSpace::Srgb);
    EXPECT_EQ(pair.albedo().space, ColorSpace::Srgb);
    convertTo(pair.images.beauty, ColorSpace::Linear);
    for (float& sample : pair.images.beauty.samples)
        sample *= 2;
    expectSameLight(pair);
}

TEST(Repaint, pixels_that_are_not_valid_and_those_too_dark_stay) {
    LitPair pair;
    pair.valid[3] = 0;
    pair.set(5, 0.2F, 0.001F);
    const LitPair before = pair;
    repaint(pair.images, pair.valid, redToBlue(), nullptr);
    for (const std::size_t pixel : {3, 5}) {
        EXPECT_EQ(pair.images.beauty.plane(0)[pixel], before.images.beauty.plane(0)[pixel]);
        EXPECT_EQ(pair.albedo().plane(0)[pixel], before.images.targets[0].plane(0)[pixel]);
    }
    EXPECT_EQ(changedPixels(before.images.targets[0], pair.albedo()), pair.valid.size() - 2);
}

TEST(Repaint, a_borrowed_albedo_is_stretched_and_its_black_does_not_stick) {
    LitPair pair;
    Image borrowed = makeImage(2, 1, {"R", "G", "B"}, ColorSpace::Linear);
    borrowed.plane(0)[1] = 0.6F;
    borrowed.plane(1)[1] = 0.4F;
    borrowed.plane(2)[1] = 0.3F;
    Paint paint;
    paint.isBorrowed = true;
    const LitPair before = pair;
    repaint(pair.images, pair.valid, paint, &borrowed);
    for (std::size_t i = 0; i < pair.valid.size(); ++i) {
        const bool isRight = i % kSide >= kSide / 2;
        EXPECT_NEAR(pair.albedo().plane(1)[i],
                    isRight ? 0.4F : before.images.targets[0].plane(1)[i], 1e-4);
    }
    expectSameLight(pair);
}

TEST(Repaint, patches_leave_a_part_as_it_was) {
    LitPair pair;
    Paint paint = redToBlue();
    paint.patches = 6;
    const LitPair before = pair;
    repaint(pair.images, pair.valid, paint, nullptr);
    const std::size_t changed = changedPixels(before.images.targets[0], pair.albedo());
    EXPECT_GT(changed, pair.valid.size() / 5);
    EXPECT_LT(changed, pair.valid.size() * 4 / 5);
}

TEST(Repaint, a_residual_keeps_beauty_the_sum_of_its_parts) {
    LitPair pair;
    Image residual = pair.images.beauty;
    std::ranges::fill(residual.samples, 0.1F);
    for (float& sample : pair.images.beauty.samples)
        sample += 0.1F;
    pair.images.targets.push_back(residual);
    pair.images.residual = 1;
    repaint(pair.images, pair.valid, redToBlue(), nullptr);
    for (int c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < pair.valid.size(); ++i) {
            const float diffuse =
                pair.images.beauty.plane(c)[i] - pair.images.targets[1].plane(c)[i];
            EXPECT_NEAR(diffuse / pair.albedo().plane(c)[i] / LitPair::lightAt(i), 1, 0.07);
        }
}

TEST(Repaint, without_an_albedo_in_colour_nothing_happens) {
    LitPair pair;
    const Image before = pair.images.beauty;
    pair.images.albedo.reset();
    repaint(pair.images, pair.valid, redToBlue(), nullptr);
    EXPECT_EQ(pair.images.beauty.samples, before.samples);
    pair.images.albedo = 0;
    pair.albedo() = makeImage(kSide, kSide, {"Y"}, ColorSpace::Linear);
    repaint(pair.images, pair.valid, redToBlue(), nullptr);
    EXPECT_EQ(pair.images.beauty.samples, before.samples);
}

TEST(SceneDraws, chances_are_kept_and_draws_are_as_many_whatever_comes_of_them) {
    int painted = 0;
    int shadowed = 0;
    for (std::int64_t i = 0; i < 400; ++i) {
        SampleRandom never(1, 0, i);
        SampleRandom sometimes(1, 0, i);
        EXPECT_FALSE(drawPaint(0, never));
        EXPECT_FALSE(drawShadow(0, never));
        painted += drawPaint(0.25, sometimes) ? 1 : 0;
        shadowed += drawShadow(0.5, sometimes) ? 1 : 0;
        EXPECT_EQ(never.bits(), sometimes.bits());
    }
    // Four standard deviations of a binomial distribution.
    EXPECT_NEAR(painted, 100, 35);
    EXPECT_NEAR(shadowed, 200, 40);
}

TEST(SceneDraws, paints_are_colours_that_a_surface_can_have) {
    for (std::int64_t i = 0; i < 200; ++i) {
        SampleRandom random(2, 0, i);
        const Paint paint = drawPaint(1, random).value();
        EXPECT_TRUE(paint.isBorrowed || paint.ramp.size() >= 2);
        for (const auto& colour : paint.ramp)
            for (const float sample : colour) {
                EXPECT_GT(sample, 0);
                EXPECT_LT(sample, 1);
            }
        const auto& weights = paint.brightness;
        EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1, 1e-5);
    }
}

TEST(CastShadow, a_wall_darkens_what_lies_behind_its_edge_and_no_albedo) {
    LitPair pair;
    pair.images.targets.push_back(pair.images.beauty);
    pair.images.shading = 1;
    const LitPair before = pair;
    castShadow(pair.images, wall(0.25F));
    EXPECT_EQ(pair.albedo().samples, before.images.targets[0].samples);
    for (int y = 0; y < kSide; ++y)
        for (const int x : {2, kSide - 3}) { // the edge is in the middle, less what it wobbles
            const auto i = static_cast<std::size_t>(y * kSide + x);
            const float factor = x < kSide / 2 ? 1 : 0.25F;
            EXPECT_NEAR(pair.images.beauty.plane(1)[i], factor * before.images.beauty.plane(1)[i],
                        1e-5);
            EXPECT_EQ(pair.images.targets[1].plane(1)[i], pair.images.beauty.plane(1)[i]);
        }
}

TEST(CastShadow, every_shape_has_lit_and_dark_places_and_soft_borders_between) {
    for (const ShadowShape shape :
         {ShadowShape::Edge, ShadowShape::Round, ShadowShape::Leaves, ShadowShape::Bars}) {
        CastShadow shadow = wall(0);
        shadow.shape = shape;
        shadow.seed = 9;
        int lit = 0;
        int dark = 0;
        int between = 0;
        shadow.softness = 0.06;
        for (int y = 0; y < 100; ++y)
            for (int x = 0; x < 100; ++x) {
                const float depth =
                    depthAt(shadow, static_cast<float>(x) / 100, static_cast<float>(y) / 100);
                ASSERT_GE(depth, 0);
                ASSERT_LE(depth, 1);
                lit += depth == 0 ? 1 : 0;
                dark += depth == 1 ? 1 : 0;
                between += depth > 0 && depth < 1 ? 1 : 0;
            }
        EXPECT_GT(lit, 1000) << static_cast<int>(shape);
        EXPECT_GT(dark, 1000) << static_cast<int>(shape);
        EXPECT_GT(between, 300) << static_cast<int>(shape);
    }
}

TEST(SceneChanges, of_a_set_leave_what_else_is_drawn_as_it_was) {
    const TempFolder folder;
    PairDatasetOptions options;
    options.root = folder.path();
    options.list = writeScenes(folder.path(), 3, 48, 40);
    options.size.cropPx = 24;
    options.augment.geometric = {0.5, true, true};
    options.augment.photometric.exposureEv = 0.5;
    const PairDataset plain(options);
    options.augment.scene.shadowChance = 1;
    const PairDataset shadowed(options);
    options.augment.scene = {1, 0};
    const PairDataset painted(options);
    for (std::int64_t epoch = 0; epoch < 6; ++epoch) {
        const Sample before = plain.get(1, epoch);
        const Sample shadow = shadowed.get(1, epoch);
        const Sample paint = painted.get(1, epoch);
        EXPECT_TRUE(shadow.targets_TCHW[0].equal(before.targets_TCHW[0]));
        EXPECT_TRUE(paint.valid_1HW.equal(before.valid_1HW));
        EXPECT_FALSE(paint.targets_TCHW[0].equal(before.targets_TCHW[0]));
        EXPECT_TRUE(painted.get(1, epoch).beauty_CHW.equal(paint.beauty_CHW));
    }
    EXPECT_FALSE(shadowed.get(1, 0).beauty_CHW.equal(plain.get(1, 0).beauty_CHW));
}
