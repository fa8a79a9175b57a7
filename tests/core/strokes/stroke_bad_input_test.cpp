// What nobody would draw: a sentence, or a right result.
#include "core/base/error.h"
#include "core/strokes/stroke_field.h"
#include "core/strokes/stroke_solver.h"
#include "tests/core/strokes/stroke_scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace unlit {

using test::line;
using test::sampleAt;
using ::testing::HasSubstr;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

std::string refusal(Stroke stroke) {
    const auto scene = test::shadowScene(32, 24);
    try {
        StrokeSolver(scene.picture, scene.albedo, {})
            .solve(test::setOf(scene.picture,
                               {line(StrokeKind::Keep, 1, {{3, 3}}), std::move(stroke)}));
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::InvalidInput);
        EXPECT_FALSE(error.hint().empty());
        return error.what();
    }
    return "nothing was refused";
}

void expectFinite(const Image& image) {
    for (const float sample : image.samples) {
        ASSERT_TRUE(std::isfinite(sample));
        ASSERT_GE(sample, 0);
        ASSERT_LE(sample, 1);
    }
}

} // namespace

TEST(StrokeBadInput, numbers_that_are_none_are_refused) {
    EXPECT_THAT(refusal(line(StrokeKind::Keep, 1, {{kNan, 3}})), HasSubstr("stroke 2 has a point"));
    EXPECT_THAT(refusal(line(StrokeKind::Keep, 1, {{3, -kInf}})),
                HasSubstr("stroke 2 has a point"));
    EXPECT_THAT(refusal(line(StrokeKind::Keep, kNan, {{3, 3}})), HasSubstr("radius"));
    EXPECT_THAT(refusal(line(StrokeKind::Keep, -1, {{3, 3}})), HasSubstr("radius"));
    EXPECT_THAT(refusal(line(StrokeKind::Keep, 1, {})), HasSubstr("no points"));
    EXPECT_THAT(refusal(line(StrokeKind::ThisBright, 1, {{3, 3}}, {kNan})), HasSubstr("value"));
    EXPECT_THAT(refusal(line(StrokeKind::ThisBright, 1, {{3, 3}}, {0.0})), HasSubstr("value"));
    EXPECT_THAT(refusal(line(StrokeKind::ThisBright, 1, {{3, 3}}, {0.1, 0.2})), HasSubstr("value"));
}

TEST(StrokeBadInput, whole_pictures_far_points_and_huge_radii_have_a_result) {
    const auto scene = test::shadowScene(120, 80);
    const auto all = test::correctedAlbedo(
        scene.picture, scene.albedo,
        test::setOf(scene.picture, {line(StrokeKind::ThisBright, 1e30F, {{60, 40}}, {0.3})}));
    expectFinite(all);
    EXPECT_NEAR(sampleAt(all, 0, 30, 40), 0.3, 0.003);
    EXPECT_NEAR(sampleAt(all, 0, 90, 40), 0.3, 0.003);
    expectFinite(test::correctedAlbedo(
        scene.picture, scene.albedo,
        test::setOf(scene.picture,
                    {line(StrokeKind::SamePaint, 3, {{-3e38F, -3e38F}, {3e38F, 3e38F}})})));
}

TEST(StrokeBadInput, one_pixel_and_pictures_of_one_pixel_have_a_result) {
    const auto scene = test::shadowScene(120, 80);
    const auto dot = test::correctedAlbedo(
        scene.picture, scene.albedo,
        test::setOf(scene.picture, {line(StrokeKind::ThisBright, 0, {{90.5F, 40.5F}}, {0.3})}));
    expectFinite(dot);
    EXPECT_NEAR(sampleAt(dot, 0, 90, 40), 0.3, 0.03);
    const Image tiny = test::paintedImage(1, 1, [](int, int) {
        return test::Rgb{0.2F, 0.2F, 0.2F};
    });
    for (const StrokeKind kind :
         {StrokeKind::SamePaint, StrokeKind::SameLight, StrokeKind::Keep, StrokeKind::Unknown})
        expectFinite(
            test::correctedAlbedo(tiny, tiny, test::setOf(tiny, {line(kind, 0, {{0.5F, 0.5F}})})));
    const auto set = test::correctedAlbedo(
        tiny, tiny, test::setOf(tiny, {line(StrokeKind::ThisBright, 0, {{0.5F, 0.5F}}, {0.7})}));
    EXPECT_NEAR(set.samples[0], 0.7, 0.01);
}

TEST(StrokeBadInput, a_million_points_have_a_result) {
    const auto scene = test::shadowScene(300, 200);
    std::mt19937 random(5);
    std::uniform_real_distribution<float> anywhere(-50, 350);
    Stroke scribble = line(StrokeKind::Keep, 2, {});
    StrokePoint goal{};
    for (int i = 0; i < 1'000'000; ++i) { // a restless hand
        if (i % 300 == 0)
            goal = {anywhere(random), anywhere(random)};
        const StrokePoint last = scribble.points.empty() ? goal : scribble.points.back();
        scribble.points.push_back(
            {last.x + (goal.x - last.x) / 100, last.y + (goal.y - last.y) / 100});
    }
    const auto kept =
        test::correctedAlbedo(scene.picture, scene.albedo, test::setOf(scene.picture, {scribble}));
    for (std::size_t i = 0; i < kept.samples.size(); i += 11)
        ASSERT_NEAR(kept.samples[i], scene.albedo.samples[i], 1e-6F);
    scribble.points.resize(kMostStrokePoints + 1);
    EXPECT_THAT(refusal(scribble), HasSubstr("points"));
}

TEST(StrokeBadInput, black_pictures_and_albedos_have_a_result) {
    const Image black = test::paintedImage(80, 60, [](int, int) { return test::Rgb{}; });
    const auto set = test::correctedAlbedo(
        black, black, test::setOf(black, {line(StrokeKind::ThisBright, 9, {{40, 30}}, {0.25})}));
    expectFinite(set);
    EXPECT_NEAR(sampleAt(set, 1, 40, 30), 0.25, 0.005);
    expectFinite(test::correctedAlbedo(
        black, black, test::setOf(black, {line(StrokeKind::SameLight, 9, {{40, 30}, {60, 30}})})));
}

TEST(StrokeBadInput, says_whose_strokes_they_are) {
    const StrokeSet set{.width = 64, .height = 48, .hash = "aa", .strokes = {}};
    EXPECT_EQ(whyStrokesDoNotFit(set, 64, 48, "aa", false), "");
    EXPECT_THAT(whyStrokesDoNotFit(set, 64, 49, "aa", false), HasSubstr("64x48"));
    EXPECT_THAT(whyStrokesDoNotFit(set, 64, 49, "aa", true), HasSubstr("64x49"));
    EXPECT_THAT(whyStrokesDoNotFit(set, 64, 48, "bb", false), HasSubstr("another picture"));
    EXPECT_EQ(whyStrokesDoNotFit(set, 64, 48, "bb", true), "");
}

} // namespace unlit
