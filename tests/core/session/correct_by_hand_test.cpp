// Strokes on results: what changes with them, and what does not.
#include "core/session/infer/correct_by_hand.h"

#include "core/image/color/color.h"
#include "core/session/infer/albedo_scale.h"
#include "core/session/infer/change_strength.h"
#include "tests/core/strokes/stroke_scene.h"
#include "tests/support/expect_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace unlit;
using testing::HasSubstr;
using unlit::test::expectError;
using unlit::test::line;
using unlit::test::sampleAt;

namespace {

constexpr int kSceneWidth = 96;
constexpr int kSceneHeight = 64;

/// The shadow scene, at half strength where it is asked for, with shading.
std::shared_ptr<InferenceResult> shadowResult(double strength = 1) {
    const auto scene = test::shadowScene(kSceneWidth, kSceneHeight);
    auto result = std::make_shared<InferenceResult>();
    result->request.input = "hall.exr";
    result->inputHash = "aa";
    Image display = scene.picture;
    convertTo(display, ColorSpace::Srgb);
    result->input = std::make_shared<const Image>(scene.picture);
    result->display = std::make_shared<const Image>(display);
    Image albedo = scene.albedo;
    convertTo(albedo, ColorSpace::Srgb);
    for (std::size_t i = 0; i < albedo.samples.size(); ++i)
        albedo.samples[i] = static_cast<float>(display.samples[i] +
                                               strength * (albedo.samples[i] - display.samples[i]));
    result->prediction.used.strength = strength;
    result->prediction.used.detail = DetailMode::Guided;
    result->prediction.targets.push_back({"albedo", albedo, {}, false, {}});
    const Image shading = test::paintedImage(kSceneWidth, kSceneHeight, [](int, int) {
        return test::Rgb{0.8F, 0.8F, 0.8F};
    });
    result->prediction.targets.push_back({"shading", shading, {}, true, {}});
    result->outputs["albedo"] = "/out/a.exr";
    return result;
}

std::shared_ptr<const StrokeSet> strokes(std::vector<Stroke> list) {
    return std::make_shared<const StrokeSet>(StrokeSet{
        .width = kSceneWidth, .height = kSceneHeight, .hash = "aa", .strokes = std::move(list)});
}

Stroke across() {
    return line(StrokeKind::SamePaint, 4, {{20, 32}, {76, 32}});
}

Stroke bright(double value) {
    return line(StrokeKind::ThisBright, 6, {{70, 32}}, {value});
}

Image lightAlbedo(const InferenceResult& result) {
    Image albedo = result.prediction.targets.at(0).image;
    convertTo(albedo, ColorSpace::Linear);
    return albedo;
}

} // namespace

TEST(CorrectByHand, no_stroke_that_counts_is_the_same_result_bit_by_bit) {
    const std::shared_ptr<const InferenceResult> result = shadowResult();
    Stroke off = across();
    off.isOn = false;
    const Stroke outside = line(StrokeKind::SamePaint, 4, {{-90, 5}, {-20, 5}});
    for (const auto& set : {strokes({}), strokes({off}), strokes({outside})}) {
        const auto same = withStrokes(result, set);
        for (std::size_t t = 0; t < 2; ++t)
            EXPECT_EQ(same->prediction.targets[t].image.samples,
                      result->prediction.targets[t].image.samples);
        EXPECT_TRUE(same->outputs.empty());
        EXPECT_EQ(same->request.strokes, set);
    }
}

TEST(CorrectByHand, the_object_gives_what_the_function_gives) {
    const std::shared_ptr<const InferenceResult> result = shadowResult();
    const auto set = strokes({across()});
    const HandCorrection hand(result);
    const auto once = withStrokes(result, set);
    const auto kept = hand.corrected(set);
    EXPECT_EQ(once->prediction.targets[0].image.samples, kept->prediction.targets[0].image.samples);
    EXPECT_EQ(once->uncorrected, result);
    const StrokePreview preview = hand.preview(*set);
    const Image full = lightAlbedo(*kept);
    ASSERT_EQ(preview.albedo.samples.size(), full.samples.size()) << "it is small enough as it is";
    for (std::size_t i = 0; i < full.samples.size(); ++i)
        ASSERT_NEAR(preview.albedo.samples[i], full.samples[i], 1e-3F) << i;
    EXPECT_GT(*std::ranges::max_element(preview.influence.samples), 0.99F);
    EXPECT_EQ(preview.residuals.size(), 1U);
    const Image spread = hand.spread(*set, 0);
    EXPECT_GT(*std::ranges::max_element(spread.samples), 0.99F);
}

TEST(CorrectByHand, shading_gets_what_the_albedo_loses) {
    const std::shared_ptr<const InferenceResult> result = shadowResult();
    const auto corrected = withStrokes(result, strokes({across()}));
    const Image albedo = lightAlbedo(*corrected);
    EXPECT_NEAR(sampleAt(albedo, 0, 80, 20), 0.4, 0.02);
    const Image& shading = corrected->prediction.targets[1].image;
    const Image before = lightAlbedo(*result);
    for (std::size_t i = 0; i < shading.samples.size(); ++i)
        ASSERT_NEAR(albedo.samples[i] * shading.samples[i], before.samples[i] * 0.8F, 1e-4F) << i;
}

TEST(CorrectByHand, a_value_holds_at_every_strength) {
    for (const double strength : {1.0, 0.5}) {
        const auto corrected = withStrokes(
            std::shared_ptr<const InferenceResult>(shadowResult(strength)), strokes({bright(0.3)}));
        EXPECT_NEAR(sampleAt(lightAlbedo(*corrected), 1, 70, 32), 0.3, 0.003) << strength;
    }
}

