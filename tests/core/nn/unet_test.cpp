// The UNet's shapes, and what must not change its numbers.
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::nn {

namespace {

torch::Tensor predictAt7(UNet2DConditionModel& unet, const torch::Tensor& sample) {
    torch::NoGradGuard noGrad;
    const torch::Tensor text = torch::ones({sample.size(0), 2, unet->options().crossAttentionDim});
    return unet->forward(sample, torch::tensor({int64_t{7}}), text);
}

} // namespace

TEST(UNet, any_size_of_latent_keeps_its_size) {
    UNet2DConditionModel unet = tinyUNet();
    for (const auto& [height, width] :
         {std::pair<int64_t, int64_t>{8, 8}, {10, 13}, {7, 5}, {1, 1}, {1, 17}, {3, 2}}) {
        const torch::Tensor out = predictAt7(unet, noise({2, 4, height, width}));
        EXPECT_EQ(out.sizes(), (std::vector<int64_t>{2, 4, height, width}));
        EXPECT_TRUE(out.isfinite().all().item<bool>());
    }
}

TEST(UNet, depth_and_blocks_follow_the_options) {
    UNet2DConditionOptions options = tinyUNetOptions();
    options.blockOutChannels = {16};
    options.downBlockTypes = {UNetBlockType::CrossAttention};
    options.upBlockTypes = {UNetBlockType::CrossAttention};
    options.layersPerBlock = {3};
    options.heads = {4};
    options.transformerLayers = {2};
    UNet2DConditionModel unet = tinyUNet(options);
    EXPECT_EQ(predictAt7(unet, noise({1, 4, 6, 5})).sizes(), (std::vector<int64_t>{1, 4, 6, 5}));
}

TEST(UNet, samples_of_a_batch_do_not_touch_each_other) {
    UNet2DConditionModel unet = tinyUNet();
    const torch::Tensor sample = noise({3, 4, 8, 6});
    const torch::Tensor together = predictAt7(unet, sample);
    for (int64_t i = 0; i < 3; ++i)
        EXPECT_TRUE(torch::allclose(together.slice(0, i, i + 1),
                                    predictAt7(unet, sample.slice(0, i, i + 1)), 1e-5, 1e-5));
}

TEST(UNet, inference_and_training_paths_give_the_same_numbers) {
    for (const bool linear : {false, true}) {
        UNet2DConditionOptions options = tinyUNetOptions();
        options.useLinearProjection = linear;
        UNet2DConditionModel unet = tinyUNet(options);
        const torch::Tensor sample = noise({2, 4, 9, 12});
        const torch::Tensor tracked = unet->forward(sample, torch::tensor({int64_t{7}}),
                                                    torch::ones({2, 2, options.crossAttentionDim}));
        EXPECT_TRUE(tracked.requires_grad());
        EXPECT_TRUE(torch::allclose(tracked, predictAt7(unet, sample), 1e-4, 1e-5));
    }
}

TEST(UNet, one_timestep_serves_the_whole_batch) {
    UNet2DConditionModel unet = tinyUNet();
    torch::NoGradGuard noGrad;
    const torch::Tensor sample = noise({2, 4, 4, 4}), text = torch::ones({2, 2, 20});
    const torch::Tensor one = unet->forward(sample, torch::tensor({int64_t{500}}), text);
    const torch::Tensor each =
        unet->forward(sample, torch::tensor({int64_t{500}, int64_t{500}}), text);
    EXPECT_TRUE(torch::equal(one, each));
}

TEST(UNet, refuses_inputs_of_another_width) {
    UNet2DConditionModel unet = tinyUNet();
    EXPECT_THROW(predictAt7(unet, noise({1, 5, 4, 4})), c10::Error);
    EXPECT_THROW(
        unet->forward(noise({1, 4, 4, 4}), torch::tensor({int64_t{1}}), torch::ones({1, 2, 21})),
        c10::Error);
    EXPECT_THROW(unet->forward(noise({2, 4, 4, 4}), torch::zeros({3}), torch::ones({2, 2, 20})),
                 c10::Error);
}

TEST(UNet, equal_seeds_give_equal_weights) {
    const UNet2DConditionModel a = tinyUNet(tinyUNetOptions(), 5),
                               b = tinyUNet(tinyUNetOptions(), 5);
    const UNet2DConditionModel c = tinyUNet(tinyUNetOptions(), 6);
    EXPECT_TRUE(torch::equal(a->conv_out->weight, b->conv_out->weight));
    EXPECT_FALSE(torch::equal(a->conv_out->weight, c->conv_out->weight));
}

} // namespace unlit::nn
