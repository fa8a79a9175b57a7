#include "core/image/fill_lightless.h"
#include "tests/core/infer/tiny_model.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace unlit::infer {

namespace {

/// The left third is black.
Image cutOut(int width, int height) {
    Image picture = test::testPicture(width, height);
    for (std::size_t i = 0; i < picture.samples.size(); ++i)
        if (static_cast<int>(i) % width < width / 3)
            picture.samples[i] = 0;
    return picture;
}

class KeepBlackTest : public testing::Test {
protected:
    KeepBlackTest() {
        options.steps = 1;
        options.processingRes = 0;
    }

    std::shared_ptr<LoadedModel> model = test::loadTinyModel("tiny-albedo");
    InferOptions options;
};

} // namespace

TEST_F(KeepBlackTest, pixels_without_light_stay_and_are_told) {
    const Image picture = cutOut(90, 40);
    options.ensemble = 2;
    const Prediction prediction = test::predict(model, options, picture);
    ASSERT_EQ(prediction.lightless.size(), picture.planeSize());
    EXPECT_EQ(std::ranges::count(prediction.lightless, 1), 30 * 40);
    const TargetPrediction& albedo = prediction.targets[0];
    for (std::size_t i = 0; i < albedo.image.samples.size(); ++i) {
        if (prediction.lightless[i % picture.planeSize()] == 0)
            continue;
        EXPECT_EQ(albedo.image.samples[i], 0.0F);
        EXPECT_EQ(albedo.uncertainty->samples[i], 1.0F);
    }
}

TEST_F(KeepBlackTest, the_network_sees_surroundings) {
    const Image picture = cutOut(90, 40);
    options.detail = DetailMode::Off;
    const auto lit = [&](const Image& shown) {
        Image image = test::predict(model, options, shown).targets[0].image;
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            if (i % 90 < 30)
                image.samples[i] = 0;
        return image.samples;
    };
    options.keepBlack = KeepBlack::Off;
    const auto black = lit(picture);
    Image filled = picture;
    fillLightless(filled, findLight(picture));
    const auto expected = lit(filled);
    options.keepBlack = KeepBlack::Auto;
    EXPECT_NE(lit(picture), black);
    EXPECT_EQ(lit(picture), expected);
}

TEST_F(KeepBlackTest, what_is_under_no_alpha_makes_no_difference) {
    Image hidden = cutOut(60, 40);
    Image other = hidden;
    for (Image* image : {&hidden, &other}) {
        image->mask.assign(image->planeSize(), 1.0F);
        for (std::size_t i = 0; i < image->planeSize(); ++i)
            if (i % 60 < 20)
                image->mask[i] = 0;
    }
    for (std::size_t i = 0; i < other.samples.size(); ++i)
        if (i % 60 < 20)
            other.samples[i] = 0.9F;
    const Image a = test::predict(model, options, hidden).targets[0].image;
    const Image b = test::predict(model, options, other).targets[0].image;
    for (std::size_t i = 0; i < a.samples.size(); ++i)
        ASSERT_EQ(b.samples[i], i % 60 < 20 ? 0.9F : a.samples[i]) << i;
}

TEST_F(KeepBlackTest, a_picture_without_light_is_black_and_asks_no_network) {
    Image black = makeImage(50, 30, {"R", "G", "B"}, ColorSpace::Srgb);
    options.ensemble = 3;
    bool asked = false;
    const auto prediction =
        Pipeline(model).run(black, options, [&](const InferProgress&) { asked = true; }, {});
    ASSERT_TRUE(prediction.has_value());
    EXPECT_FALSE(asked);
    EXPECT_EQ(std::ranges::max(prediction->targets[0].image.samples), 0.0F);
    EXPECT_EQ(std::ranges::min(prediction->targets[0].uncertainty->samples), 1.0F);
    options.keepBlack = KeepBlack::Off;
    EXPECT_TRUE(test::predict(model, options, black).lightless.empty());
}

TEST_F(KeepBlackTest, results_of_another_size_have_no_such_pixels) {
    options.processingRes = 32;
    options.matchInputRes = false;
    const Prediction prediction = test::predict(model, options, cutOut(90, 40));
    EXPECT_EQ(prediction.targets[0].image.width, 32);
    EXPECT_TRUE(prediction.lightless.empty());
}

TEST_F(KeepBlackTest, goes_with_tiles) {
    options.processingRes = 64;
    options.tiles = {.mode = TileMode::On, .size = 64, .overlap = 0};
    const Image picture = cutOut(180, 100);
    const Prediction prediction = test::predict(model, options, picture);
    EXPECT_TRUE(prediction.used.tiled);
    for (std::size_t i = 0; i < picture.samples.size(); ++i)
        if (i % 180 < 60) {
            ASSERT_EQ(prediction.targets[0].image.samples[i], 0.0F);
        }
}

} // namespace unlit::infer
