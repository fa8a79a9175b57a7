// Contrasts that shrink cost something, whatever the factor between the pictures.
#include "core/train/loss/contrast_loss.h"

#include <ATen/CPUGeneratorImpl.h>
#include <gtest/gtest.h>

#include <cmath>

namespace unlit::train {

namespace {

torch::Tensor paint(std::uint64_t seed = 3) {
    return torch::rand({2, 3, 24, 20}, at::detail::createCPUGenerator(seed)) * 0.8 + 0.1;
}

/// Contrasts of exactly this slope in the logarithms that the loss sees.
torch::Tensor paler(const torch::Tensor& truth, double slope) {
    const torch::Tensor log = torch::log(truth + 0.01);
    return torch::exp(log * slope + (1 - slope) * std::log(0.3)) - 0.01;
}

} // namespace

TEST(ContrastLoss, is_nothing_for_the_truth) {
    EXPECT_LT(slopeErrors(paint(), paint(), {}).max().item<float>(), 1e-9);
    EXPECT_LT(gradientErrors(paint(), paint(), {}).max().item<float>(), 1e-6);
}

TEST(ContrastLoss, tells_by_how_much_contrasts_have_shrunk) {
    for (const double slope : {0.5, 0.8, 1.3}) {
        const torch::Tensor errors = slopeErrors(paler(paint(), slope), paint(), {});
        EXPECT_NEAR(errors[0].item<double>(), (slope - 1) * (slope - 1), 1e-4) << slope;
        const torch::Tensor gradients = gradientErrors(paler(paint(), slope), paint(), {});
        EXPECT_NEAR(gradients[1].item<double>(), std::abs(slope - 1), 1e-3) << slope;
    }
}

TEST(ContrastLoss, does_not_ask_about_brightness) {
    const torch::Tensor bright = (paint() + 0.01) * 2 - 0.01;
    EXPECT_LT(slopeErrors(bright, paint(), {}).max().item<float>(), 1e-8);
    EXPECT_LT(gradientErrors(bright, paint(), {}).max().item<float>(), 1e-5);
}

TEST(ContrastLoss, looks_at_valid_pixels_only) {
    torch::Tensor valid = torch::ones({2, 1, 24, 20}, torch::kBool);
    valid.narrow(2, 0, 8).fill_(false);
    torch::Tensor spoilt = paint().clone();
    spoilt.narrow(2, 0, 8).fill_(50);
    EXPECT_LT(slopeErrors(spoilt, paint(), valid).max().item<float>(), 1e-9);
    EXPECT_LT(gradientErrors(spoilt, paint(), valid).max().item<float>(), 1e-6);
    EXPECT_GT(slopeErrors(spoilt, paint(), {}).min().item<float>(), 1e-2);
}

TEST(ContrastLoss, does_not_know_of_pictures_without_contrast) {
    const torch::Tensor flat = torch::full({1, 3, 16, 16}, 0.4);
    EXPECT_TRUE(slopeErrors(flat, flat, {}).isnan().all().item<bool>());
    EXPECT_TRUE(gradientErrors(flat, flat, {}).isnan().all().item<bool>());
    const torch::Tensor nowhere = torch::zeros({2, 1, 24, 20}, torch::kBool);
    EXPECT_TRUE(slopeErrors(paint(), paint(), nowhere).isnan().all().item<bool>());
}

TEST(ContrastLoss, leads_back_to_the_contrasts_of_the_truth) {
    torch::Tensor prediction = paler(paint(), 0.5).requires_grad_(true);
    const auto loss = [&] {
        return slopeErrors(prediction, paint(), {}).sum() +
               gradientErrors(prediction, paint(), {}).sum();
    };
    const double before = loss().item<double>();
    for (int step = 0; step < 50; ++step) {
        loss().backward();
        const torch::Tensor gradient = prediction.grad();
        EXPECT_TRUE(gradient.isfinite().all().item<bool>());
        prediction = (prediction.detach() - 5e-2 * gradient).requires_grad_(true);
    }
    EXPECT_LT(loss().item<double>(), 0.5 * before);
}

} // namespace unlit::train
