// Another strength without a run: the numbers are those of the formula, and what has no light, or
// cannot be taken back, stays.
#include "core/session/infer/change_strength.h"

#include "core/image/uncertainty_meaning.h"
#include "tests/core/session/uniform_image.h"

#include <gtest/gtest.h>

using namespace unlit;
using test::uniform;

namespace {

/// A picture of 0.2 whose albedo the model takes for 0.8: at half strength 0.5.
InferenceResult halfWay() {
    InferenceResult result;
    result.display = std::make_shared<const Image>(uniform(0.2F, ColorSpace::Srgb));
    result.input = result.display;
    result.prediction.used.strength = 0.5;
    result.prediction.used.detail = DetailMode::Guided;
    result.prediction.targets.push_back(
        {"albedo", uniform(0.5F, ColorSpace::Srgb), uniform(0.1F, ColorSpace::Raw), false, {}});
    result.outputs["albedo"] = "/out/a.png";
    return result;
}

float albedoOf(const InferenceResult& result, std::size_t at = 0) {
    return result.prediction.targets.at(0).image.samples.at(at);
}

} // namespace

TEST(ChangeStrength, takes_more_or_less_of_the_models_word) {
    const InferenceResult result = halfWay();
    ASSERT_TRUE(canChangeStrength(result));
    EXPECT_NEAR(albedoOf(*withStrength(result, 1)), 0.8, 1e-6);
    EXPECT_NEAR(albedoOf(*withStrength(result, 0.25)), 0.35, 1e-6);
    EXPECT_NEAR(albedoOf(*withStrength(result, 0)), 0.2, 1e-6);
    const auto whole = withStrength(result, 1);
    EXPECT_EQ(whole->prediction.used.strength, 1);
    EXPECT_TRUE(whole->outputs.empty()) << "those files have the other strength";
    EXPECT_NEAR(whole->prediction.targets[0].uncertainty->samples[0], 0.2, 1e-6);
}

TEST(ChangeStrength, expected_errors_do_not_depend_on_it) {
    InferenceResult result = halfWay();
    result.prediction.targets[0].uncertainty->metadata[kUncertaintyKey] = kExpectedError;
    EXPECT_EQ(withStrength(result, 1)->prediction.targets[0].uncertainty->samples[0], 0.1F);
}

TEST(ChangeStrength, pixels_without_light_stay_to_the_last_bit) {
    InferenceResult result = halfWay();
    TargetPrediction& albedo = result.prediction.targets[0];
    albedo.image = uniform(0.21404114F, ColorSpace::Linear); // sRGB 0.5
    albedo.image.samples[1] = 0.0123F;
    result.prediction.lightless.assign(albedo.image.planeSize(), 0);
    result.prediction.lightless[1] = 1;
    ASSERT_TRUE(canChangeStrength(result));
    const auto whole = withStrength(result, 1);
    EXPECT_NEAR(albedoOf(*whole), 0.60382734F, 1e-5); // sRGB 0.8 in linear light
    EXPECT_EQ(albedoOf(*whole, 1), 0.0123F);
    EXPECT_EQ(whole->prediction.targets[0].uncertainty->samples[1], 0.1F);
}

TEST(ChangeStrength, what_a_run_has_to_make_is_left_to_it) {
    InferenceResult none = halfWay();
    none.prediction.used.strength = 0; // nothing of the model is left in it
    EXPECT_FALSE(canChangeStrength(none));
    InferenceResult coarse = halfWay();
    coarse.prediction.used.detail = DetailMode::Off; // mixed at the network's size
    EXPECT_FALSE(canChangeStrength(coarse));
    coarse.prediction.used.tiled = true;
    EXPECT_TRUE(canChangeStrength(coarse));
    InferenceResult other = halfWay();
    other.prediction.targets[0].image = uniform(0.5F, ColorSpace::Srgb, 5);
    EXPECT_FALSE(canChangeStrength(other)) << "of another size than the picture";
    InferenceResult shading = halfWay();
    shading.prediction.targets[0].name = "shading";
    EXPECT_FALSE(canChangeStrength(shading));
}
