#include "core/train/unet/unet_train_step.h"

#include "core/diffusion/random.h"
#include "core/train/batch_parts.h"
#include "core/train/training_model.h"
#include "tests/core/train/widened_model.h"
#include "tests/support/expect_error.h"
#include "tests/support/small_model.h"
#include "tests/support/temp_folder.h"

#include <torch/utils.h>

#include <ATen/TensorIndexing.h>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

using namespace unlit;
using namespace unlit::train;

TEST(UNetTrainStep, trains_several_targets_at_once) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 3);
    UNetTrainStep step(*model.model, test::schedulerOf(model), {});
    TrainBatch batch = test::smallBatch(3);
    batch.valid_N1HW = torch::ones({2, 1, 16, 16}, torch::kBool);
    MicroStepTrace trace;
    const torch::Tensor loss = step.loss(batch, diffusion::makeGenerator(1), nullptr, &trace);
    EXPECT_TRUE(torch::isfinite(loss).item<bool>());
    EXPECT_EQ(trace.beautyLatent.sizes(), (torch::IntArrayRef{2, 4, 8, 8}));
    EXPECT_EQ(trace.noise.sizes(), (torch::IntArrayRef{2, 12, 8, 8}));
    EXPECT_EQ(trace.prediction.sizes(), (torch::IntArrayRef{2, 12, 8, 8}));
    EXPECT_EQ(model.base.targets.size(), 3U);
    EXPECT_EQ(model.base.unet.config.at("in_channels"), 16);
    EXPECT_EQ(model.base.unet.config.at("out_channels"), 12);
}

TEST(UNetTrainStep, draws_the_timesteps_first_and_then_the_noise) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    UNetTrainStep step(*model.model, test::schedulerOf(model), {});
    MicroStepTrace trace;
    step.loss(test::smallBatch(1), diffusion::makeGenerator(99), nullptr, &trace);
    const auto generator = diffusion::makeGenerator(99);
    EXPECT_TRUE(torch::equal(trace.timesteps.cpu(), diffusion::randint(0, 1000, {2}, generator)));
    EXPECT_TRUE(torch::equal(trace.noise.cpu(), diffusion::randn({2, 4, 8, 8}, generator)));
}

// At zero terminal SNR the square root of the last alphaCumprod is 0 and that of its complement 1:
// the noisy latent is what stands for noise, and v = sqrt(a) noise - sqrt(1 - a) clean is minus the
// latent. Noise would say nothing there, so zeros stand for it.
TEST(UNetTrainStep, trains_the_last_timestep_alone_from_zeros) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    UNetTrainStepOptions options;
    options.timesteps = config::TrainedTimesteps::Last;
    UNetTrainStep step(*model.model, test::schedulerOf(model), options);
    MicroStepTrace trace;
    const torch::Tensor loss =
        step.loss(test::smallBatch(1), diffusion::makeGenerator(99), nullptr, &trace);
    EXPECT_TRUE(torch::equal(trace.timesteps.cpu(), torch::tensor({999, 999})));
    EXPECT_TRUE(torch::equal(trace.noise.cpu(), torch::zeros({2, 4, 8, 8})));
    EXPECT_TRUE(torch::equal(trace.noisyLatents, trace.noise));
    EXPECT_TRUE(torch::equal(trace.target, -trace.targetLatents));
    EXPECT_NEAR(loss.item<float>(),
                (trace.prediction + trace.targetLatents).square().mean().item<float>(), 1e-5);
}

TEST(UNetTrainStep, refuses_the_last_timestep_alone_where_one_step_would_not_begin_there) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    UNetTrainStepOptions options;
    options.timesteps = config::TrainedTimesteps::Last;
    const auto make = [&](diffusion::SchedulerConfig scheduler) {
        UNetTrainStep(*model.model, diffusion::DdpmScheduler(scheduler), options);
    };
    diffusion::SchedulerConfig leaking = model.model->scheduler;
    leaking.rescaleBetasZeroSnr = false;
    test::expectError(ErrorKind::InvalidInput, {"still shows a little of the picture"},
                      [&] { make(leaking); });
    diffusion::SchedulerConfig leading = model.model->scheduler;
    leading.timestepSpacing = diffusion::TimestepSpacing::Leading;
    test::expectError(ErrorKind::InvalidInput, {"begin at another timestep"},
                      [&] { make(leading); });
}

