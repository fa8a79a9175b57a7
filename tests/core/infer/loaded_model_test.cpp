#include "core/infer/loaded_model.h"

#include "core/base/error.h"
#include "core/image/color/color.h"
#include "core/image/image_file.h"
#include "core/infer/pipeline.h"
#include "core/options/attention_heads.h"
#include "core/weights/save_model_folder.h"
#include "tests/core/infer/tiny_model.h"
#include "tests/support/expect_error.h"
#include "tests/support/reference_pack.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace unlit::infer {

namespace {

using test::loadTinyModel;
using test::testPicture;

Image albedoOf(const std::shared_ptr<LoadedModel>& model, const InferOptions& options) {
    auto prediction = Pipeline(model).run(testPicture(40, 32), options, {}, {});
    EXPECT_TRUE(prediction.has_value());
    return std::move(prediction->targets.at(0).image);
}

InferOptions threeSteps() {
    InferOptions options;
    options.steps = 3;
    options.processingRes = 0;
    return options;
}

struct Difference {
    double mean = 0;
    double rootMeanSquare = 0;
    double largest = 0;
};

Difference differenceOf(const Image& a, const Image& b) {
    EXPECT_EQ(a.samples.size(), b.samples.size());
    Difference difference;
    for (std::size_t i = 0; i < a.samples.size(); ++i) {
        const double here = std::abs(a.samples[i] - b.samples[i]);
        difference.mean += here / static_cast<double>(a.samples.size());
        difference.rootMeanSquare += here * here / static_cast<double>(a.samples.size());
        difference.largest = std::max(difference.largest, here);
    }
    difference.rootMeanSquare = std::sqrt(difference.rootMeanSquare);
    return difference;
}

} // namespace

TEST(LoadedModel, ALoadingThatNobodyWaitsForGivesNothing) {
    const weights::ModelFolder folder =
        weights::openModelFolder(test::referenceDir() / "tiny-albedo");
    std::stop_source stop;
    EXPECT_NE(loadModel(folder, "cpu", Precision::Float32, {}, stop.get_token()), nullptr);
    stop.request_stop();
    EXPECT_EQ(loadModel(folder, "cpu", Precision::Float32, {}, stop.get_token()), nullptr);
}

TEST(LoadedModel, ANoisyFirstModelGivesTheSamePictureWhenItIsReadAsImageFirst) {
    const test::TempFolder temp;
    const auto noisyFirst = loadTinyModel("tiny-albedo");
    ASSERT_EQ(noisyFirst->folder.concatOrder, ConcatOrder::NoisyFirst);
    weights::saveModelFolder(temp.path() / "saved", weights::toSave(noisyFirst->folder), false);

    const auto saved =
        loadModel(weights::openModelFolder(temp.path() / "saved"), "cpu", Precision::Float32);
    EXPECT_EQ(saved->folder.concatOrder, ConcatOrder::ImageFirst);
    InferOptions options = threeSteps();
    const Image expected = albedoOf(noisyFirst, options);
    EXPECT_LT(differenceOf(albedoOf(saved, options), expected).largest, 2e-5);

    // The order matters at all: read the wrong way round, the picture is another one.
    options.concatOrder = ConcatOrder::ImageFirst;
    EXPECT_GT(differenceOf(albedoOf(noisyFirst, options), expected).largest, 0.02);
}

TEST(LoadedModel, SlicesOfMoreHeadsThanThereAreAreRefused) {
    const auto model = loadTinyModel("tiny-albedo");
    const auto most = static_cast<int>(std::ranges::max(model->unet->options().heads));
    applyMemoryOptions(*model, {.attentionSlicing = slicingByHeads(most)});
    EXPECT_EQ(model->attentionSlicing, slicingByHeads(most));
    test::expectError(
        ErrorKind::InvalidInput,
        {std::to_string(most + 1) + " heads", std::to_string(most) + " at most"},
        [&] { applyMemoryOptions(*model, {.attentionSlicing = slicingByHeads(most + 1)}); });
    EXPECT_EQ(model->attentionSlicing, slicingByHeads(most));
}

