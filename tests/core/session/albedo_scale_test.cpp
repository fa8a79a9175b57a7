// The factor on paint: what it changes, what it leaves, and where an anchor puts it.
#include "core/session/infer/albedo_scale.h"

#include "core/image/image_file.h"
#include "core/session/infer/result_writer.h"
#include "tests/core/session/uniform_image.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace unlit;
using test::expectError;
using test::kHalfDecoded;
using test::uniform;

namespace {

TargetPrediction target(const std::string& name, Image image, bool upToScale = false) {
    return {name, std::move(image), {}, upToScale, {}};
}

/// 7 x 7 of linear 0.2, a bright speck in the middle, and its input.
InferenceResult resultWithSpeck() {
    Image albedo = makeImage(7, 7, {"R", "G", "B"}, ColorSpace::Linear);
    std::ranges::fill(albedo.samples, 0.2F);
    for (int channel = 0; channel < 3; ++channel)
        albedo.plane(channel)[3 * 7 + 3] = 0.9F;
    InferenceResult result;
    result.request.input = "/in/a.exr";
    result.input = std::make_shared<const Image>(albedo);
    result.prediction.targets = {target("albedo", albedo)};
    return result;
}

} // namespace

TEST(AlbedoScale, paint_gets_brighter_in_linear_light_and_shading_as_much_darker) {
    const TargetPrediction albedo = target("albedo", uniform(0.5F, ColorSpace::Srgb));
    const Image brighter = scaledPicture(albedo, {}, 2);
    EXPECT_EQ(brighter.space, ColorSpace::Srgb);
    // 2 * 0.21404 = 0.42808 of light; 1.055 * 0.42808^(1/2.4) - 0.055 = 0.68577 encoded
    EXPECT_NEAR(brighter.samples[0], 0.68577F, 1e-4);
    EXPECT_NEAR(
        scaledPicture(target("shading", uniform(3, ColorSpace::Linear), true), {}, 2).samples[0],
        1.5F, 1e-6);
    EXPECT_NEAR(
        scaledPicture(target("diffuse_shading", uniform(3, ColorSpace::Linear)), {}, 2).samples[0],
        1.5F, 1e-6);
}

TEST(AlbedoScale, what_has_no_light_stays_to_the_last_bit) {
    for (const ColorSpace space : {ColorSpace::Linear, ColorSpace::Srgb}) {
        const TargetPrediction albedo = target("albedo", uniform(0.3F, space));
        const std::size_t plane = albedo.image.planeSize();
        std::vector<unsigned char> lightless(plane, 0);
        lightless[1] = 1;
        const Image scaled = scaledPicture(albedo, lightless, 2);
        for (std::size_t c = 0; c < 3; ++c) {
            EXPECT_GT(scaled.samples[c * plane], 0.35F);
            EXPECT_EQ(scaled.samples[c * plane + 1], 0.3F);
        }
        // A mask of another picture says nothing.
        lightless.push_back(1);
        EXPECT_GT(scaledPicture(albedo, lightless, 2).samples[1], 0.35F);
    }
}

TEST(AlbedoScale, data_residual_and_a_factor_of_one_change_nothing) {
    const auto first = [](const TargetPrediction& what, double scale) {
        return scaledPicture(what, {}, scale).samples[0];
    };
    EXPECT_EQ(first(target("roughness", uniform(0.3F, ColorSpace::Raw)), 2), 0.3F);
    EXPECT_EQ(first(target("residual", uniform(0.3F, ColorSpace::Linear), true), 2), 0.3F);
    EXPECT_EQ(first(target("albedo", uniform(0.3F, ColorSpace::Srgb)), 1), 0.3F);
}

TEST(AlbedoScale, files_have_the_factor_and_their_product_is_the_picture) {
    test::TempFolder folder;
    InferenceResult result;
    result.request.input = folder / "in" / "hall.png";
    result.request.output = OutputOptions{};
    result.request.output->folder = folder / "out";
    result.request.output->albedoScale = 1.5;
    result.input = std::make_shared<const Image>(uniform(0.6F, ColorSpace::Linear));
    result.display = result.input;
    result.prediction.targets = {target("albedo", uniform(0.5F, ColorSpace::Srgb))};
    writeResult(result);
    const auto first = [&](const std::string& file, const std::string& layer) {
        return readImage(folder / "out" / file, {layer, ColorSpace::Raw}).image.samples.at(0);
    };
    EXPECT_NEAR(first("hall_albedo.exr", ""), 1.5F * kHalfDecoded, 1e-5);
    result.request.output->layered = true;
    writeResult(result);
    EXPECT_NEAR(first("hall_unlit.exr", "albedo"), 1.5F * kHalfDecoded, 1e-5);
    EXPECT_NEAR(first("hall_unlit.exr", "shading"), 0.6F / (1.5F * kHalfDecoded), 1e-4);
    EXPECT_NEAR(first("hall_unlit.exr", "residual"), 0, 1e-6);
    EXPECT_FLOAT_EQ(first("hall_unlit.exr", "beauty"), 0.6F);
}

TEST(AlbedoScale, an_anchor_takes_the_median_of_its_neighbourhood) {
    const InferenceResult result = resultWithSpeck();
    EXPECT_NEAR(anchoredScale(result, {3, 3, 0.5}), 2.5, 1e-5); // 0.5 / 0.2: the speck is one of 25
    EXPECT_NEAR(anchoredScale(result, {0, 0, 0.1}), 0.5, 1e-5); // a corner has nine
}

TEST(AlbedoScale, pixels_without_light_are_left_out_of_the_median) {
    InferenceResult result = resultWithSpeck();
    result.prediction.lightless.assign(49, 1);
    result.prediction.lightless[3 * 7 + 3] = 0;
    EXPECT_NEAR(anchoredScale(result, {3, 3, 0.45}), 0.5, 1e-5); // 0.45 / 0.9
    expectError(ErrorKind::InvalidInput, {"without light"}, [&] {
        anchoredScale(result, {2, 3, 0.45});
    });
}

TEST(AlbedoScale, an_anchor_that_cannot_hold_says_why) {
    InferenceResult result = resultWithSpeck();
    expectError(ErrorKind::InvalidInput, {"7,2 lies outside of /in/a.exr, which has 7x7"}, [&] {
        anchoredScale(result, {7, 2, 0.5});
    });
    std::ranges::fill(result.prediction.targets[0].image.samples, 0.0F);
    expectError(ErrorKind::InvalidInput, {"is black"}, [&] { anchoredScale(result, {3, 3, 0.5}); });
    result.prediction.targets[0].image.space = ColorSpace::Raw;
    expectError(ErrorKind::InvalidInput, {"no albedo"}, [&] {
        anchoredScale(result, {3, 3, 0.5});
    });
}

TEST(AlbedoScale, results_of_another_size_cover_the_same_rectangle) {
    InferenceResult result = resultWithSpeck();
    Image large = makeImage(70, 70, {"R", "G", "B"}, ColorSpace::Linear);
    result.input = std::make_shared<const Image>(large);
    std::ranges::fill(result.prediction.targets[0].image.samples, 0.2F);
    EXPECT_NEAR(anchoredScale(result, {69, 69, 0.4}), 2, 1e-5);
}
