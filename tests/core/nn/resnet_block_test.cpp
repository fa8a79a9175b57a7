// A residual block that adds nothing is skipped, as long as it adds nothing.
#include "core/nn/layers/resnet_block_2d.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::nn {

namespace {

ResnetBlock2D zeroBlock(int64_t outChannels) {
    ResnetBlock2DOptions options;
    options.inChannels = 16;
    options.outChannels = outChannels;
    options.groups = 8;
    ResnetBlock2D block(options);
    initialiseWeights(*block, seeded(3));
    const torch::NoGradGuard noGrad;
    block->conv2->weight.zero_();
    block->conv2->bias.zero_();
    return block;
}

torch::Tensor withoutGradients(ResnetBlock2D& block, const torch::Tensor& x) {
    const torch::NoGradGuard noGrad;
    return block(x, torch::Tensor());
}

} // namespace

TEST(ResnetBlock2D, a_block_of_zeros_gives_the_same_numbers_skipped_and_computed) {
    for (const int64_t outChannels : {16, 24}) { // without and with a shortcut
        ResnetBlock2D block = zeroBlock(outChannels);
        const torch::Tensor x = torch::randn({2, 16, 9, 7}, seeded(4));
        EXPECT_TRUE(torch::equal(withoutGradients(block, x), block(x, torch::Tensor()).detach()));
    }
}

TEST(ResnetBlock2D, a_block_that_has_learned_is_computed_again) {
    ResnetBlock2D block = zeroBlock(16);
    const torch::Tensor x = torch::randn({1, 16, 8, 8}, seeded(4));
    ASSERT_TRUE(torch::equal(withoutGradients(block, x), x));
    {
        const torch::NoGradGuard noGrad;
        block->conv2->bias[5].fill_(0.25);
    }
    const torch::Tensor difference = withoutGradients(block, x) - x;
    EXPECT_TRUE((difference.select(1, 5) - 0.25).abs().lt(1e-6).all().item<bool>());
    EXPECT_EQ(difference.select(1, 4).abs().max().item<float>(), 0.0F);
    block->conv2->bias.set_data(torch::zeros({16}));
    EXPECT_TRUE(torch::equal(withoutGradients(block, x), x));
}

TEST(ResnetBlock2D, a_block_of_zeros_can_learn) {
    ResnetBlock2D block = zeroBlock(16);
    block(torch::randn({1, 16, 8, 8}, seeded(4)), torch::Tensor()).sum().backward();
    ASSERT_TRUE(block->conv2->weight.grad().defined());
    EXPECT_GT(block->conv2->weight.grad().abs().max().item<float>(), 0.0F);
}

} // namespace unlit::nn
