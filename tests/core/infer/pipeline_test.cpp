#include "core/infer/pipeline.h"

#include "core/base/error.h"
#include "tests/core/infer/tiny_model.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace unlit::infer {

namespace {

using test::loadTinyModel;
using test::predict;
using test::testPicture;

InferOptions smallOptions() {
    InferOptions options;
    options.steps = 2;
    options.processingRes = 0;
    return options;
}

float largestDifference(const std::vector<float>& a, const std::vector<float>& b) {
    EXPECT_EQ(a.size(), b.size());
    float largest = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

} // namespace

TEST(Pipeline, GivesOnePictureOfTheInputsSizePerTarget) {
    const auto model = loadTinyModel("tiny-iid");
    const Prediction prediction = predict(model, smallOptions(), testPicture(37, 21));
    ASSERT_EQ(prediction.targets.size(), 2U);
    EXPECT_EQ(prediction.targets[0].name, "albedo");
    EXPECT_EQ(prediction.targets[1].name, "material");
    for (const auto& target : prediction.targets) {
        EXPECT_EQ(target.image.width, 37);
        EXPECT_EQ(target.image.height, 21);
        EXPECT_FALSE(target.uncertainty.has_value());
        const auto [low, high] =
            std::minmax_element(target.image.samples.begin(), target.image.samples.end());
        EXPECT_GE(*low, 0.0F);
        EXPECT_LE(*high, 1.0F);
        EXPECT_GT(*high - *low, 0.05F);
    }
}

TEST(Pipeline, SaysInWhichSpaceEachTargetIs) {
    const Prediction appearance = predict(loadTinyModel("tiny-iid"), smallOptions());
    EXPECT_TRUE(isDisplayEncoded(appearance.targets[0].image.space));
    EXPECT_EQ(appearance.targets[1].image.space, ColorSpace::Raw);
    EXPECT_EQ(appearance.targets[1].subTargets,
              (std::vector<std::string>{"roughness", "metallicity", ""}));
    const Prediction lighting = predict(loadTinyModel("tiny-iid-lighting"), smallOptions());
    ASSERT_EQ(lighting.targets.size(), 3U);
    EXPECT_EQ(lighting.targets[0].image.space, ColorSpace::Linear);
    EXPECT_FALSE(lighting.targets[0].upToScale);
    EXPECT_TRUE(lighting.targets[1].upToScale);
}

TEST(Pipeline, KeepsTheTargetsThatAreAskedFor) {
    const auto model = loadTinyModel("tiny-iid-lighting");
    InferOptions options = smallOptions();
    const Prediction all = predict(model, options);
    options.targets = {"residual"};
    const Prediction one = predict(model, options);
    ASSERT_EQ(one.targets.size(), 1U);
    EXPECT_EQ(one.targets[0].name, "residual");
    EXPECT_EQ(one.targets[0].image.samples, all.targets[2].image.samples);
}

TEST(Pipeline, TheSameSeedGivesTheSameBytesAndAnotherOneDoesNot) {
    const auto model = loadTinyModel("tiny-albedo");
    InferOptions options = smallOptions();
    const Prediction first = predict(model, options);
    const Prediction again = predict(model, options);
    options.seed = 7;
    const Prediction other = predict(model, options);
    EXPECT_EQ(first.targets[0].image.samples, again.targets[0].image.samples);
    EXPECT_NE(first.targets[0].image.samples, other.targets[0].image.samples);
}

TEST(Pipeline, TheBatchSizeDoesNotChangeTheResult) {
    const auto model = loadTinyModel("tiny-albedo");
    InferOptions options = smallOptions();
    options.ensemble = 5;
    options.batchSize = 1;
    for (const auto convention : {ResizeConvention::Unlit, ResizeConvention::Diffusers}) {
        options.resizeConvention = convention;
        options.batchSize = 1;
        const Prediction one = predict(model, options);
        options.batchSize = 3;
        const Prediction three = predict(model, options);
        EXPECT_EQ(three.used.batchSize, 3);
        EXPECT_LT(largestDifference(one.targets[0].image.samples, three.targets[0].image.samples),
                  2e-5F);
    }
}

TEST(Pipeline, UncertaintyHasTheSizeOfThePrediction) {
    InferOptions options = smallOptions();
    options.ensemble = 3;
    options.processingRes = 24;
    for (const auto convention :
         {ResizeConvention::Unlit, ResizeConvention::Diffusers, ResizeConvention::Marigold}) {
        options.resizeConvention = convention;
        const Prediction prediction =
            predict(loadTinyModel("tiny-albedo"), options, testPicture(50, 30));
        ASSERT_TRUE(prediction.targets[0].uncertainty.has_value());
        const Image& uncertainty = *prediction.targets[0].uncertainty;
        EXPECT_EQ(uncertainty.width, 50);
        EXPECT_EQ(uncertainty.height, 30);
        EXPECT_EQ(uncertainty.space, ColorSpace::Raw);
        EXPECT_GT(*std::max_element(uncertainty.samples.begin(), uncertainty.samples.end()), 0.0F);
    }
}

TEST(Pipeline, ExtremePicturesPassInEveryConvention) {
    const auto model = loadTinyModel("tiny-albedo");
    InferOptions options = smallOptions();
    options.steps = 1;
    for (const auto convention :
         {ResizeConvention::Unlit, ResizeConvention::Diffusers, ResizeConvention::Marigold}) {
        options.resizeConvention = convention;
        for (const int processingRes : {0, 64})
            for (const auto& [width, height] :
                 std::vector<std::pair<int, int>>{{1, 1}, {1, 300}, {2000, 1}}) {
                options.processingRes = processingRes;
                const Prediction prediction = predict(model, options, testPicture(width, height));
                EXPECT_EQ(prediction.targets[0].image.width, width);
                EXPECT_EQ(prediction.targets[0].image.height, height);
            }
    }
}

TEST(Pipeline, WithoutMatchingTheInputTheResultHasTheProcessingSize) {
    InferOptions options = smallOptions();
    options.processingRes = 20;
    options.matchInputRes = false;
    const Prediction prediction =
        predict(loadTinyModel("tiny-albedo"), options, testPicture(40, 30));
    EXPECT_EQ(prediction.targets[0].image.width, 20);
    EXPECT_EQ(prediction.targets[0].image.height, 15);
    EXPECT_EQ(prediction.used.networkWidth, 24);
    EXPECT_EQ(prediction.used.networkHeight, 16);
}

TEST(Pipeline, ProgressNeverFallsAndEndsComplete) {
    InferOptions options = smallOptions();
    options.ensemble = 2;
    options.batchSize = 1;
    std::vector<InferProgress> reports;
    Pipeline(loadTinyModel("tiny-iid"))
        .run(testPicture(32, 32), options, [&](const InferProgress& p) { reports.push_back(p); },
             {});
    // Once at the start; one encoding; two members of two steps and two decodings.
    ASSERT_EQ(reports.size(), 2U + 2U * (2U + 2U));
    EXPECT_EQ(reports.front().done, 0);
    EXPECT_TRUE(std::is_sorted(reports.begin(), reports.end(),
                               [](const auto& a, const auto& b) { return a.done < b.done; }));
    EXPECT_DOUBLE_EQ(reports.back().done, reports.back().total);
    EXPECT_EQ(toEnglish(reports[3].stage), "member 1 of 2 · step 2 of 2");
    EXPECT_EQ(toEnglish(reports[4].stage), "decoding albedo");
}

TEST(Pipeline, StopsWithinOneUnitOfWorkWhereverItIsAsked) {
    const auto model = loadTinyModel("tiny-albedo");
    InferOptions options = smallOptions();
    options.ensemble = 2;
    options.batchSize = 1;
    const std::size_t reportsOfAWholeRun = 2 + 2 * (2 + 1);
    for (std::size_t stopAt = 1; stopAt < reportsOfAWholeRun; ++stopAt) {
        std::stop_source stop;
        std::size_t reports = 0;
        const auto result = Pipeline(model).run(
            testPicture(32, 32), options,
            [&](const InferProgress&) {
                if (++reports == stopAt)
                    stop.request_stop();
            },
            stop.get_token());
        EXPECT_FALSE(result.has_value()) << stopAt;
        EXPECT_EQ(reports, stopAt);
    }
}

TEST(Pipeline, RefusesAModelWhoseNumbersAreNone) {
    const auto model = loadTinyModel("tiny-albedo");
    const torch::NoGradGuard noGradients;
    model->unet->conv_out->bias.fill_(std::numeric_limits<float>::quiet_NaN());
    EXPECT_THROW(predict(model, smallOptions()), Error);
    const auto damagedDecoder = loadTinyModel("tiny-albedo");
    damagedDecoder->targetVae->decoder->conv_in->bias.fill_(std::numeric_limits<float>::infinity());
    EXPECT_THROW(predict(damagedDecoder, smallOptions()), Error);
}

TEST(Pipeline, RefusesPicturesThatAreNotDisplayEncoded) {
    const auto model = loadTinyModel("tiny-albedo");
    Image bright = testPicture(16, 16);
    bright.samples[5] = 1.5F;
    EXPECT_THROW(Pipeline(model).run(bright, smallOptions(), {}, {}), Error);
    bright.samples[5] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_THROW(Pipeline(model).run(bright, smallOptions(), {}, {}), Error);
}

} // namespace unlit::infer
