// The discriminator's losses: by hand, and against finite differences in double precision.
#include "core/train/autoencoder/discriminators.h"
#include "core/train/autoencoder/patch_discriminator.h"

#include "core/diffusion/random.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

using namespace unlit;
using train::PatchDiscriminator;

namespace {

PatchDiscriminator smallOne() {
    PatchDiscriminator network(train::PatchDiscriminatorOptions{.channels = 4, .layers = 2});
    nn::initialiseWeights(*network, diffusion::makeGenerator(3));
    network->to(torch::kFloat64);
    return network;
}

torch::Tensor pictures() {
    torch::manual_seed(7);
    return torch::rand({2, 3, 8, 8}, torch::kFloat64) * 2 - 1;
}

double scoreOf(PatchDiscriminator& network, const torch::Tensor& picture) {
    const torch::NoGradGuard noGrad;
    return network(picture).mean().item<double>();
}

/// The penalty by central differences at every pixel: no automatic gradient takes part.
double penaltyByDifferences(PatchDiscriminator& network, const torch::Tensor& real) {
    constexpr double kStep = 1e-5;
    double sum = 0;
    for (int64_t n = 0; n < real.size(0); ++n) {
        torch::Tensor picture = real.slice(0, n, n + 1).clone();
        auto* values = picture.data_ptr<double>();
        for (int64_t i = 0; i < picture.numel(); ++i) {
            const double before = values[i];
            values[i] = before + kStep;
            const double above = scoreOf(network, picture);
            values[i] = before - kStep;
            const double below = scoreOf(network, picture);
            values[i] = before;
            const double slope = (above - below) / (2 * kStep);
            sum += slope * slope;
        }
    }
    return sum / static_cast<double>(real.size(0));
}

} // namespace

TEST(PatchDiscriminator, judges_patches) {
    PatchDiscriminator network(train::PatchDiscriminatorOptions{.channels = 4, .layers = 3});
    nn::initialiseWeights(*network, diffusion::makeGenerator(1));
    EXPECT_EQ(network(torch::zeros({2, 3, 32, 48})).sizes(), torch::IntArrayRef({2, 1, 4, 6}));
}

TEST(PatchDiscriminator, hinge_loss_by_hand) {
    const torch::Tensor real = torch::tensor({2.0F, 0.5F});  // max(0, 1 - x): 0, 0.5
    const torch::Tensor fake = torch::tensor({-3.0F, 1.0F}); // max(0, 1 + x): 0, 2
    EXPECT_FLOAT_EQ(train::hingeLoss(real, fake).item<float>(), 0.5F * (0.25F + 1.0F));
}

TEST(PatchDiscriminator, gradient_penalty_is_that_of_finite_differences) {
    PatchDiscriminator network = smallOne();
    const torch::Tensor real = pictures();
    const double expected = penaltyByDifferences(network, real);
    ASSERT_GT(expected, 0);
    EXPECT_NEAR(train::gradientPenalty(network, real).item<double>() / expected, 1, 1e-6);
}

TEST(PatchDiscriminator, gradient_penalty_moves_the_weights_as_finite_differences_say) {
    PatchDiscriminator network = smallOne();
    const torch::Tensor real = pictures();
    train::gradientPenalty(network, real).backward();
    for (const auto& item : network->named_parameters()) {
        torch::Tensor weight = item.value();
        if (!weight.grad().defined())
            continue; // the last bias does not change any gradient
        const int64_t place = weight.numel() / 2;
        auto* values = weight.data_ptr<double>();
        constexpr double kStep = 1e-6;
        const double before = values[place];
        values[place] = before + kStep;
        const double above = train::gradientPenalty(network, real).item<double>();
        values[place] = before - kStep;
        const double below = train::gradientPenalty(network, real).item<double>();
        values[place] = before;
        const double slope = (above - below) / (2 * kStep);
        EXPECT_NEAR(weight.grad().flatten()[place].item<double>(), slope,
                    1e-5 * std::max(1.0, std::abs(slope)))
            << item.key();
    }
}

TEST(PatchDiscriminator, adaptive_weight_is_the_ratio_of_the_slopes) {
    // Losses of one weight with known slopes by differences: 3 w² at 2 -> 12; w³ / 4 -> 3.
    const torch::Tensor weight = torch::tensor({2.0}, torch::kFloat64).requires_grad_(true);
    const auto reconstruction = [](double w) { return 3 * w * w; };
    const auto deceiving = [](double w) { return w * w * w / 4; };
    constexpr double kStep = 1e-6;
    const double expected =
        ((reconstruction(2 + kStep) - reconstruction(2 - kStep)) / (2 * kStep)) /
        ((deceiving(2 + kStep) - deceiving(2 - kStep)) / (2 * kStep) + 1e-4);
    const torch::Tensor found =
        train::adaptiveWeight((3 * weight.square()).sum(), (weight.pow(3) / 4).sum(), weight);
    EXPECT_NEAR(found.item<double>(), expected, 1e-6);
    EXPECT_FALSE(found.requires_grad());
}

TEST(PatchDiscriminator, adaptive_weight_is_bounded) {
    const torch::Tensor weight = torch::tensor({1.0}, torch::kFloat64).requires_grad_(true);
    const torch::Tensor huge =
        train::adaptiveWeight((1e9 * weight).sum(), (0 * weight).sum(), weight);
    EXPECT_EQ(huge.item<double>(), 1e4);
}

// Adam's first step is the rate itself, whatever the gradient: a quarter of the warm-up.
TEST(Discriminators, each_steps_with_the_rate_of_warm_up_and_schedule) {
    config::DiscriminatorConfig config{.startStep = 10,
                                       .scales = 2,
                                       .channels = 4,
                                       .layers = 2,
                                       .lr = 1e-2,
                                       .warmupSteps = 4,
                                       .lrScheduler = {},
                                       .gradientPenalty = 0,
                                       .maxGradNorm = 0};
    config.lrScheduler.emplace();
    config.lrScheduler->name = config::LrSchedule::Linear;
    config.lrScheduler->finalRatio = 0.5;
    train::Discriminators judges(config, torch::kCPU, 1, 30);
    EXPECT_DOUBLE_EQ(judges.learningRate(10), 1e-2 / 4);
    EXPECT_DOUBLE_EQ(judges.learningRate(20), 1e-2 * 0.75); // half of twenty steps
    EXPECT_DOUBLE_EQ(judges.learningRate(40), 1e-2 * 0.5);
    weights::StateDict before;
    for (const auto& [name, tensor] : judges.state())
        before[name] = tensor.detach().clone();
    const torch::Tensor real = pictures().to(torch::kFloat32);
    judges.addGradients(real, real.flip(3) * 0.5, 10, 1);
    judges.optimizerStep(10);
    double largest[2] = {0, 0};
    for (const auto& [name, tensor] : judges.state())
        if (name.find("/weights/") != std::string::npos) {
            double& mine = largest[name[0] - '0'];
            mine = std::max(mine, (tensor - before.at(name)).abs().max().item<double>());
        }
    EXPECT_NEAR(largest[0], 1e-2 / 4, 1e-5);
    EXPECT_NEAR(largest[1], 1e-2 / 4, 1e-5);
}
