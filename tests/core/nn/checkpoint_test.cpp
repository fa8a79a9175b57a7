// Gradient checkpointing changes the memory of a step and nothing else.
#include "core/nn/layers/checkpoint.h"
#include "core/nn/lora/lora_adapters.h"
#include "core/nn/precision.h"
#include "core/nn/torch_compat.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <c10/core/Allocator.h>
#include <c10/util/ThreadLocalDebugInfo.h>

#include <algorithm>
#include <cstdio>

namespace unlit::nn {

namespace {

struct Step {
    torch::Tensor loss, sampleGradient, textGradient;
    std::vector<torch::Tensor> gradients;
};

/// A loss, and the gradients of every weight and of both inputs.
Step run(UNet2DConditionModel& unet) {
    Step step;
    torch::Tensor sample = torch::randn({2, 4, 12, 10}, seeded(5)).requires_grad_(true);
    torch::Tensor text = torch::randn({2, 3, 20}, seeded(6)).requires_grad_(true);
    const torch::Tensor out =
        unet->forward(sample, torch::tensor({int64_t{3}, int64_t{700}}), text);
    step.loss = (out * torch::randn(out.sizes(), seeded(7))).square().mean();
    step.loss.backward();
    step.sampleGradient = sample.grad();
    step.textGradient = text.grad();
    for (torch::Tensor& weight : weightsOf(*unet)) {
        step.gradients.push_back(weight.grad().defined() ? weight.grad().clone() : torch::Tensor());
        weight.mutable_grad() = torch::Tensor();
    }
    return step;
}

void expectSame(const Step& actual, const Step& expected) {
    EXPECT_TRUE(torch::equal(actual.loss, expected.loss));
    EXPECT_TRUE(torch::equal(actual.sampleGradient, expected.sampleGradient));
    EXPECT_TRUE(torch::equal(actual.textGradient, expected.textGradient));
    ASSERT_EQ(actual.gradients.size(), expected.gradients.size());
    for (size_t i = 0; i < actual.gradients.size(); ++i) {
        ASSERT_EQ(actual.gradients[i].defined(), expected.gradients[i].defined()) << i;
        if (expected.gradients[i].defined()) {
            EXPECT_TRUE(torch::equal(actual.gradients[i], expected.gradients[i])) << i;
        }
    }
}

/// Counts the bytes of tensors on the processor while it lives.
class MemoryCount : public c10::MemoryReportingInfoBase {
public:
    void reportMemoryUsage(void*, int64_t bytes, compat::ReportedBytes, compat::ReportedBytes,
                           c10::Device) override {
        now += bytes;
        peak = std::max(peak, now);
    }

    bool memoryProfilingEnabled() const override { return true; }

