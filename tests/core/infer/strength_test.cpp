#include "core/infer/strength.h"
#include "core/weights/target_space.h"

#include "core/tensor/image_tensor.h"
#include "core/tensor/interpolate.h"
#include "tests/core/infer/tiny_model.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace unlit::infer {

namespace {

using test::loadTinyModel;
using test::predict;
using test::testPicture;

InferOptions optionsOf(std::optional<double> strength, int ensemble = 1) {
    InferOptions options;
    options.steps = 1;
    options.processingRes = 0;
    options.ensemble = ensemble;
    options.strength = strength;
    return options;
}

/// Of (1 - strength) * from + strength * to against `found`, the largest difference.
float offMean(const Image& found, const Image& from, const Image& to, float strength) {
    float largest = 0;
    for (std::size_t i = 0; i < found.samples.size(); ++i)
        largest = std::max(largest, std::abs(found.samples[i] - (1 - strength) * from.samples[i] -
                                             strength * to.samples[i]));
    return largest;
}

} // namespace

TEST(Strength, is_a_mean_of_input_and_prediction_in_their_own_numbers) {
    const auto model = loadTinyModel("tiny-albedo");
    const Image picture = testPicture(40, 24);
    for (const int members : {1, 3}) {
        const Prediction whole = predict(model, optionsOf({}, members), picture);
        const Image& full = whole.targets[0].image;
        ASSERT_GT(offMean(full, picture, picture, 1), 0.1F);
        for (const double strength : {0.0, 0.25, 0.8}) {
            const Prediction part = predict(model, optionsOf(strength, members), picture);
            EXPECT_LT(offMean(part.targets[0].image, picture, full, static_cast<float>(strength)),
                      2e-6F)
                << strength;
            EXPECT_EQ(part.used.strength, strength);
            ASSERT_EQ(part.targets[0].uncertainty.has_value(), members > 1);
            if (members > 1) { // what is sure takes its share of the spread away
                const Image none = makeImage(40, 24, {"R", "G", "B"}, ColorSpace::Raw);
                EXPECT_LT(offMean(*part.targets[0].uncertainty, none, *whole.targets[0].uncertainty,
                                  static_cast<float>(strength)),
                          2e-6F);
            }
        }
        EXPECT_EQ(predict(model, optionsOf(1, members), picture).targets[0].image.samples,
                  full.samples);
    }
}

TEST(Strength, goes_through_every_convention_of_sizes) {
    const auto model = loadTinyModel("tiny-albedo");
    const Image picture = testPicture(37, 21);
    for (const ResizeConvention convention :
         {ResizeConvention::Marigold, ResizeConvention::Diffusers, ResizeConvention::Unlit}) {
        InferOptions options = optionsOf(0);
        options.resizeConvention = convention;
        const Image image = predict(model, options, picture).targets[0].image;
        EXPECT_EQ(image.width, 37);
        EXPECT_EQ(image.height, 21);
        Image expected = picture;
        if (convention == ResizeConvention::Marigold) { // cuts to whole cells, and stretches them
            const torch::Tensor whole = viewOf(picture).narrow(2, 0, 16).narrow(3, 0, 32);
            expected =
                toRawImage(interpolate(whole, {21, 37}, Interpolation::Bilinear, Antialias::On)[0]);
        }
        EXPECT_LT(offMean(image, expected, expected, 1), 2e-6F) << toString(convention);
    }
}

TEST(Strength, of_a_picture_in_tiles_mixes_at_its_own_size) {
    const auto model = loadTinyModel("tiny-albedo");
    const Image picture = testPicture(150, 90);
    const auto tiled = [&](std::optional<double> strength) {
        InferOptions options = optionsOf(strength, 2);
        options.processingRes = 64;
        options.tiles = {.mode = TileMode::On, .size = 64, .overlap = 0};
        return predict(model, options, picture);
    };
    const Prediction whole = tiled({});
    ASSERT_TRUE(whole.used.tiled);
    const Prediction part = tiled(0.6);
    EXPECT_LT(offMean(part.targets[0].image, picture, whole.targets[0].image, 0.6F), 2e-6F);
    const Image none = makeImage(150, 90, {"R", "G", "B"}, ColorSpace::Raw);
    EXPECT_LT(offMean(*part.targets[0].uncertainty, none, *whole.targets[0].uncertainty, 0.6F),
              2e-6F);
}

TEST(Strength, is_the_models_own_unless_another_is_asked_for) {
    const auto model = loadTinyModel("tiny-albedo");
    const Image picture = testPicture(40, 24);
    const Image full = predict(model, optionsOf({}), picture).targets[0].image;
    model->folder.unlit.strength = 0.5;
    const Prediction own = predict(model, optionsOf({}), picture);
    EXPECT_EQ(own.used.strength, 0.5);
    EXPECT_LT(offMean(own.targets[0].image, picture, full, 0.5F), 2e-6F);
    const Prediction asked = predict(model, optionsOf(1), picture);
    EXPECT_EQ(asked.used.strength, 1);
    EXPECT_EQ(asked.targets[0].image.samples, full.samples);
}

TEST(Strength, is_for_albedos_in_the_numbers_of_the_input_alone) {
    const weights::TargetInfo albedo{"albedo", weights::PredictionSpace::Srgb, false, {}};
    weights::TargetInfo other = albedo;
    EXPECT_TRUE(canBlend(albedo, ColorSpace::Log100));
    other.predictionSpace = weights::PredictionSpace::Linear;
    EXPECT_FALSE(canBlend(other, ColorSpace::Srgb));
    other = albedo;
    other.name = "shading";
    EXPECT_FALSE(canBlend(other, ColorSpace::Srgb));

    const Image picture = testPicture(40, 24);
    const auto appearance = loadTinyModel("tiny-iid");
    const Prediction all = predict(appearance, optionsOf({}), picture);
    const Prediction half = predict(appearance, optionsOf(0.5), picture);
    EXPECT_LT(offMean(half.targets[0].image, picture, all.targets[0].image, 0.5F), 2e-6F);
    EXPECT_EQ(half.targets[1].image.samples,
              all.targets[1].image.samples); // roughness, metallicity

    const auto lighting = loadTinyModel("tiny-iid-lighting");
    test::expectError(ErrorKind::InvalidInput, {"no albedo in the numbers of its input"},
                      [&] { predict(lighting, optionsOf(0.5), picture); });
    EXPECT_EQ(predict(lighting, optionsOf(1), picture).used.strength, 1);
}

TEST(Strength, refuses_shares_that_are_none) {
    const auto model = loadTinyModel("tiny-albedo");
    for (const double strength : {-0.1, 1.01, std::numeric_limits<double>::quiet_NaN()})
        test::expectError(ErrorKind::InvalidInput, {"strength", "outside 0 to 1"},
                          [&] { predict(model, optionsOf(strength), testPicture(40, 24)); });
}

} // namespace unlit::infer
