// What a trained model asks for where its recipe does not say: as the model it comes from.
#include "core/weights/model_folder.h"

#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <fstream>

using namespace unlit;

namespace {

void setIndex(const std::filesystem::path& model, const nlohmann::json& values) {
    const auto file = model / "model_index.json";
    std::ifstream in(file);
    auto index = nlohmann::json::parse(in);
    in.close();
    index.update(values);
    std::ofstream(file) << index.dump();
}

/// Of the folder that is written after two steps.
weights::ModelFolder trained(test::SmallRun& run, const std::string& name) {
    run.config.maxIter = 2;
    EXPECT_EQ(run.start(name), train::RunEnd::Complete);
    return weights::openModelFolder(run.folder(name) / "checkpoint" / "latest");
}

} // namespace

TEST(ModelDefaults, come_from_the_model_that_training_starts_from) {
    const test::TempFolder folder;
    test::SmallRun run(folder.path());
    setIndex(folder / "model",
             {{"default_denoising_steps", 3}, {"default_processing_resolution", 96}});
    const auto model = trained(run, "run");
    EXPECT_EQ(model.defaultSteps, 3);
    EXPECT_EQ(model.defaultProcessingRes, 96);

    run.config.maxIter = 3;
    EXPECT_EQ(run.resume("run"), train::RunEnd::Complete);
    const auto resumed = weights::openModelFolder(run.folder("run") / "checkpoint" / "latest");
    EXPECT_EQ(resumed.defaultSteps, 3);
    EXPECT_EQ(resumed.defaultProcessingRes, 96);
}

TEST(ModelDefaults, are_those_of_the_recipe_where_it_says) {
    const test::TempFolder folder;
    test::SmallRun run(folder.path());
    run.config.pipeline.defaultDenoisingSteps = 5;
    run.config.pipeline.defaultProcessingResolution = 0;
    const auto model = trained(run, "run");
    EXPECT_EQ(model.defaultSteps, 5);
    EXPECT_EQ(model.defaultProcessingRes, 0);
}

TEST(ModelDefaults, one_step_is_one_step) {
    const test::TempFolder folder;
    test::SmallRun run(folder.path());
    setIndex(folder / "model", {{"default_denoising_steps", 4}});
    run.config.trainer.timesteps = config::TrainedTimesteps::Last;
    run.config.trainer.trainingNoiseScheduler.rescaleBetasZeroSnr = true;
    run.config.trainer.trainingNoiseScheduler.timestepSpacing = "trailing";
    run.config.trainer.trainingNoiseScheduler.predictionType = "v_prediction";
    EXPECT_EQ(trained(run, "run").defaultSteps, 1);
}
