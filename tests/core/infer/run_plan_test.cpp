#include "core/infer/run_plan.h"

#include "core/base/error.h"
#include "tests/core/infer/tiny_model.h"

#include <gtest/gtest.h>

#include <string>

namespace unlit::infer {

namespace {

constexpr PixelSize kPicture = {48, 64};

std::string hintFor(const InferOptions& options, const LoadedModel& model) {
    try {
        planRun(options, model, kPicture);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::InvalidInput) << error.what();
        return error.what() + std::string("; ") + error.hint();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

} // namespace

TEST(RunPlan, TakesTheModelsDefaults) {
    const auto model = test::loadTinyModel("tiny-iid");
    const RunPlan plan = planRun({}, *model, kPicture);
    EXPECT_EQ(plan.used.steps, 4);
    EXPECT_EQ(plan.used.processingRes, 768);
    EXPECT_EQ(plan.used.networkWidth, 768);
    EXPECT_EQ(plan.used.networkHeight, 576);
    EXPECT_EQ(plan.used.concatOrder, ConcatOrder::ImageFirst);
    EXPECT_EQ(plan.used.resizeConvention, ResizeConvention::Diffusers);
    EXPECT_EQ(plan.used.device, "cpu");
}

TEST(RunPlan, OptionsWinOverTheModel) {
    const auto model = test::loadTinyModel("tiny-iid");
    InferOptions options;
    options.steps = 7;
    options.processingRes = 100;
    options.concatOrder = ConcatOrder::NoisyFirst;
    options.resizeConvention = ResizeConvention::Marigold;
    const RunPlan plan = planRun(options, *model, kPicture);
    EXPECT_EQ(plan.settings.steps, 7);
    EXPECT_EQ(plan.geometry.processing, (PixelSize{75, 100}));
    EXPECT_EQ(plan.geometry.network, (PixelSize{75, 100}));
    EXPECT_EQ(plan.settings.concatOrder, ConcatOrder::NoisyFirst);
    EXPECT_EQ(plan.settings.resize.noiseDraw, NoiseDraw::PerBatch);
}

TEST(RunPlan, AutomaticBatchesNeverChangeTheNumbersOfAConvention) {
    const auto model = test::loadTinyModel("tiny-albedo");
    InferOptions options;
    options.processingRes = 64;
    options.ensemble = 8;
    options.resizeConvention = ResizeConvention::Marigold;
    EXPECT_EQ(planRun(options, *model, kPicture).settings.batchSize, 1);
    options.resizeConvention = ResizeConvention::Unlit;
    EXPECT_EQ(planRun(options, *model, kPicture).settings.batchSize, 8);
    options.processingRes = 4096;
    EXPECT_EQ(planRun(options, *model, kPicture).settings.batchSize, 1);
}

TEST(RunPlan, RefusesNumbersOutsideTheirRange) {
    const auto model = test::loadTinyModel("tiny-albedo");
    const auto refuses = [&](auto change) {
        InferOptions options;
        change(options);
        return hintFor(options, *model).find("outside") != std::string::npos;
    };
    EXPECT_TRUE(refuses([](InferOptions& o) { o.steps = 0; }));
    EXPECT_TRUE(refuses([](InferOptions& o) { o.steps = 1001; }));
    EXPECT_TRUE(refuses([](InferOptions& o) { o.ensemble = 0; }));
    EXPECT_TRUE(refuses([](InferOptions& o) { o.processingRes = -1; }));
    EXPECT_TRUE(refuses([](InferOptions& o) { o.processingRes = 1'000'000; }));
    EXPECT_TRUE(refuses([](InferOptions& o) { o.batchSize = -1; }));
}

TEST(RunPlan, NamesTheNearestTarget) {
    const auto model = test::loadTinyModel("tiny-iid");
    InferOptions options;
    options.targets = {"albdo"};
    EXPECT_NE(hintFor(options, *model).find("did you mean albedo"), std::string::npos);
    options.targets = {"roughness"};
    EXPECT_NE(hintFor(options, *model).find("ask for material"), std::string::npos);
}

TEST(RunPlan, RefusesPicturesThatNoMachineHolds) {
    const auto model = test::loadTinyModel("tiny-albedo");
    InferOptions options;
    options.processingRes = 0;
    try {
        planRun(options, *model, {2'000'000, 2'000'000});
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::OutOfMemory);
    }
}

} // namespace unlit::infer