TEST(LoadedModel, BFloat16StaysNearFloat32) {
    for (const auto* name : {"tiny-albedo", "tiny-iid", "tiny-iid-lighting"}) {
        const Image exact = albedoOf(loadTinyModel(name), threeSteps());
        const auto model = loadTinyModel(name, Precision::BFloat16);
        EXPECT_EQ(model->precision, Precision::BFloat16);
        const Difference difference = differenceOf(albedoOf(model, threeSteps()), exact);
        // Each of the five passes through a network (encoder, three steps, decoder) rounds by about
        // 0.6 % (tests/core/nn/precision_test.cpp) of values around 1, half of that in [0,1]; as
        // random errors they add up to 0.7 %, a mean of 1.4 levels of 255. Single pixels of
        // untrained networks may lie five times as far; more is a different picture.
        EXPECT_LT(difference.mean, 2.0 / 255) << name;
        EXPECT_LT(difference.rootMeanSquare, 0.014) << name;
        EXPECT_GT(difference.largest, 1e-4) << name; // not float32 in disguise
    }
}

// What docs/precision.md promises of weights of 8 bits, on a picture that nothing learned from.
TEST(LoadedModel, Int8KeepsThePictureOfTheBundledModel) {
    const std::filesystem::path resources = std::filesystem::path(UNLIT_SOURCE_DIR) / "resources";
    const auto albedo = [&resources](Precision precision) {
        const auto model = loadModel(weights::openModelFolder(resources / "models" / "unlit-small"),
                                     "cpu", precision);
        EXPECT_EQ(model->precision, precision);
        InferOptions options;
        options.processingRes = 256;
        auto prediction = Pipeline(model).run(
            readImage(resources / "samples" / "spheres.png").image, options, {}, {});
        EXPECT_TRUE(prediction.has_value());
        Image image = std::move(prediction->targets.at(0).image);
        convertTo(image, ColorSpace::Srgb);
        return image;
    };
    const Difference difference = differenceOf(albedo(Precision::Int8), albedo(Precision::Float32));
    EXPECT_GT(-20 * std::log10(difference.rootMeanSquare), 45); // decibels
    EXPECT_GT(difference.largest, 1e-4);                        // not float32 in disguise
}

TEST(LoadedModel, Int8TakesLessThanHalfOfTheMemory) {
    const auto bytes = [](Precision precision) {
        const auto model =
            loadModel(weights::openModelFolder(std::filesystem::path(UNLIT_SOURCE_DIR) /
                                               "resources" / "models" / "unlit-small"),
                      "cpu", precision);
        double all = 0;
        for (const torch::Tensor& weight : model->unet->parameters())
            all += static_cast<double>(weight.nbytes());
        EXPECT_GT(model->unetParameters, 0);
        return all;
    };
    EXPECT_LT(bytes(Precision::Int8), 0.35 * bytes(Precision::Float32));
}

TEST(LoadedModel, KeepsWhatAPipelineNeedsAndNothingElse) {
    const auto model = loadTinyModel("tiny-iid");
    EXPECT_EQ(model->targetCount(), 2);
    EXPECT_EQ(model->inputVae.get(), model->targetVae.get());
    EXPECT_EQ(model->emptyText_1LD.sizes(), (std::vector<std::int64_t>{1, 2, 48}));
    EXPECT_FALSE(model->emptyText_1LD.requires_grad());
    EXPECT_FALSE(model->unet->is_training());
}

TEST(LoadedModel, RefusesAUNetThatSeesNoPicture) {
    EXPECT_THROW(loadTinyModel("tiny-sd21"), Error);
}

TEST(LoadedModel, RefusesFloat16OnTheProcessor) {
    EXPECT_THROW(loadTinyModel("tiny-albedo", Precision::Float16), Error);
}

} // namespace unlit::infer
