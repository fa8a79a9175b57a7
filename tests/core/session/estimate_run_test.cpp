// What a run is said to need before it begins, against hand calculations and against a run.
#include "core/session/train/estimate_run.h"

#include "core/train/memory/activation_estimate.h"
#include "tests/core/train/small_run.h"
#include "tests/support/temp_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace unlit;
namespace fs = std::filesystem;

namespace {

/// Nothing of it is there yet.
config::TrainConfig preparedRun(const fs::path& root) {
    config::TrainConfig config;
    config.run.baseCkptDir = config.run.baseDataDir = root;
    config.run.device = "cpu";
    config.model.pretrainedPath = "model";
    config.dataset.train.dir = "train";
    config.dataset.train.filenames = "list.txt";
    config.dataset.train.resizeToHw = {{480, 640}};
    config.prepare.randomModel = "sd21";
    config.prepare.syntheticPairs = 100;
    config.dataloader.effectiveBatchSize = 32;
    config.dataloader.maxTrainBatchSize = 2;
    return config;
}

constexpr std::uint64_t kUnetBytes = 865'922'244ULL * 4; ///< Stable Diffusion 2.1, 8 channels in

} // namespace

TEST(EstimateRun, counts_a_checkpoint_of_weights_and_two_means_of_adam) {
    const test::TempFolder temp;
    config::TrainConfig config = preparedRun(temp.path());
    const RunEstimate adam = estimateRun(config, {});
    EXPECT_TRUE(adam.problems.empty());
    EXPECT_EQ(adam.backupBytes, kUnetBytes);
    EXPECT_EQ(adam.checkpointBytes, 3 * kUnetBytes);
    config.optimizer.name = config::OptimizerKind::Sgd;
    config.ema.emplace();
    EXPECT_EQ(estimateRun(config, {}).checkpointBytes, 2 * kUnetBytes);
    EXPECT_LT(*estimateRun(config, {}).memoryBytes, *adam.memoryBytes);
}

TEST(EstimateRun, counts_epochs_in_optimizer_steps) {
    const test::TempFolder temp;
    config::TrainConfig config = preparedRun(temp.path());
    EXPECT_EQ(estimateRun(config, {}).pairs, 100);
    EXPECT_DOUBLE_EQ(*estimateRun(config, {}).stepsPerEpoch, 50.0 / 16);
    config.dataset.validFrac = 0.25;
    EXPECT_EQ(estimateRun(config, {}).pairs, 75);
    EXPECT_DOUBLE_EQ(*estimateRun(config, {}).stepsPerEpoch, 38.0 / 16);
    config.dataloader.dropLast = true;
    EXPECT_DOUBLE_EQ(*estimateRun(config, {}).stepsPerEpoch, 37.0 / 16);
}

TEST(EstimateRun, memory_follows_what_takes_it) {
    const test::TempFolder temp;
    config::TrainConfig config = preparedRun(temp.path());
    const std::uint64_t plain = *estimateRun(config, {}).memoryBytes;
    config.memory.gradientCheckpointing = true;
    EXPECT_LT(*estimateRun(config, {}).memoryBytes, plain);
    config.memory.gradientCheckpointing = false;
    config.dataloader.maxTrainBatchSize = 4;
    EXPECT_GT(*estimateRun(config, {}).memoryBytes, plain);
    config.dataloader.maxTrainBatchSize = 2;
    config.dataset.train.resizeToHw = {{960, 1280}};
    EXPECT_GT(*estimateRun(config, {}).memoryBytes, plain);
}

TEST(EstimateRun, counts_the_decoder_that_pictures_go_through_and_one_that_learns) {
    const test::TempFolder temp;
    config::TrainConfig config = preparedRun(temp.path());
    const RunEstimate plain = estimateRun(config, {});
    config.loss.pictureWeight = 1;
    const RunEstimate pictures = estimateRun(config, {});
    EXPECT_EQ(pictures.checkpointBytes, plain.checkpointBytes);
    // Two pictures of 480 x 640 a micro-batch: the three residual blocks at full size alone keep
    // the inputs of two norms, nonlinearities and convolutions, of 128 channels at least.
    EXPECT_GT(*pictures.memoryBytes - *plain.memoryBytes, 2ULL * 3 * 6 * 128 * 480 * 640 * 4);
    config.trainer.trainDecoder = true;
    const RunEstimate both = estimateRun(config, {});
    EXPECT_GT(*both.backupBytes - *plain.backupBytes, 83'653'863ULL * 4 - 1) << "a VAE more";
    EXPECT_GT(both.memoryBytes, pictures.memoryBytes);
}

TEST(EstimateRun, says_of_a_real_set_and_model_what_the_run_then_writes) {
    const test::TempFolder temp;
    test::SmallRun small(temp.path());
    const RunEstimate estimate = estimateRun(small.config, {});
    EXPECT_TRUE(estimate.problems.empty());
    EXPECT_EQ(estimate.pairs, 5);
    EXPECT_DOUBLE_EQ(*estimate.stepsPerEpoch, 1.5) << "three micro-batches, two a step";
    small.start("run");
    const fs::path latest = small.folder("run") / "checkpoint/latest";
    const auto unet = fs::file_size(latest / "unet/diffusion_pytorch_model.safetensors");
    const auto state = fs::file_size(latest / "trainer_state.safetensors");
    EXPECT_NEAR(static_cast<double>(*estimate.backupBytes), static_cast<double>(unet),
                0.25 * static_cast<double>(unet))
        << "names and shapes are the rest of the file";
    EXPECT_NEAR(static_cast<double>(*estimate.checkpointBytes), static_cast<double>(unet + state),
                0.25 * static_cast<double>(unet + state));
}

TEST(EstimateRun, names_what_is_missing_and_says_the_rest) {
    const test::TempFolder temp;
    config::TrainConfig config = preparedRun(temp.path());
    config.prepare.syntheticPairs = 0;
    const RunEstimate noSet = estimateRun(config, {});
    EXPECT_TRUE(noSet.checkpointBytes);
    EXPECT_FALSE(noSet.memoryBytes);
    ASSERT_EQ(noSet.problems.size(), 1U);
    EXPECT_THAT(noSet.problems[0], testing::HasSubstr("train"));
    config.prepare.randomModel.clear();
    EXPECT_THAT(estimateRun(config, {}).problems,
                testing::ElementsAre(testing::HasSubstr("model"), testing::HasSubstr("train")));
}

TEST(ActivationEstimate, lora_of_rank_4_on_stable_diffusion_1_has_797184_parameters) {
    // Source: diffusers' train_text_to_image_lora on SD 1.5 saves 797,184 numbers.
    nn::UNet2DConditionOptions options;
    options.crossAttentionDim = 768;
    EXPECT_EQ(train::loraParameters(options, 4, {"to_q", "to_k", "to_v", "to_out.0"}), 797'184U);
}
