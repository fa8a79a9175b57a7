// Widening for T targets, and the exact exchange of the input order.
#include "core/base/error.h"
#include "core/nn/unet/adapt_unet.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <torch/utils.h>

namespace unlit::nn {

namespace {

torch::Tensor predict(UNet2DConditionModel& unet, const torch::Tensor& sample) {
    torch::NoGradGuard noGrad;
    return unet->forward(sample, torch::tensor({int64_t{300}}), torch::ones({1, 2, 20}));
}

} // namespace

TEST(AdaptUNet, conv_in_is_repeated_and_shared_out_its_bias_kept) {
    for (const int64_t targets : {1, 2, 3}) {
        UNet2DConditionModel unet = tinyUNet();
        const torch::Tensor weight = unet->conv_in->weight.detach().clone();
        const torch::Tensor bias = unet->conv_in->bias.detach().clone();
        widenUnet(unet, targets);
        ASSERT_EQ(unet->conv_in->weight.size(1), 4 * (targets + 1));
        for (int64_t part = 0; part <= targets; ++part)
            EXPECT_TRUE(torch::allclose(unet->conv_in->weight.slice(1, 4 * part, 4 * part + 4),
                                        weight / (targets + 1), 1e-6, 0));
        EXPECT_TRUE(torch::equal(unet->conv_in->bias, bias));
        EXPECT_EQ(unet->options().inChannels, 4 * (targets + 1));
    }
}

TEST(AdaptUNet, conv_out_is_repeated_unscaled) {
    UNet2DConditionModel unet = tinyUNet();
    const torch::Tensor weight = unet->conv_out->weight.detach().clone();
    const torch::Tensor bias = unet->conv_out->bias.detach().clone();
    widenUnet(unet, 3);
    ASSERT_EQ(unet->conv_out->weight.size(0), 12);
    for (int64_t part = 0; part < 3; ++part) {
        EXPECT_TRUE(torch::equal(unet->conv_out->weight.slice(0, 4 * part, 4 * part + 4), weight));
        EXPECT_TRUE(torch::equal(unet->conv_out->bias.slice(0, 4 * part, 4 * part + 4), bias));
    }
    EXPECT_EQ(predict(unet, noise({1, 16, 4, 4}, 9)).size(1), 12);
}

TEST(AdaptUNet, one_target_leaves_conv_out_alone) {
    UNet2DConditionModel unet = tinyUNet();
    const torch::Tensor weight = unet->conv_out->weight.detach().clone();
    widenUnet(unet, 1);
    EXPECT_TRUE(torch::equal(unet->conv_out->weight, weight));
}

TEST(AdaptUNet, a_widened_unet_sees_the_mean_of_its_inputs) {
    UNet2DConditionModel plain = tinyUNet(), wide = tinyUNet();
    widenUnet(wide, 1);
    const torch::Tensor a = noise({1, 4, 6, 6}, 1), b = noise({1, 4, 6, 6}, 2);
    EXPECT_TRUE(torch::allclose(predict(wide, torch::cat({a, b}, 1)), predict(plain, (a + b) / 2),
                                1e-4, 1e-5));
}

TEST(AdaptUNet, its_gradients_have_the_new_shape) {
    UNet2DConditionModel unet = tinyUNet();
    unet->conv_in->weight.mutable_grad() = torch::zeros_like(unet->conv_in->weight);
    widenUnet(unet, 1);
    unet->forward(noise({1, 8, 4, 4}, 3), torch::tensor({int64_t{1}}), torch::ones({1, 2, 20}))
        .sum()
        .backward();
    EXPECT_EQ(unet->conv_in->weight.grad().sizes(), unet->conv_in->weight.sizes());
}

TEST(AdaptUNet, the_config_says_the_new_channels) {
    const nlohmann::json config = {{"block_out_channels", {320, 640, 1280, 1280}},
                                   {"in_channels", 4},
                                   {"out_channels", 4},
                                   {"sample_size", 64}};
    const nlohmann::json wide = widenedConfig(config, 2);
    EXPECT_EQ(wide.at("in_channels"), 12);
    EXPECT_EQ(wide.at("out_channels"), 8);
    EXPECT_EQ(wide.at("sample_size"), 64);
}

TEST(AdaptUNet, refuses_to_widen_twice_or_for_no_target) {
    UNet2DConditionModel unet = tinyUNet();
    EXPECT_THROW(widenUnet(unet, 0), Error);
    widenUnet(unet, 1);
    EXPECT_THROW(widenUnet(unet, 1), Error);
}

TEST(AdaptUNet, exchanged_order_and_exchanged_inputs_give_the_same_picture) {
    for (const int64_t targets : {1, 3}) {
        UNet2DConditionOptions options = tinyUNetOptions();
        options.inChannels = 4 * (targets + 1);
        options.outChannels = 4 * targets;
        UNet2DConditionModel unet = tinyUNet(options);
        const torch::Tensor noisy = noise({1, 4 * targets, 8, 8}, 4),
                            image = noise({1, 4, 8, 8}, 5);
        const torch::Tensor before = predict(unet, torch::cat({noisy, image}, 1));
        exchangeConcatOrder(unet, targets, ConcatOrder::NoisyFirst);
        const torch::Tensor after = predict(unet, torch::cat({image, noisy}, 1));
        EXPECT_TRUE(torch::allclose(before, after, 1e-4, 1e-5));
        EXPECT_FALSE(torch::allclose(before, predict(unet, torch::cat({noisy, image}, 1)), 1e-2));
    }
}

TEST(AdaptUNet, exchanging_there_and_back_is_exact) {
    const torch::Tensor weight = noise({8, 12, 3, 3}, 6);
    const torch::Tensor there = exchangedConvIn(weight, 4, ConcatOrder::NoisyFirst);
    EXPECT_TRUE(torch::equal(there.slice(1, 0, 4), weight.slice(1, 8, 12)));
    EXPECT_TRUE(torch::equal(there.slice(1, 4, 12), weight.slice(1, 0, 8)));
    EXPECT_TRUE(torch::equal(exchangedConvIn(there, 4, ConcatOrder::ImageFirst), weight));
}

TEST(AdaptUNet, refuses_to_exchange_what_is_no_model_of_that_many_targets) {
    UNet2DConditionModel unet = tinyUNet();
    EXPECT_THROW(exchangeConcatOrder(unet, 1), Error);
    EXPECT_THROW(exchangeConcatOrder(unet, 0), Error);
    widenUnet(unet, 1);
    EXPECT_THROW(exchangeConcatOrder(unet, 2), Error);
    EXPECT_NO_THROW(exchangeConcatOrder(unet, 1));
}

} // namespace unlit::nn
