// Low-rank additions: their names, their arithmetic, merging.
#include "core/nn/lora/lora_adapters.h"
#include "core/nn/precision.h"
#include "tests/core/nn/tiny_networks.h"
#include "tests/support/expect_error.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <fstream>
#include <set>
#include <sstream>

namespace unlit::nn {

namespace {

torch::Tensor predictWithAdapters(UNet2DConditionModel& unet) {
    const torch::NoGradGuard noGrad;
    return unet->forward(torch::randn({1, 4, 8, 6}, seeded(7)), torch::tensor({int64_t{400}}),
                         torch::randn({1, 2, 20}, seeded(8)));
}

/// Adapters that do change something.
LoraAdapters moved(const UNet2DConditionModel& unet) {
    LoraAdapters adapters = LoraAdapters::fresh(unet, {.rank = 3, .alpha = 6}, seeded(4));
    const torch::NoGradGuard noGrad;
    for (auto& [name, weight] : adapters.namedParameters())
        torch::Tensor(weight).normal_(0, 0.3, seeded(9));
    return adapters;
}

constexpr const char* kLayer = "mid_block.attentions.0.transformer_blocks.0.attn2.to_k";

} // namespace

// The list is made from the published architecture and peft's naming rule (make_keys.py).
TEST(Lora, names_and_shapes_are_those_of_the_peer_for_stable_diffusion) {
    std::ifstream file(UNLIT_SOURCE_DIR "/tests/golden/sd21_lora.keys");
    std::set<std::string> expected;
    for (std::string line; std::getline(file, line);)
        expected.insert(line);
    ASSERT_EQ(expected.size(), 256U);
    UNet2DConditionModel unet((UNet2DConditionOptions()));
    const auto adapters = LoraAdapters::fresh(unet, {}, seeded(1));
    std::set<std::string> actual;
    for (const auto& [name, weight] : adapters.namedParameters()) {
        std::ostringstream shape;
        shape << weight.sizes();
        actual.insert("unet." + name + " " + shape.str());
    }
    EXPECT_EQ(actual, expected);
}

TEST(Lora, a_new_one_changes_nothing) {
    UNet2DConditionModel unet = tinyUNet();
    const torch::Tensor before = predictWithAdapters(unet);
    const auto adapters = LoraAdapters::fresh(unet, {}, seeded(4));
    EXPECT_TRUE(torch::equal(predictWithAdapters(unet), before));
}

TEST(Lora, adds_scale_times_up_times_down) {
    Linear linear(LinearOptions{2, 2});
    const torch::NoGradGuard noGrad;
    linear->weight.copy_(torch::tensor({{1.0F, 2.0F}, {3.0F, 4.0F}}));
    linear->bias.copy_(torch::tensor({0.5F, 0.0F}));
    const auto update = std::make_shared<LowRankUpdate>();
    update->down = torch::tensor({{1.0F, -1.0F}});
    update->up = torch::tensor({{2.0F}, {10.0F}});
    update->scale = 0.5;
    linear->setUpdate(update);
    // W x + b = (1 + 2·3 + 0.5, 3 + 4·3) = (7.5, 15); A x = 1 - 3 = -2; B·(-2)·0.5 = (-2, -10).
    EXPECT_TRUE(torch::equal(linear(torch::tensor({{1.0F, 3.0F}})), torch::tensor({{5.5F, 5.0F}})));
    linear->setUpdate(nullptr);
    EXPECT_TRUE(
        torch::equal(linear(torch::tensor({{1.0F, 3.0F}})), torch::tensor({{7.5F, 15.0F}})));
}

TEST(Lora, without_the_adapters_the_model_is_the_original_to_the_bit) {
    UNet2DConditionModel unet = tinyUNet(), untouched = tinyUNet();
    const torch::Tensor plain = predictWithAdapters(unet);
    {
        const LoraAdapters adapters = moved(unet);
        EXPECT_FALSE(torch::allclose(predictWithAdapters(unet), plain, 1e-3, 1e-3));
    }
    const auto expected = untouched->named_parameters();
    for (const auto& weight : unet->named_parameters())
        EXPECT_TRUE(torch::equal(weight.value(), expected[weight.key()])) << weight.key();
    EXPECT_TRUE(torch::equal(predictWithAdapters(unet), plain));
}

TEST(Lora, merged_gives_the_same_and_stays) {
    UNet2DConditionModel unet = tinyUNet(), other = tinyUNet();
    const torch::Tensor plain = predictWithAdapters(other);
    const LoraAdapters adapters = moved(unet);
    LoraAdapters::mergeInto(other, adapters.weights(), "it");
    EXPECT_FALSE(torch::allclose(predictWithAdapters(other), plain, 1e-3, 1e-3));
    EXPECT_TRUE(torch::allclose(predictWithAdapters(other), predictWithAdapters(unet), 1e-4, 1e-4));
}

TEST(Lora, weights_come_back_from_weights) {
    UNet2DConditionModel unet = tinyUNet(), other = tinyUNet();
    const LoraAdapters first = moved(unet);
    EXPECT_EQ(first.weights().at(kLayer).alpha, 6);
    const LoraAdapters second(other, first.weights(), "it");
    EXPECT_TRUE(torch::equal(predictWithAdapters(other), predictWithAdapters(unet)));
}

TEST(Lora, only_the_targets_are_adapted) {
    UNet2DConditionModel unet = tinyUNet();
    const auto adapters = LoraAdapters::fresh(unet, {.rank = 2, .targets = {"to_v"}}, seeded(1));
    for (const auto& [name, weight] : adapters.namedParameters())
        EXPECT_NE(name.find(".to_v.lora_"), std::string::npos) << name;
    test::expectError(ErrorKind::InvalidInput, {"no layer"}, [&] {
        LoraAdapters::fresh(unet, {.rank = 2, .targets = {"to_x"}}, seeded(1));
    });
    test::expectError(ErrorKind::InvalidInput, {"rank 0"},
                      [&] { LoraAdapters::fresh(unet, {.rank = 0}, seeded(1)); });
}

TEST(Lora, of_another_model_is_refused_with_its_first_misfit) {
    UNet2DConditionModel unet = tinyUNet();
    const auto refuse = [&](const std::string& name, const LoraPair& pair,
                            const std::vector<std::string>& parts) {
        test::expectError(ErrorKind::InvalidInput, parts, [&] {
            LoraAdapters(unet, {{name, pair}}, "style.safetensors");
        });
    };
    const auto pair = [](int64_t in, int64_t rankIn, int64_t rankOut, int64_t out) {
        return LoraPair{torch::zeros({rankIn, in}), torch::zeros({out, rankOut}), 1};
    };
    refuse("mid_block.attentions.7.transformer_blocks.0.attn2.to_k", pair(20, 2, 2, 32),
           {"style.safetensors", "another model", "mid_block.attentions.7", "no such"});
    refuse("conv_in", pair(4, 2, 2, 16), {"conv_in", "no such linear layer"});
    refuse(kLayer, pair(24, 2, 2, 32), {kLayer, "lora_A.weight is [2, 24]", "20 inputs"});
    refuse(kLayer, pair(20, 2, 2, 40), {kLayer, "lora_B.weight is [40, 2]", "32 outputs"});
    refuse(kLayer, pair(20, 2, 3, 32), {kLayer, "ranks 2 and 3"});
    refuse(kLayer, {torch::zeros({2, 20, 1, 1}), torch::zeros({32, 2, 1, 1}), 1},
           {kLayer, "not two-dimensional"});
}

TEST(Lora, trains_its_own_matrices_alone_also_in_bfloat16) {
    UNet2DConditionModel unet = tinyUNet();
    unet->setComputeType(torch::kBFloat16);
    for (torch::Tensor& weight : unet->parameters())
        weight.requires_grad_(false);
    const auto adapters = LoraAdapters::fresh(unet, {}, seeded(4));
    for (const auto& [name, weight] : adapters.namedParameters())
        torch::Tensor(weight).requires_grad_(true);
    unet->forward(torch::randn({1, 4, 8, 6}, seeded(7)), torch::tensor({int64_t{400}}),
                  torch::ones({1, 2, 20}))
        .square()
        .mean()
        .backward();
    for (const torch::Tensor& weight : unet->parameters())
        EXPECT_FALSE(weight.grad().defined());
    double sum = 0;
    for (const auto& [name, weight] : adapters.namedParameters()) {
        ASSERT_TRUE(weight.grad().defined()) << name;
        EXPECT_EQ(weight.grad().scalar_type(), torch::kFloat32) << name;
        sum += weight.grad().abs().sum().item<double>();
    }
    EXPECT_GT(sum, 0);
}

} // namespace unlit::nn
