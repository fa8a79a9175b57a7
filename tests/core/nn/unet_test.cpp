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

// diffusers: emb = emb + class_emb, behind the time embedding. So a class's vector is the same as
// that much more bias in the time embedding's last layer.
TEST(UNet, a_class_is_a_vector_that_is_added_to_the_time) {
    torch::NoGradGuard noGrad;
    UNet2DConditionOptions options = tinyUNetOptions();
    UNet2DConditionModel plain = tinyUNet(options);
    options.classes = 3;
    UNet2DConditionModel classed = tinyUNet(options);
    for (const auto& item : plain->named_parameters())
        item.value().copy_(classed->named_parameters()[item.key()]);
    const torch::Tensor vectors = noise({3, options.timeEmbeddingDim}, 5);
    EXPECT_EQ(classed->named_parameters()["class_embedding.weight"].sizes(), vectors.sizes());
    classed->class_embedding->weight.copy_(vectors);

    const torch::Tensor sample = noise({4, 4, 8, 6});
    const torch::Tensor text = torch::ones({4, 2, options.crossAttentionDim});
    const torch::Tensor time = torch::tensor({int64_t{7}});
    const torch::Tensor labels = torch::tensor({2, -1, 0, 2}, torch::kInt64);
    const torch::Tensor told = classed->forward(sample, time, text, labels);
    const torch::Tensor bias = plain->time_embedding->linear_2->bias.clone();
    for (int64_t i = 0; i < 4; ++i) {
        const auto label = labels[i].item<int64_t>();
        plain->time_embedding->linear_2->bias.copy_(label < 0 ? bias : bias + vectors[label]);
        const torch::Tensor expected =
            plain->forward(sample.slice(0, i, i + 1), time, text.slice(0, i, i + 1));
        EXPECT_LT(largestError(told.slice(0, i, i + 1), expected), 1e-5) << i;
    }
    plain->time_embedding->linear_2->bias.copy_(bias);
    EXPECT_TRUE(torch::equal(classed->forward(sample, time, text), // switched off for a pass
                             plain->forward(sample, time, text)));
    EXPECT_ANY_THROW(plain->forward(sample, time, text, labels));
}

TEST(UNet, new_classes_change_nothing_yet) {
    UNet2DConditionModel unet = tinyUNet();
    const torch::Tensor sample = noise({2, 4, 8, 6});
    const torch::Tensor before = predictAt7(unet, sample);
    unet->setClasses(5);
    EXPECT_EQ(unet->options().classes, 5);
    torch::NoGradGuard noGrad;
    const torch::Tensor text = torch::ones({2, 2, unet->options().crossAttentionDim});
    EXPECT_TRUE(torch::equal(unet->forward(sample, torch::tensor({int64_t{7}}), text,
                                           torch::tensor({int64_t{4}, int64_t{0}})),
                             before));
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
