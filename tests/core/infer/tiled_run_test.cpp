#include "core/infer/tiles/tiled_run.h"

#include "core/infer/pipeline.h"
#include "core/infer/tiles/seam_meter.h"
#include "core/tensor/image_tensor.h"
#include "core/tensor/interpolate.h"
#include "tests/core/infer/tiny_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace unlit::infer {

namespace {

InferOptions tiledOptions(int size = 64) {
    InferOptions options;
    options.steps = 2;
    options.processingRes = 64;
    options.detail = DetailMode::Off; // what the tiles do alone
    options.tiles = {.mode = TileMode::On, .size = size, .overlap = 0};
    return options;
}

const std::shared_ptr<LoadedModel>& tinyModel() {
    static const auto model = test::loadTinyModel("tiny-albedo");
    return model;
}

Prediction predict(const InferOptions& options, const Image& picture) {
    return test::predict(tinyModel(), options, picture);
}

/// Averages over a coarse grid.
torch::Tensor coarse(const Image& picture) {
    return interpolate(viewOf(picture), {3, 4}, Interpolation::Area, Antialias::Off);
}

float largest(const torch::Tensor& values) {
    return values.abs().max().item<float>();
}

} // namespace

TEST(TiledRun, GivesAPictureOfTheInputsSizeAndSaysHow) {
    const Prediction prediction = predict(tiledOptions(), test::testPicture(203, 131));
    ASSERT_EQ(prediction.targets.size(), 1U);
    const Image& image = prediction.targets[0].image;
    EXPECT_EQ(image.width, 203);
    EXPECT_EQ(image.height, 131);
    EXPECT_TRUE(isDisplayEncoded(image.space));
    EXPECT_FALSE(prediction.targets[0].uncertainty.has_value());
    const auto [low, high] = std::ranges::minmax(image.samples);
    EXPECT_GE(low, 0.0F);
    EXPECT_LE(high, 1.0F);
    EXPECT_GT(high - low, 0.05F);
    EXPECT_TRUE(prediction.used.tiled);
    EXPECT_EQ(prediction.used.tileSize, 64);
    EXPECT_EQ(prediction.used.tileOverlap, 16);
    EXPECT_GE(prediction.used.networkWidth, 203);
}

TEST(TiledRun, APictureThatFitsATileGoesThroughWhole) {
    const Image picture = test::testPicture(64, 40);
    const Prediction tiled = predict(tiledOptions(), picture);
    EXPECT_FALSE(tiled.used.tiled);
    InferOptions plain = tiledOptions();
    plain.tiles = {};
    EXPECT_EQ(tiled.targets[0].image.samples, predict(plain, picture).targets[0].image.samples);
}

TEST(TiledRun, TheSameSeedGivesTheSameBitsAndAnotherDoesNot) {
    const Image picture = test::testPicture(150, 100);
    const Prediction first = predict(tiledOptions(), picture);
    EXPECT_EQ(first.targets[0].image.samples,
              predict(tiledOptions(), picture).targets[0].image.samples);
    InferOptions other = tiledOptions();
    other.seed = 7;
    EXPECT_NE(first.targets[0].image.samples, predict(other, picture).targets[0].image.samples);
}

TEST(TiledRun, LargeFormsAreThoseOfThePassOverTheWhole) {
    const Image picture = test::testPicture(256, 192);
    const Prediction tiled = predict(tiledOptions(), picture);
    InferOptions plain = tiledOptions();
    plain.tiles = {};
    const Prediction whole = predict(plain, picture);
    EXPECT_LT(largest(coarse(tiled.targets[0].image) - coarse(whole.targets[0].image)), 0.03F);
}

TEST(TiledRun, KeepsDetailThatAResizeLoses) {
    // Stripes of four pixels, far beyond what 64 pixels of the whole can show.
    Image picture = test::testPicture(256, 192);
    for (std::size_t i = 0; i < picture.samples.size(); ++i)
        picture.samples[i] = (i % 256) / 4 % 2 == 0 ? 0.3F : 0.7F;
    const auto detail = [](const Image& image) {
        const torch::Tensor view = viewOf(image);
        return (view.slice(3, 4, 256) - view.slice(3, 0, 252)).abs().mean().item<float>();
    };
    InferOptions plain = tiledOptions();
    plain.tiles = {};
    const float resized = detail(predict(plain, picture).targets[0].image);
    EXPECT_GT(detail(predict(tiledOptions(), picture).targets[0].image), 2 * resized);
}

TEST(TiledRun, NoSeamShows) {
    const Image picture = test::testPicture(420, 300);
    const Prediction tiled = predict(tiledOptions(96), picture);
    RunSettings settings;
    settings.processingRes = 64;
    const auto layout = layOutTiles(tiledOptions(96).tiles, settings, {300, 420},
                                    tinyModel()->inputVae->options().downscaleFactor());
    EXPECT_LE(measureSeams(tiled.targets[0].image, layout->pixels(), Seam::Step).ratio(), 1.05);
}

TEST(TiledRun, AnEnsembleHasItsSpreadAndAnEarlyEndKeepsItsMembers) {
    const Image picture = test::testPicture(130, 90);
    InferOptions options = tiledOptions();
    options.ensemble = 5;
    options.stopAfter = 3;
    const Prediction three = predict(options, picture);
    EXPECT_EQ(three.used.members, 3);
    EXPECT_EQ(three.used.ensemble, 5);
    ASSERT_TRUE(three.targets[0].uncertainty.has_value());
    EXPECT_GT(std::ranges::max(three.targets[0].uncertainty->samples), 0.0F);

    // Told to finish while the third member's tiles are in the making.
    options.stopAfter = 0;
    std::stop_source early;
    const auto watch = [&](const InferProgress& progress) {
        if (toEnglish(progress.stage).starts_with("member 3 of 5"))
            early.request_stop();
    };
    const auto stopped = Pipeline(tinyModel())
                             .run(picture, options,
                                  RunSignals{.progress = watch,
                                             .stop = {},
                                             .finishEarly = early.get_token(),
                                             .preview = {}});
    ASSERT_TRUE(stopped.has_value());
    EXPECT_EQ(stopped->used.members, 3);
    EXPECT_EQ(stopped->targets[0].image.samples, three.targets[0].image.samples);
    EXPECT_EQ(stopped->targets[0].uncertainty->samples, three.targets[0].uncertainty->samples);
}

TEST(TiledRun, StopsBetweenTilesAndTellsHowFarItIs) {
    std::stop_source stop;
    std::vector<InferProgress> told;
    InferOptions options = tiledOptions();
    options.batchSize = 1; // tiles one by one
    const auto progress = [&](const InferProgress& now) {
        told.push_back(now);
        if (toEnglish(now.stage).find("step 1 of 2 · tile 2") != std::string::npos)
            stop.request_stop();
    };
    EXPECT_FALSE(Pipeline(tinyModel())
                     .run(test::testPicture(200, 200), options, progress, stop.get_token()));
    EXPECT_NE(toEnglish(told.back().stage).find("tile 2"), std::string::npos);
    told.clear();
    ASSERT_TRUE(Pipeline(tinyModel())
                    .run(test::testPicture(200, 200), options,
                         [&](const InferProgress& now) { told.push_back(now); }, {}));
    for (std::size_t i = 1; i < told.size(); ++i)
        EXPECT_GE(told[i].done, told[i - 1].done) << toEnglish(told[i].stage);
    EXPECT_NEAR(told.back().done, told.back().total, 1e-6);
}

} // namespace unlit::infer
