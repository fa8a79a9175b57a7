// Losses and seeds against numbers that are worked out by hand.
#include "core/base/error.h"
#include "core/train/loss/loss.h"
#include "core/train/micro_step_seeds.h"

#include <torch/utils.h>

#include <gtest/gtest.h>

using namespace unlit;
using namespace unlit::train;

namespace {

double lossOf(config::LossKind kind, const std::optional<torch::Tensor>& valid) {
    const torch::Tensor prediction = torch::tensor({0.0F, 1.0F, 5.0F, 9.0F}).reshape({1, 1, 2, 2});
    config::LossConfig config;
    config.name = kind;
    config.delta = 2;
    return latentLoss(prediction, torch::zeros_like(prediction), valid, config).item<double>();
}

std::vector<std::string> textsOf(const std::vector<Seed>& seeds) {
    std::vector<std::string> texts;
    for (const Seed& seed : seeds)
        texts.push_back(seed.toDecimal());
    return texts;
}

} // namespace

TEST(LatentLoss, is_the_mean_over_the_batch) {
    EXPECT_EQ(lossOf(config::LossKind::Mse, {}), (1 + 25 + 81) / 4.0);
    EXPECT_EQ(lossOf(config::LossKind::L1, {}), 15 / 4.0);
    // Within 2: x^2 / 2; outside: 2 (|x| - 1).
    EXPECT_EQ(lossOf(config::LossKind::Huber, {}), (0.5 + 8 + 16) / 4.0);
}

TEST(LatentLoss, counts_valid_cells_only) {
    const torch::Tensor valid =
        torch::tensor({1, 0, 1, 0}, torch::kUInt8).to(torch::kBool).reshape({1, 1, 2, 2});
    EXPECT_EQ(lossOf(config::LossKind::Mse, valid), 25 / 2.0);
}

// Differences 1, 5, 9 of the valid cells have the mean 5: without three fifths of it -2, 2, 6.
TEST(LatentLoss, leaves_a_share_of_the_offset_of_each_sample_out) {
    const torch::Tensor prediction = torch::tensor({0.0F, 1.0F, 5.0F, 9.0F}).reshape({1, 1, 2, 2});
    const torch::Tensor valid =
        torch::tensor({0, 1, 1, 1}, torch::kUInt8).to(torch::kBool).reshape({1, 1, 2, 2});
    config::LossConfig config;
    config.offsetInvariance = 0.6;
    const torch::Tensor truth = torch::zeros_like(prediction);
    EXPECT_NEAR(latentLoss(prediction, truth, valid, config).item<double>(), (4 + 4 + 36) / 3.0,
                1e-5);
    config.offsetInvariance = 1;
    EXPECT_NEAR(latentLoss(prediction, truth, valid, config).item<double>(), (16 + 0 + 16) / 3.0,
                1e-5);
    // An offset of a sample or a channel, another in each, costs nothing then.
    const torch::Tensor offsets = torch::tensor({1.0F, -2.0F, 3.0F, 4.0F}).reshape({2, 2, 1, 1});
    EXPECT_NEAR(
        latentLoss(torch::zeros({2, 2, 3, 3}) + offsets, torch::zeros({2, 2, 3, 3}), {}, config)
            .item<double>(),
        0, 1e-10);
}

// Eigen et al., 2014: mean(d^2) - lambda mean(d)^2.
TEST(LatentLoss, offset_invariance_is_the_scale_invariant_error) {
    const torch::Tensor d = torch::tensor({0.5F, -1.0F, 2.0F, 4.5F}).reshape({1, 1, 2, 2});
    config::LossConfig config;
    config.offsetInvariance = 0.75;
    const double lambda = 1 - 0.25 * 0.25;
    const double mean = 1.5;
    const double squares = (0.25 + 1 + 4 + 20.25) / 4;
    EXPECT_NEAR(latentLoss(d, torch::zeros_like(d), {}, config).item<double>(),
                squares - lambda * mean * mean, 1e-6);
}