    int64_t now = 0;
    int64_t peak = 0;
};

/// Bytes held for the backward pass, and the most that were held at any time of the step.
std::pair<int64_t, int64_t> memoryOfStep(UNet2DConditionModel& unet) {
    const auto count = std::make_shared<MemoryCount>();
    const c10::DebugInfoGuard guard(c10::DebugInfoKind::PROFILER_STATE, count);
    const torch::Tensor sample = torch::randn({2, 4, 32, 32}, seeded(5));
    const torch::Tensor text = torch::randn({2, 3, 20}, seeded(6));
    const torch::Tensor loss =
        unet->forward(sample, torch::tensor({int64_t{3}, int64_t{700}}), text).square().mean();
    const int64_t held = count->now;
    loss.backward();
    return {held, count->peak};
}

} // namespace

TEST(GradientCheckpointing, gives_the_same_loss_and_gradients_bit_for_bit) {
    for (const bool linear : {false, true}) {
        UNet2DConditionOptions options = tinyUNetOptions();
        options.useLinearProjection = linear;
        UNet2DConditionModel unet = tinyUNet(options);
        const Step plain = run(unet);
        unet->setGradientCheckpointing(true);
        expectSame(run(unet), plain);
        unet->setGradientCheckpointing(false);
        expectSame(run(unet), plain);
    }
}

// As a run has it: convolutions channels-last, inputs without gradients.
TEST(GradientCheckpointing, is_exact_with_the_layouts_of_a_loaded_model) {
    UNet2DConditionOptions options = tinyUNetOptions();
    options.useLinearProjection = false;
    UNet2DConditionModel unet = tinyUNet(options);
    setPrecision(*unet, torch::kFloat32);
    for (const int64_t batch : {1, 2}) {
        std::vector<torch::OrderedDict<std::string, torch::Tensor>> gradients(2);
        for (const size_t isOn : {0, 1}) {
            unet->setGradientCheckpointing(isOn == 1);
            const torch::Tensor text = torch::randn({1, 2, 20}, seeded(6));
            unet->forward(torch::randn({batch, 4, 8, 8}, seeded(5)), torch::tensor({int64_t{9}}),
                          text.expand({batch, -1, -1}))
                .square()
                .mean()
                .backward();
            for (auto& item : unet->named_parameters()) {
                gradients[isOn].insert(item.key(), item.value().grad().clone());
                item.value().mutable_grad() = torch::Tensor();
            }
        }
        for (const auto& item : gradients[0])
            EXPECT_TRUE(torch::equal(item.value(), gradients[1][item.key()]))
                << item.key() << " " << item.value().strides() << " "
                << gradients[1][item.key()].strides();
    }
}

TEST(GradientCheckpointing, adds_gradients_of_several_passes_as_without) {
    UNet2DConditionModel unet = tinyUNet();
    std::vector<std::vector<torch::Tensor>> sums;
    for (const bool isOn : {false, true}) {
        unet->setGradientCheckpointing(isOn);
        for (const uint64_t seed : {1, 2, 3})
            unet->forward(torch::randn({1, 4, 8, 8}, seeded(seed)), torch::tensor({int64_t{9}}),
                          torch::ones({1, 2, 20}))
                .square()
                .mean()
                .backward();
        sums.emplace_back();
        for (torch::Tensor& weight : unet->parameters()) {
            sums.back().push_back(weight.grad().clone());
            weight.mutable_grad() = torch::Tensor();
        }
    }
    for (size_t i = 0; i < sums[0].size(); ++i)
        EXPECT_TRUE(torch::equal(sums[0][i], sums[1][i])) << i;
}

TEST(GradientCheckpointing, reaches_lora_with_every_other_weight_frozen) {
    UNet2DConditionModel unet = tinyUNet();
    for (torch::Tensor& weight : unet->parameters())
        weight.requires_grad_(false);
    const auto adapters = LoraAdapters::fresh(unet, {}, seeded(4));
    for (auto& [name, weight] : adapters.namedParameters())
        torch::Tensor(weight).normal_(0, 0.1, seeded(8)).requires_grad_(true);
    const Step plain = run(unet);
    unet->setGradientCheckpointing(true);
    expectSame(run(unet), plain);
    EXPECT_TRUE(plain.gradients.back().defined());
}

TEST(GradientCheckpointing, repeats_dropout_and_leaves_the_random_state_as_it_would_be) {
    UNet2DConditionOptions options = tinyUNetOptions();
    options.dropout = 0.3;
    UNet2DConditionModel unet = tinyUNet(options);
    unet->train();
    torch::manual_seed(11);
    const Step plain = run(unet);
    const torch::Tensor nextPlain = torch::rand({4});
    unet->setGradientCheckpointing(true);
    torch::manual_seed(11);
    expectSame(run(unet), plain);
    EXPECT_TRUE(torch::equal(torch::rand({4}), nextPlain));
    torch::manual_seed(12);
    EXPECT_FALSE(torch::equal(run(unet).loss, plain.loss)); // it does drop something
}

TEST(GradientCheckpointing, holds_a_fraction_of_the_activations) {
    UNet2DConditionModel unet = tinyUNet();
    memoryOfStep(unet); // gradients are there from now on
    const auto [heldPlain, peakPlain] = memoryOfStep(unet);
    unet->setGradientCheckpointing(true);
    const auto [held, peak] = memoryOfStep(unet);
    RecordProperty("held_plain", std::to_string(heldPlain));
    RecordProperty("held_checkpointed", std::to_string(held));
    std::printf("activations held: %.2f MB, checkpointed %.2f MB; peak %.2f MB, checkpointed %.2f "
                "MB\n",
                heldPlain / 1e6, held / 1e6, peakPlain / 1e6, peak / 1e6);
    EXPECT_LT(held * 4, heldPlain);
    EXPECT_LT(peak * 2, peakPlain);
}

TEST(GradientCheckpointing, keeps_the_names_of_the_weights) {
    UNet2DConditionModel plain = tinyUNet(), unet = tinyUNet();
    unet->setGradientCheckpointing(true);
    EXPECT_EQ(unet->named_parameters().keys(), plain->named_parameters().keys());
}

} // namespace unlit::nn