TEST(CorrectByHand, another_strength_is_that_of_a_result_without_strokes_and_then_strokes) {
    const std::shared_ptr<const InferenceResult> weak = shadowResult(0.5);
    const std::shared_ptr<const InferenceResult> strong = shadowResult(1);
    const auto set = strokes({across(), bright(0.3)});
    const auto corrected = withStrokes(weak, set);
    ASSERT_TRUE(canChangeStrength(*corrected));
    const auto changed = withStrength(*corrected, 1);
    const auto wanted = withStrokes(strong, set);
    EXPECT_EQ(changed->request.strokes, set);
    EXPECT_EQ(changed->prediction.used.strength, 1);
    for (std::size_t i = 0; i < wanted->prediction.targets[0].image.samples.size(); ++i)
        ASSERT_NEAR(changed->prediction.targets[0].image.samples[i],
                    wanted->prediction.targets[0].image.samples[i], 1e-4F);
    const auto back = withStrokes(changed, nullptr);
    EXPECT_FALSE(back->request.strokes);
    for (std::size_t i = 0; i < strong->prediction.targets[0].image.samples.size(); ++i)
        ASSERT_NEAR(back->prediction.targets[0].image.samples[i],
                    strong->prediction.targets[0].image.samples[i], 1e-6F);
}

TEST(CorrectByHand, anchors_count_on_the_corrected_albedo) {
    const auto corrected =
        withStrokes(std::shared_ptr<const InferenceResult>(shadowResult()), strokes({bright(0.3)}));
    EXPECT_NEAR(anchoredScale(*corrected, {.x = 70, .y = 32, .value = 0.6}), 2, 0.02);
}

TEST(CorrectByHand, new_strokes_take_the_place_of_old_ones) {
    const std::shared_ptr<const InferenceResult> result = shadowResult();
    const auto first = withStrokes(result, strokes({bright(0.9)}));
    const auto second = withStrokes(first, strokes({across()}));
    EXPECT_EQ(second->prediction.targets[0].image.samples,
              withStrokes(result, strokes({across()}))->prediction.targets[0].image.samples);
    EXPECT_EQ(second->uncorrected, result);
}

TEST(CorrectByHand, what_nobody_knows_is_uncertain) {
    const auto result = shadowResult();
    result->prediction.targets[0].uncertainty =
        makeImage(kSceneWidth, kSceneHeight, {"R", "G", "B"}, ColorSpace::Raw);
    const auto corrected = withStrokes(std::shared_ptr<const InferenceResult>(result),
                                       strokes({line(StrokeKind::Unknown, 8, {{30, 30}})}));
    const Image& uncertainty = *corrected->prediction.targets[0].uncertainty;
    EXPECT_EQ(sampleAt(uncertainty, 2, 30, 30), 1);
    EXPECT_EQ(sampleAt(uncertainty, 2, 60, 30), 0);
    EXPECT_EQ(corrected->prediction.targets[0].image.samples,
              result->prediction.targets[0].image.samples);
}

TEST(CorrectByHand, strokes_of_others_and_results_without_an_albedo_are_refused) {
    const std::shared_ptr<const InferenceResult> result = shadowResult();
    StrokeSet other = *strokes({across()});
    other.hash = "bb";
    expectError(ErrorKind::InvalidInput, {"another picture"},
                [&] { withStrokes(result, std::make_shared<const StrokeSet>(other)); });
    auto forAll = std::make_shared<InferenceResult>(*result);
    forAll->request.strokesForAll = true;
    EXPECT_NO_THROW(withStrokes(forAll, std::make_shared<const StrokeSet>(other)));
    other.width = 95;
    expectError(ErrorKind::InvalidInput, {"95x64"},
                [&] { withStrokes(forAll, std::make_shared<const StrokeSet>(other)); });
    auto none = std::make_shared<InferenceResult>(*result);
    none->prediction.targets.erase(none->prediction.targets.begin());
    EXPECT_THAT(whyNotCorrectable(*none), HasSubstr("no albedo"));
    expectError(ErrorKind::InvalidInput, {"no albedo"},
                [&] { withStrokes(none, strokes({across()})); });
    auto spent = std::make_shared<InferenceResult>(*result);
    spent->request.strokes = strokes({across()});
    EXPECT_THAT(whyNotCorrectable(*spent), HasSubstr("already"));
}

TEST(CorrectByHand, targets_without_an_albedo_are_refused_before_the_network_runs) {
    InferenceResult read = *shadowResult();
    read.request.strokes = strokes({across()});
    std::vector<weights::TargetInfo> targets(2);
    targets[0].name = "albedo";
    targets[1].name = "shading";
    targets[1].upToScale = true;
    EXPECT_NO_THROW(requireStrokes(read, targets));
    read.request.options.targets = {"shading"};
    expectError(ErrorKind::InvalidInput, {"no albedo"}, [&] { requireStrokes(read, targets); });
    read.request.strokes = strokes({});
    EXPECT_NO_THROW(requireStrokes(read, targets))
        << "strokes that come to nothing ask for nothing";
}

TEST(CorrectByHand, a_result_that_is_written_keeps_what_it_was_where_that_is_asked_for) {
    for (const bool keeps : {false, true}) {
        InferenceResult written = *shadowResult();
        written.request.strokes = strokes({across()});
        written.request.output.emplace();
        written.request.keepsUncorrected = keeps;
        applyStrokes(written);
        EXPECT_EQ(written.uncorrected != nullptr, keeps);
    }
}
