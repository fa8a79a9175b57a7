// Losses and seeds against numbers that are worked out by hand.
#include "core/base/error.h"
#include "core/train/loss.h"
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
