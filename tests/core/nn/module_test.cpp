// Observers, starting weights, and the linear layer's two ways.
#include "core/nn/layers/conv_2d.h"
#include "core/nn/layers/linear.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::nn {

TEST(Module, an_observer_sees_each_output_until_it_is_taken_away) {
    Linear linear(LinearOptions{3, 2});
    initialiseWeights(*linear, seeded(1));
    std::vector<torch::Tensor> seen;
    linear->observe([&seen](std::string_view what, const torch::Tensor& value) {
        EXPECT_EQ(what, "");
        seen.push_back(value);
    });
    const torch::Tensor out = linear(torch::ones({4, 3}));
    linear->observe({});
    linear(torch::ones({4, 3}));
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_TRUE(torch::equal(seen[0], out));
}

TEST(Module, watching_does_not_change_the_numbers) {
    torch::NoGradGuard noGrad;
    UNet2DConditionModel unet = tinyUNet();
    const torch::Tensor sample = torch::randn({1, 4, 8, 8}, seeded(2)),
                        text = torch::ones({1, 2, 20});
    const torch::Tensor time = torch::tensor({int64_t{10}});
    const torch::Tensor before = unet->forward(sample, time, text);
    for (const auto& part : unet->modules())
        if (auto* ours = dynamic_cast<Module*>(part.get()))
            ours->observe([](std::string_view, const torch::Tensor&) {});
    EXPECT_TRUE(torch::allclose(unet->forward(sample, time, text), before, 1e-5, 1e-5));
}

TEST(Module, starting_weights_have_the_spread_of_torch) {
    Conv2d conv(Conv2dOptions{64, 64});
    initialiseWeights(*conv, seeded(3));
    const double bound = 1.0 / std::sqrt(64 * 9.0);
    EXPECT_LE(conv->weight.abs().max().item<double>(), bound);
    EXPECT_NEAR(conv->weight.std().item<double>(), bound / std::sqrt(3.0), bound * 0.02);
    EXPECT_LE(conv->bias.abs().max().item<double>(), bound);
}

TEST(Linear, large_products_equal_small_ones) {
    torch::NoGradGuard noGrad;
    for (const bool bias : {false, true}) {
        Linear linear(LinearOptions{40, 24, bias});
        initialiseWeights(*linear, seeded(4));
        const torch::Tensor x = torch::randn({2, 50, 40}, seeded(5));
        const torch::Tensor whole = linear(x); // large enough to become a convolution
        EXPECT_EQ(whole.sizes(), (std::vector<int64_t>{2, 50, 24}));
        for (int64_t row = 0; row < 50; row += 7)
            EXPECT_TRUE(torch::allclose(whole[1][row], linear(x[1][row]), 1e-4, 1e-5));
    }
}

} // namespace unlit::nn
