// The loss of decoded pictures as a part of the UNet's step.
#include "core/diffusion/random.h"
#include "core/train/loss/picture_loss.h"
#include "core/train/optim/trained_parameters.h"
#include "core/train/unet/unet_train_step.h"
#include "tests/core/train/widened_model.h"
#include "tests/support/expect_error.h"
#include "tests/support/temp_folder.h"

#include <torch/types.h>

#include <gtest/gtest.h>

#include <functional>

using namespace unlit;
using namespace unlit::train;

namespace {

/// The gradient that `bias` holds is the slope of `loss` along each of its channels.
void expectGradientByDifferences(torch::Tensor bias, const std::function<torch::Tensor()>& loss) {
    const torch::NoGradGuard noGrad;
    constexpr double kStep = 1e-2;
    for (std::int64_t channel = 0; channel < bias.size(0); ++channel) {
        const double gradient = bias.grad()[channel].item<double>();
        bias[channel] += kStep;
        const double above = loss().item<double>();
        bias[channel] -= 2 * kStep;
        const double below = loss().item<double>();
        bias[channel] += kStep;
        EXPECT_NEAR(gradient / ((above - below) / (2 * kStep)), 1, 0.02) << channel;
    }
}

} // namespace

// v of the last timestep is minus the clean latent.
TEST(UNetPictureLoss, may_add_the_error_of_the_decoded_pictures) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 2);
    for (torch::Tensor& weight : model.model->unet->parameters())
        weight.requires_grad_(true);
    UNetTrainStepOptions options;
    options.timesteps = config::TrainedTimesteps::Last;
    options.sampleLosses = true;
    UNetTrainStep plain(*model.model, test::schedulerOf(model), options);
    options.loss.pictureWeight = 3;
    UNetTrainStep step(*model.model, test::schedulerOf(model), options);
    TrainBatch batch = test::smallBatch(2);
    batch.valid_N1HW = torch::ones({2, 1, 16, 16}, torch::kBool);
    batch.valid_N1HW->narrow(3, 0, 4).fill_(false);
    MicroStepTrace trace;
    const StepDraws draws = step.draw(batch, diffusion::makeGenerator(99));
    const StepLoss latents = plain.lossWith(batch, draws, nullptr, nullptr);
    const StepLoss both = step.lossWith(batch, draws, nullptr, &trace);

    const torch::NoGradGuard noGrad;
    nn::AutoencoderKL& vae = model.model->targetVae;
    const torch::Device device = trace.prediction.device();
    const torch::Tensor valid = batch.valid_N1HW->to(device);
    torch::Tensor errors_N = torch::zeros({2}, device);
    for (std::int64_t target = 0; target < 2; ++target) {
        const torch::Tensor shown =
            vae->decode(-trace.prediction.narrow(1, target * 4, 4) / vae->options().scalingFactor);
        const torch::Tensor truth =
            batch.targets_TN3HW[static_cast<std::size_t>(target)].to(device);
        errors_N += scaleInvariantErrors(linearLight(shown, ColorSpace::Srgb),
                                         linearLight(truth, ColorSpace::Srgb), valid) /
                    2;
    }
    EXPECT_TRUE(torch::allclose(both.mean, latents.mean + 3 * errors_N.mean(), 1e-5));
    EXPECT_TRUE(torch::allclose(both.ofSamples_N, latents.ofSamples_N + 3 * errors_N, 1e-5, 1e-6));
    EXPECT_GT(errors_N.min().item<float>(), 0.01);
}

// The residual of a dull thing is black: its error is none, and the albedo's stays what it is.
TEST(UNetPictureLoss, a_black_target_has_no_share_in_the_loss_of_pictures) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 2);
    UNetTrainStepOptions options;
    options.timesteps = config::TrainedTimesteps::Last;
    options.sampleLosses = true;
    const auto pictureLoss = [&](const TrainBatch& batch) {
        options.loss.pictureWeight = 0;
        UNetTrainStep plain(*model.model, test::schedulerOf(model), options);
        options.loss.pictureWeight = 1;
        UNetTrainStep step(*model.model, test::schedulerOf(model), options);
        const StepDraws draws = step.draw(batch, diffusion::makeGenerator(99));
        const torch::NoGradGuard noGrad;
        const StepLoss both = step.lossWith(batch, draws, nullptr, nullptr);
        const StepLoss latents = plain.lossWith(batch, draws, nullptr, nullptr);
        return both.ofSamples_N - latents.ofSamples_N;
    };
    TrainBatch batch = test::smallBatch(2);
    const torch::Tensor twoColours = pictureLoss(batch);
    batch.targets_TN3HW[1].fill_(-1);
    const torch::Tensor one = pictureLoss(batch);
    batch.targets_TN3HW[0].fill_(-1);
    EXPECT_TRUE(torch::isfinite(one).all().item<bool>());
    EXPECT_GT(one.min().item<float>(), 0.01);
    EXPECT_FALSE(torch::allclose(one, twoColours, 1e-3));
    EXPECT_LT(pictureLoss(batch).abs().max().item<float>(), 1e-5);
}