// From a widened conv_in, which is symmetric, both orders give the same loss; the gradients of its
// halves are exchanged.
TEST(UNetTrainStep, orders_differ_in_the_gradient_of_conv_in_alone) {
    const test::TempFolder folder;
    std::vector<torch::Tensor> gradients;
    std::vector<float> losses;
    for (const ConcatOrder order : {ConcatOrder::NoisyFirst, ConcatOrder::ImageFirst}) {
        const TrainingModel model = test::widenedModel(folder.path(), 1, order);
        EXPECT_EQ(model.model->folder.concatOrder, order);
        for (auto& parameter : model.model->unet->parameters())
            parameter.requires_grad_(true);
        UNetTrainStepOptions options;
        options.concatOrder = order;
        UNetTrainStep step(*model.model, test::schedulerOf(model), options);
        const torch::Tensor loss =
            step.loss(test::smallBatch(1), diffusion::makeGenerator(5), nullptr, nullptr);
        loss.backward();
        losses.push_back(loss.item<float>());
        gradients.push_back(model.model->unet->conv_in->weight.grad());
    }
    EXPECT_NEAR(losses[0], losses[1], 1e-5 * losses[0]);
    EXPECT_FALSE(torch::allclose(gradients[0], gradients[1], 1e-3));
    const torch::Tensor exchanged =
        torch::cat({gradients[1].narrow(1, 4, 4), gradients[1].narrow(1, 0, 4)}, 1);
    EXPECT_TRUE(torch::allclose(gradients[0], exchanged, 1e-4, 1e-6));
}

TEST(UNetTrainStep, leaves_the_autoencoder_and_the_text_as_they_are) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    for (auto& parameter : model.model->unet->parameters())
        parameter.requires_grad_(true);
    UNetTrainStep step(*model.model, test::schedulerOf(model), {});
    step.loss(test::smallBatch(1), diffusion::makeGenerator(5), nullptr, nullptr).backward();
    for (const auto& parameter : model.model->inputVae->parameters())
        EXPECT_FALSE(parameter.grad().defined());
    EXPECT_TRUE(model.model->unet->conv_out->bias.grad().defined());
}

TEST(UNetTrainStep, shrinks_the_mask_to_cells_of_which_every_pixel_is_valid) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    UNetTrainStep step(*model.model, test::schedulerOf(model), {});
    TrainBatch batch = test::smallBatch(1);
    EXPECT_FALSE(step.validCells(batch).has_value());
    batch.valid_N1HW = torch::ones({2, 1, 16, 16}, torch::kBool);
    batch.valid_N1HW->index_put_({1, 0, 5, 9}, false);
    const auto cells = step.validCells(batch);
    ASSERT_TRUE(cells.has_value());
    EXPECT_EQ(cells->logical_not().sum().item<int>(), 1);
    EXPECT_FALSE((*cells)[1][0][2][4].item<bool>());
}

// The losses of samples are those of batches of one; together, weighted by their cells, they are
// the loss of the batch.
TEST(UNetTrainStep, tells_the_loss_of_each_sample_alone) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    UNetTrainStepOptions options;
    options.sampleLosses = true;
    UNetTrainStep step(*model.model, test::schedulerOf(model), options);
    TrainBatch batch = test::smallBatch(1);
    batch.valid_N1HW = torch::ones({2, 1, 16, 16}, torch::kBool);
    batch.valid_N1HW->index_put_({1, 0, torch::indexing::Slice(0, 8)}, false); // half of the second
    const StepDraws draws = step.draw(batch, diffusion::makeGenerator(3));
    const StepLoss loss = step.lossWith(batch, draws, nullptr, nullptr);
    ASSERT_EQ(loss.ofSamples_N.sizes(), (torch::IntArrayRef{2}));
    EXPECT_FALSE(loss.ofSamples_N.requires_grad());
    const auto first = loss.ofSamples_N[0].item<float>();
    const auto second = loss.ofSamples_N[1].item<float>();
    EXPECT_NEAR((64 * first + 32 * second) / 96, loss.mean.item<float>(), 1e-5);
    for (std::int64_t i = 0; i < 2; ++i) {
        const StepLoss alone =
            step.lossWith(partOf(batch, i, 1), partOf(draws, i, 1), nullptr, nullptr);
        EXPECT_NEAR(alone.mean.item<float>(), loss.ofSamples_N[i].item<float>(), 1e-4);
    }
    batch.valid_N1HW->index_put_({1}, false);
    EXPECT_TRUE(
        std::isnan(step.lossWith(batch, draws, nullptr, nullptr).ofSamples_N[1].item<float>()));
}

TEST(TrainingModel, refuses_another_number_of_targets) {
    const test::TempFolder folder;
    test::writeSmallModel(folder / "seeing");
    const weights::ModelFolder opened = weights::openModelFolder(folder / "seeing");
    TrainingModelOptions options;
    options.targets = weights::unnamedTargets(2);
    options.scheduler = opened.scheduler.config;
    options.device = "cpu";
    test::expectError(ErrorKind::InvalidInput, {"1 targets", "asks for 2"},
                      [&] { loadTrainingModel(opened, options); });
}

TEST(TrainingModel, forgets_a_calibration_of_weights_that_will_be_others) {
    const test::TempFolder folder;
    test::writeSmallModel(folder / "seeing");
    std::ofstream(folder / "seeing/unlit.json") << R"({"format": 1, "calibration": {"steps": 1}})";
    const weights::ModelFolder opened = weights::openModelFolder(folder / "seeing");
    ASSERT_FALSE(opened.unlit.calibration.is_null());
    TrainingModelOptions options;
    options.targets = weights::unnamedTargets(1);
    options.scheduler = opened.scheduler.config;
    options.device = "cpu";
    EXPECT_TRUE(loadTrainingModel(opened, options).base.calibration.is_null());
}
