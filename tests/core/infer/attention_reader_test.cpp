// What attentions look at from one place, read without changing what the network says.
#include "core/infer/attention_reader.h"

#include "core/nn/layers/attention.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <cmath>
#include <map>
#include <set>
#include <vector>

using namespace unlit;
using infer::AttentionMap;
using infer::AttentionReader;

namespace {

torch::Tensor ask(nn::UNet2DConditionModel& unet, const torch::Tensor& sample) {
    const torch::NoGradGuard noGrad;
    return unet->forward(sample, torch::tensor({std::int64_t{7}}),
                         torch::ones({sample.size(0), 2, unet->options().crossAttentionDim}));
}

} // namespace

TEST(AttentionReader, rows_sum_to_one_and_the_network_says_the_same) {
    nn::UNet2DConditionModel unet = nn::tinyUNet();
    const torch::Tensor sample = nn::noise({2, 4, 9, 12});
    const torch::Tensor before = ask(unet, sample);
    std::vector<AttentionMap> maps;
    torch::Tensor during;
    {
        const AttentionReader reader(unet, 0.3, 0.9, 1,
                                     [&](const AttentionMap& map) { maps.push_back(map); });
        during = ask(unet, sample);
        ask(unet, sample);
    }
    EXPECT_TRUE(torch::allclose(during, before, 1e-5, 1e-6));
    const std::size_t read = maps.size();
    ask(unet, sample);
    EXPECT_EQ(maps.size(), read); // nobody looks any longer
    std::set<std::string> layers;
    for (const AttentionMap& map : maps) {
        layers.insert(map.layer);
        EXPECT_NEAR(map.weights_hw.sum().item<double>(), 1, 1e-5) << map.layer;
        EXPECT_GE(map.weights_hw.min().item<float>(), 0);
    }
    std::size_t attentions = 0;
    for (const auto& item : unet->named_modules())
        attentions += item.key().ends_with(".attn1") ? 1 : 0;
    EXPECT_EQ(layers.size(), attentions);
    EXPECT_EQ(maps.front().step, 1);
    EXPECT_EQ(maps.back().step, 2);
    EXPECT_EQ(maps.front().weights_hw.sizes(), (torch::IntArrayRef{9, 12}));
}

// Against the attention's own output: weights times values, through its last layer.
TEST(AttentionReader, its_weights_are_those_that_the_output_is_made_of) {
    nn::UNet2DConditionModel unet = nn::tinyUNet();
    const torch::Tensor sample = nn::noise({1, 4, 8, 10});
    constexpr const char* kName = "down_blocks.0.attentions.0.transformer_blocks.0.attn1";
    auto* attention = dynamic_cast<nn::AttentionImpl*>(unet->named_modules()[kName].get());
    ASSERT_NE(attention, nullptr);
    torch::Tensor values, output;
    attention->to_v->observe([&](std::string_view, const torch::Tensor& v) { values = v.clone(); });
    attention->observe([&](std::string_view, const torch::Tensor& v) { output = v.clone(); });
    std::vector<torch::Tensor> heads;
    {
        const AttentionReader reader(unet, 0.55, 0.4, 1, [&](const AttentionMap& map) {
            if (map.layer == kName)
                heads.push_back(map.weights_hw.flatten());
        });
        ask(unet, sample);
    }
    ASSERT_EQ(heads.size(), 2U);
    const std::int64_t token = 3 * 10 + 5; // row 3.2, column 5.5
    const torch::NoGradGuard noGrad;
    std::vector<torch::Tensor> mixed;
    for (std::int64_t head = 0; head < 2; ++head)
        mixed.push_back(heads[static_cast<std::size_t>(head)].matmul(
            values[0].narrow(1, head * 8, 8))); // 16 channels in two heads
    auto last = std::dynamic_pointer_cast<nn::LinearImpl>(attention->to_out->ptr(0));
    const torch::Tensor expected = last->forward(torch::cat(mixed).unsqueeze(0))[0];
    EXPECT_LT(nn::largestError(output[0][token], expected), 1e-5);
}

TEST(AttentionReader, of_two_passes_a_step_the_second_is_read) {
    nn::UNet2DConditionModel unet = nn::tinyUNet();
    std::vector<std::int64_t> steps;
    const AttentionReader reader(unet, 0, 0, 2,
                                 [&](const AttentionMap& map) { steps.push_back(map.step); });
    ask(unet, nn::noise({1, 4, 8, 8}));
    EXPECT_TRUE(steps.empty());
    ask(unet, nn::noise({1, 4, 8, 8}));
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(steps.front(), 1);
}

TEST(AttentionReader, of_a_text_each_cell_looks_at_tokens_that_sum_to_one) {
    nn::UNet2DConditionModel unet = nn::tinyUNet();
    const torch::Tensor sample = nn::noise({1, 4, 8, 10});
    const torch::NoGradGuard noGrad;
    const auto tell = [&](std::int64_t tokens) {
        std::vector<AttentionMap> maps;
        const AttentionReader reader(
            unet, 0.5, 0.5, 1,
            [&](const AttentionMap& map) {
                if (map.token >= 0)
                    maps.push_back(map);
            },
            tokens);
        unet->forward(sample, torch::tensor({std::int64_t{7}}),
                      nn::noise({1, 5, unet->options().crossAttentionDim}));
        return maps;
    };
    EXPECT_TRUE(tell(0).empty());
    const auto maps = tell(3);
    std::size_t attentions = 0;
    for (const auto& item : unet->named_modules())
        attentions += item.key().ends_with(".attn2") ? 1 : 0;
    EXPECT_EQ(maps.size(), 3 * attentions);
    for (const AttentionMap& map : maps) {
        EXPECT_GE(map.weights_hw.min().item<float>(), 0);
        EXPECT_LE(map.weights_hw.max().item<float>(), 1);
    }
    const auto all = tell(100); // tokens 1 to 4: that of the begin is not told
    std::map<std::string, torch::Tensor> sums;
    for (const AttentionMap& map : all)
        sums[map.layer] =
            sums.contains(map.layer) ? sums[map.layer] + map.weights_hw : map.weights_hw.clone();
    EXPECT_EQ(all.size(), 4 * attentions);
    for (const auto& [layer, sum] : sums) {
        EXPECT_LT(sum.max().item<float>(), 1) << layer;
        EXPECT_GT(sum.min().item<float>(), 0.1) << layer << ": the rest is that token's";
    }
}
