// Losses against numbers worked out by hand.
#include "core/train/autoencoder/autoencoder_objective.h"
#include "core/train/autoencoder/reconstruction_loss.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cmath>

using namespace unlit;
using train::gradientLoss;
using train::klLoss;

TEST(ReconstructionLoss, gradients_of_a_ramp_are_its_slope) {
    // 0 1 2 3 in each row against black: across 1 everywhere, down 0.
    const torch::Tensor ramp = torch::arange(4).to(torch::kFloat32).expand({1, 1, 4, 4});
    const torch::Tensor black = torch::zeros({1, 1, 4, 4});
    EXPECT_FLOAT_EQ(gradientLoss(ramp, black, 1).item<float>(), 1.0F);
    // Half the resolution: 0.5 2.5, a slope of 2; the mean of 1 and 2.
    EXPECT_FLOAT_EQ(gradientLoss(ramp, black, 2).item<float>(), 1.5F);
    // A third resolution would be one pixel wide: it is left out.
    EXPECT_FLOAT_EQ(gradientLoss(ramp, black, 5).item<float>(), 1.5F);
}

TEST(ReconstructionLoss, a_constant_offset_has_no_gradient_loss) {
    torch::manual_seed(1);
    const torch::Tensor picture = torch::rand({2, 3, 8, 8});
    EXPECT_NEAR(gradientLoss(picture, picture + 0.25, 3).item<float>(), 0, 1e-6);
}

TEST(ReconstructionLoss, a_picture_of_one_pixel_has_none_either) {
    const torch::Tensor one = torch::ones({1, 3, 1, 1});
    EXPECT_EQ(gradientLoss(one, one * 2, 3).item<float>(), 0);
}

TEST(ReconstructionLoss, kl_of_a_standard_normal_is_zero) {
    EXPECT_EQ(klLoss({torch::zeros({1, 4, 2, 2}), torch::zeros({1, 4, 2, 2})}).item<float>(), 0);
}

TEST(ReconstructionLoss, kl_is_a_mean_over_all_numbers) {
    // mean 1, variance 1: 0.5. mean 0, log variance 1: 0.5 (e - 2).
    const torch::Tensor mean = torch::tensor({1.0F, 0.0F}).reshape({1, 2, 1, 1});
    const torch::Tensor logvar = torch::tensor({0.0F, 1.0F}).reshape({1, 2, 1, 1});
    const double expected = (0.5 + 0.5 * (std::exp(1.0) - 2)) / 2;
    EXPECT_NEAR(klLoss({mean, logvar}).item<double>(), expected, 1e-7);
}

TEST(ReconstructionLoss, pixels_are_compared_by_size_or_square) {
    const torch::Tensor picture = torch::zeros({1, 1, 4, 4});
    const torch::Tensor ramp = torch::arange(4).to(torch::kFloat32).expand({1, 1, 4, 4});
    using config::PixelLoss;
    EXPECT_FLOAT_EQ(train::pixelLoss(ramp, picture, PixelLoss::L1).item<float>(), 1.5F); // 0 1 2 3
    EXPECT_FLOAT_EQ(train::pixelLoss(ramp, picture, PixelLoss::L2).item<float>(), 3.5F); // 0 1 4 9
}

TEST(ReconstructionLoss, total_is_the_weighted_sum) {
    const torch::Tensor picture = torch::zeros({1, 3, 4, 4});
    const torch::Tensor ramp = torch::arange(4).to(torch::kFloat32).expand({1, 3, 4, 4});
    const nn::DiagonalGaussian posterior{torch::ones({1, 4, 2, 2}), torch::zeros({1, 4, 2, 2})};
    config::AutoencoderConfig config;
    config.gradientWeight = 2;
    config.gradientScales = 1;
    config.klWeight = 10;
    nn::AutoencoderKLOptions options;
    options.blockOutChannels = {8};
    options.normGroups = 4;
    const nn::AutoencoderKL vae(options);
    const auto terms = train::objectiveTerms(vae, picture, posterior, ramp, config);
    ASSERT_EQ(terms.size(), 3U);
    EXPECT_EQ(terms[2].name, "kl");
    EXPECT_FALSE(terms[2].isOfPictures);
    EXPECT_FLOAT_EQ(train::totalOf(terms).item<float>(), 1.5F + 2 * 1.0F + 10 * 0.5F);
}