TEST(UNetPictureLoss, gradients_of_decoded_pictures_reach_the_unet_alone) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    UNetTrainStepOptions options;
    options.timesteps = config::TrainedTimesteps::Last;
    options.loss.pictureWeight = 1e6; // beside which that of the latents is nothing
    for (torch::Tensor& weight : model.model->unet->parameters())
        weight.requires_grad_(true);
    UNetTrainStep step(*model.model, test::schedulerOf(model), options);
    const TrainBatch batch = test::smallBatch(1);
    const auto loss = [&] {
        return step.loss(batch, diffusion::makeGenerator(3), nullptr, nullptr);
    };
    loss().backward();
    for (const torch::Tensor& weight : model.model->targetVae->parameters())
        EXPECT_FALSE(weight.grad().defined());
    expectGradientByDifferences(model.model->unet->conv_out->bias, loss);
}

TEST(UNetPictureLoss, gradients_of_decoded_pictures_reach_a_decoder_that_is_trained) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    UNetTrainStepOptions options;
    options.timesteps = config::TrainedTimesteps::Last;
    options.loss.pictureWeight = 1e3;
    options.trainDecoder = true;
    nn::AutoencoderKL& vae = model.model->targetVae;
    const std::vector<NamedParameter> decoder = trainedDecoderOf(vae);
    UNetTrainStep step(*model.model, test::schedulerOf(model), options);
    const TrainBatch batch = test::smallBatch(1);
    const auto loss = [&] {
        return step.loss(batch, diffusion::makeGenerator(3), nullptr, nullptr);
    };
    loss().backward();
    for (const NamedParameter& weight : decoder)
        EXPECT_TRUE(weight.value.grad().defined()) << weight.name;
    for (const torch::Tensor& weight : vae->encoder->parameters())
        EXPECT_FALSE(weight.grad().defined());
    expectGradientByDifferences(vae->decoder->conv_out->bias, loss);
}

// What mixed precision trains with, UNet and decoder in bfloat16, leads where float32 leads.
TEST(UNetPictureLoss, in_mixed_precision_is_nearly_that_of_float32) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    for (torch::Tensor& weight : model.model->unet->parameters())
        weight.requires_grad_(true);
    UNetTrainStepOptions options;
    options.timesteps = config::TrainedTimesteps::Last;
    options.loss.pictureWeight = 1e6; // beside which that of the latents is nothing
    const TrainBatch batch = test::smallBatch(1);
    const auto lossAndGradient = [&] {
        UNetTrainStep step(*model.model, test::schedulerOf(model), options);
        model.model->unet->zero_grad();
        const torch::Tensor loss = step.loss(batch, diffusion::makeGenerator(3), nullptr, nullptr);
        loss.backward();
        std::vector<torch::Tensor> gradients;
        for (const torch::Tensor& weight : model.model->unet->parameters())
            if (weight.grad().defined())
                gradients.push_back(weight.grad().flatten().clone());
        return std::pair(loss.item<double>() / options.loss.pictureWeight, torch::cat(gradients));
    };
    const auto [loss, gradient] = lossAndGradient();
    options.decodeType = torch::kBFloat16;
    model.model->unet->setComputeType(torch::kBFloat16);
    const auto [mixedLoss, mixedGradient] = lossAndGradient();

    EXPECT_NE(mixedLoss, loss) << "nothing was computed in bfloat16";
    EXPECT_NEAR(mixedLoss / loss, 1, 0.01);
    EXPECT_GT(torch::cosine_similarity(mixedGradient, gradient, 0).item<double>(), 0.99);
    EXPECT_NEAR((mixedGradient.norm() / gradient.norm()).item<double>(), 1, 0.05);
}

TEST(UNetPictureLoss, refuses_the_loss_of_pictures_where_there_are_none) {
    const test::TempFolder folder;
    const TrainingModel model = test::widenedModel(folder.path(), 1);
    UNetTrainStepOptions options;
    options.loss.pictureWeight = 1;
    const auto make = [&] { UNetTrainStep(*model.model, test::schedulerOf(model), options); };
    test::expectError(ErrorKind::InvalidInput, {"loss.kwargs.picture_weight", "timesteps"}, make);
    options.timesteps = config::TrainedTimesteps::Last;
    EXPECT_NO_THROW(make());
    model.model->folder.targets[0] = {.name = "roughness",
                                      .predictionSpace = weights::PredictionSpace::Linear,
                                      .upToScale = false,
                                      .subTargets = {}};
    test::expectError(ErrorKind::InvalidInput, {"none of the model's targets is a colour"}, make);
}