// White counts nine times as much as black, grey three times: weights 9, 3, 1 with the mean 13/3.
TEST(LatentLoss, bright_cells_may_count_more) {
    const torch::Tensor target = torch::tensor({1.0F, 0.0F, -1.0F, 1.0F}).reshape({1, 1, 2, 2});
    const torch::Tensor weights = brightnessWeights(target.repeat({1, 3, 1, 1}), 1, 9);
    EXPECT_TRUE(torch::allclose(weights.flatten(), torch::tensor({9.0F, 3.0F, 1.0F, 9.0F})));
    const torch::Tensor valid =
        torch::tensor({1, 1, 1, 0}, torch::kUInt8).to(torch::kBool).reshape({1, 1, 2, 2});
    const torch::Tensor wrong = torch::tensor({2.0F, 1.0F, 4.0F, 99.0F}).reshape({1, 1, 2, 2});
    const torch::Tensor truth = torch::zeros_like(wrong);
    EXPECT_NEAR(latentLoss(wrong, truth, valid, {}, 0, weights).item<double>(),
                (9 * 4 + 3 * 1 + 1 * 16) / 13.0, 1e-5);
    config::LossConfig offsets;
    offsets.offsetInvariance = 1; // of the weighted mean, 25 / 13
    const double mean = 25 / 13.0;
    EXPECT_NEAR(latentLoss(wrong, truth, valid, offsets, 0, weights).item<double>(),
                (9 * 4 + 3 * 1 + 1 * 16) / 13.0 - mean * mean, 1e-5);
}

// A cell's brightness is that of all its pixels; what lies beyond white is no brighter.
TEST(LatentLoss, brightness_is_the_mean_over_a_cell) {
    torch::Tensor target = torch::full({1, 3, 2, 4}, -1.0F);
    target.narrow(3, 1, 1).fill_(1); // half of the left cell
    target.narrow(3, 2, 2).fill_(5);
    EXPECT_TRUE(torch::allclose(brightnessWeights(target, 2, 100),
                                torch::tensor({10.0F, 100.0F}).reshape({1, 1, 1, 2})));
}

// A dark sample counts no less than a bright one.
TEST(LatentLoss, weights_are_shares_within_a_sample) {
    const torch::Tensor weights = torch::tensor({1.0F, 3.0F, 10.0F, 30.0F}).reshape({2, 1, 1, 2});
    const torch::Tensor wrong = torch::tensor({0.0F, 2.0F, 0.0F, 2.0F}).reshape({2, 1, 1, 2});
    EXPECT_NEAR(latentLoss(wrong, torch::zeros_like(wrong), {}, {}, 0, weights).item<double>(), 3,
                1e-5);
}

TEST(LatentLoss, sends_gradients_to_the_cells_that_they_belong_to_in_every_layout) {
    // Two channels, channels-last, as the networks give it.
    torch::Tensor prediction = torch::arange(8, torch::kFloat32)
                                   .reshape({1, 2, 2, 2})
                                   .contiguous(torch::MemoryFormat::ChannelsLast)
                                   .requires_grad_(true);
    const torch::Tensor valid =
        torch::tensor({1, 0, 1, 1}, torch::kUInt8).to(torch::kBool).reshape({1, 1, 2, 2});
    latentLoss(prediction, torch::zeros({1, 2, 2, 2}), valid, {}).backward();
    // d mean(x^2) = 2 x / 6 over the six valid elements.
    const torch::Tensor expected =
        torch::tensor({0.0F, 0.0F, 2.0F, 3.0F, 4.0F, 0.0F, 6.0F, 7.0F}).reshape({1, 2, 2, 2}) / 3;
    EXPECT_TRUE(torch::allclose(prediction.grad(), expected)) << prediction.grad();
}

TEST(MicroStepSeeds, are_used_from_the_end_of_one_list) {
    MicroStepSeeds seeds("2024", 3);
    const std::vector<Seed> list = generateSeedSequence("2024", 3);
    EXPECT_EQ(seeds.next(), list[2]);
    EXPECT_EQ(seeds.next(), list[1]);
    EXPECT_EQ(seeds.next(), list[0]);
    EXPECT_TRUE(seeds.empty());
}

TEST(MicroStepSeeds, keep_what_is_laid_out_when_the_run_becomes_longer) {
    MicroStepSeeds seeds("7", 2);
    const std::vector<Seed> list = generateSeedSequence("7", 4);
    EXPECT_EQ(seeds.next(), list[1]);
    seeds.extend(2);
    EXPECT_EQ(textsOf({seeds.next(), seeds.next(), seeds.next()}),
              textsOf({list[0], list[3], list[2]}));
}

TEST(MicroStepSeeds, survive_a_file) {
    const MicroStepSeeds seeds("1", 50);
    EXPECT_EQ(seedsFromTensors(seedsToTensors(seeds.remaining()), "x"), seeds.remaining());
    EXPECT_THROW(seedsFromTensors({}, "x"), Error);
}
