// A second stage: a UNet on the codes of an autoencoder that has a quantizer.
#include "core/diffusion/random.h"
#include "core/infer/condition.h"
#include "core/train/training_model.h"
#include "core/train/unet/unet_train_step.h"
#include "core/weights/start/random_model.h"
#include "tests/core/train/small_run.h"
#include "tests/support/expect_error.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

using namespace unlit;
using test::traceOf;
using train::RunEnd;

namespace {

class CodesRun : public testing::Test {
protected:
    CodesRun() { small.config.trainer.latents = config::TrainedLatents::Codes; }

    test::TempFolder folder;
    test::SmallRun small{folder.path()};
};

/// In place of the model of the small run.
void writeCodesModel(const std::filesystem::path& folder, const nlohmann::json& quantizer) {
    weights::ModelRecipe recipe = test::smallRecipe();
    recipe.vae["quantizer"] = quantizer;
    weights::saveModelFolder(folder, weights::randomModel(recipe, 5), true);
}

} // namespace

// A codebook of vectors: a latent that is one of them is the nearest to itself, and every cell's
// squared distance to what was learnt before is the least of all vectors'.
TEST_F(CodesRun, the_targets_are_the_nearest_vectors_and_the_beauty_stays_continuous) {
    writeCodesModel(folder / "model", {{"name", "codebook"}, {"size", 16}});
    const weights::ModelFolder opened = weights::openModelFolder(folder / "model");
    train::TrainingModelOptions options;
    options.targets = weights::unnamedTargets(1);
    options.scheduler = opened.scheduler.config;
    options.device = "cpu";
    const train::TrainingModel model = train::loadTrainingModel(opened, options);
    const torch::NoGradGuard noGrad;
    nn::AutoencoderKL& vae = model.model->targetVae;
    vae->quantizer->codebook.normal_();
    train::TrainBatch batch;
    batch.beauty_N3HW = torch::rand({2, 3, 16, 16}) * 2 - 1;
    batch.targets_TN3HW = {torch::rand({2, 3, 16, 16}) * 2 - 1};
    const auto traceWith = [&](bool learnsCodes) {
        train::UNetTrainStepOptions step;
        step.learnsCodes = learnsCodes;
        train::MicroStepTrace trace;
        train::UNetTrainStep(*model.model, diffusion::DdpmScheduler(model.model->scheduler), step)
            .loss(batch, diffusion::makeGenerator(1), nullptr, &trace);
        return trace;
    };
    const train::MicroStepTrace codes = traceWith(true), latents = traceWith(false);
    EXPECT_TRUE(torch::equal(codes.beautyLatent, latents.beautyLatent));
    const double factor = vae->options().scalingFactor;
    const auto cellsOf = [factor](const torch::Tensor& of_NChw) {
        return (of_NChw / factor).permute({0, 2, 3, 1}).reshape({-1, of_NChw.size(1)});
    };
    const torch::Tensor wanted = cellsOf(latents.targetLatents), got = cellsOf(codes.targetLatents);
    const torch::Tensor nearest =
        (wanted.unsqueeze(1) - vae->quantizer->codebook.unsqueeze(0)).square().sum(2).argmin(1);
    EXPECT_TRUE(
        torch::allclose(got, vae->quantizer->codebook.index_select(0, nearest), 1e-5, 1e-5));
    EXPECT_GT((got - wanted).abs().max().item<float>(), 1e-3);
}

TEST_F(CodesRun, is_exact_when_stopped_and_resumed) {
    for (const nlohmann::json& quantizer :
         {nlohmann::json{{"name", "codebook"}, {"size", 16}},
          nlohmann::json{{"name", "fsq"}, {"levels", {4, 4, 3, 2}}}}) {
        const std::string kind = quantizer.at("name");
        writeCodesModel(folder / "model", quantizer);
        ASSERT_EQ(small.start("whole_" + kind), RunEnd::Complete);
        small.stopAt(5, 1);
        ASSERT_EQ(small.start("stopped_" + kind), RunEnd::Stopped);
        ASSERT_EQ(small.resume("stopped_" + kind), RunEnd::Complete);
        EXPECT_EQ(traceOf(small.folder("stopped_" + kind)), traceOf(small.folder("whole_" + kind)));
        small.config.trainer.latents = config::TrainedLatents::Continuous;
        ASSERT_EQ(small.start("latents_" + kind), RunEnd::Complete);
        EXPECT_NE(traceOf(small.folder("latents_" + kind)), traceOf(small.folder("whole_" + kind)));
        small.config.trainer.latents = config::TrainedLatents::Codes;
    }
}

TEST_F(CodesRun, a_vae_without_codes_is_refused) {
    test::writeSmallModel(folder / "model");
    test::expectError(ErrorKind::InvalidInput, {"trainer.latents is codes", "no quantizer"},
                      [&] { small.start("run"); });
}
