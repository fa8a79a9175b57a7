#include "core/train/optim/optimizer.h"

#include "core/train/optim/optimizer_kinds.h"
#include "tests/support/expect_error.h"
#include "tests/support/test_device.h"

#include <torch/utils.h>

#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace unlit;
using config::OptimizerKind;
using train::Optimizer;

namespace {

/// A weight in the memory layout of the networks.
torch::Tensor makeWeight() {
    return torch::arange(24, torch::kFloat32)
        .reshape({2, 3, 2, 2})
        .contiguous(torch::MemoryFormat::ChannelsLast)
        .requires_grad_(true);
}

void stepWith(Optimizer& optimizer, torch::Tensor& weight, int number) {
    optimizer.clearGradients();
    (weight * torch::full_like(weight, 0.1 * number).cos()).square().sum().backward();
    optimizer.setLearningRate(1e-2);
    optimizer.step();
}

config::OptimizerConfig configOf(OptimizerKind kind) {
    config::OptimizerConfig config;
    config.name = kind;
    config.momentum = 0.9;
    config.amsgrad = kind == OptimizerKind::AdamW;
    return config;
}

weights::StateDict copied(const weights::StateDict& state) {
    weights::StateDict copy;
    for (const auto& [name, tensor] : state)
        copy.emplace(name, tensor.detach().contiguous().clone()); // as from a file
    return copy;
}

} // namespace

TEST(Optimizer, first_step_of_adam_goes_by_the_rate_against_the_gradient) {
    torch::Tensor weight = torch::ones({1}, torch::requires_grad());
    Optimizer optimizer({}, {{"w", weight}});
    (weight * 7).sum().backward();
    optimizer.setLearningRate(0.25);
    optimizer.step();
    // m / sqrt(v) is 1 after one step, whatever the gradient; eps is 1e-8 / 7 of it.
    EXPECT_NEAR(weight.item<float>(), 0.75, 1e-6);
}

TEST(Optimizer, adamw_takes_the_decay_off_the_weight) {
    torch::Tensor weight = torch::full({1}, 2.0F, torch::requires_grad());
    config::OptimizerConfig config;
    config.name = OptimizerKind::AdamW; // torch's default decay: 0.01
    Optimizer optimizer(config, {{"w", weight}});
    weight.mutable_grad() = torch::zeros({1});
    optimizer.setLearningRate(0.5);
    optimizer.step();
    EXPECT_NEAR(weight.item<float>(), 2 * (1 - 0.5 * 0.01), 1e-6);
}

TEST(Optimizer, goes_on_bit_for_bit_from_a_saved_state) {
    for (const OptimizerKind kind :
         {OptimizerKind::Adam, OptimizerKind::AdamW, OptimizerKind::Muon, OptimizerKind::Sgd}) {
        torch::Tensor whole = makeWeight();
        torch::Tensor first = makeWeight();
        Optimizer wholeOptimizer(configOf(kind), {{"w", whole}});
        Optimizer firstOptimizer(configOf(kind), {{"w", first}});
        for (int i = 0; i < 3; ++i) {
            stepWith(wholeOptimizer, whole, i);
            stepWith(firstOptimizer, first, i);
        }
        torch::Tensor second = makeWeight();
        {
            const torch::NoGradGuard noGrad;
            second.copy_(first);
        }
        Optimizer secondOptimizer(configOf(kind), {{"w", second}});
        secondOptimizer.restore(copied(firstOptimizer.state()));
        for (int i = 3; i < 6; ++i) {
            stepWith(wholeOptimizer, whole, i);
            stepWith(secondOptimizer, second, i);
        }
        EXPECT_TRUE(torch::equal(whole, second));
        EXPECT_FALSE(torch::equal(whole, first));
    }
}

TEST(Optimizer, refuses_a_state_that_belongs_to_other_weights) {
    torch::Tensor weight = makeWeight();
    Optimizer optimizer({}, {{"w", weight}});
    stepWith(optimizer, weight, 1);
    weights::StateDict state = copied(optimizer.state());
    state["exp_avg/w"] = torch::zeros({3});
    test::expectError(ErrorKind::InvalidInput, {"w"}, [&] { optimizer.restore(state); });
    torch::Tensor other = makeWeight();
    Optimizer otherOptimizer({}, {{"v", other}});
    test::expectError(ErrorKind::InvalidInput, {"does not have"},
                      [&] { otherOptimizer.restore(copied(optimizer.state())); });
}

// One pass in place of torch's dozen: whatever the layout, the decay, amsgrad and the size.
TEST(Optimizer, one_pass_of_adam_moves_weights_as_torchs_own_optimizer) {
    for (const OptimizerKind kind : {OptimizerKind::Adam, OptimizerKind::AdamW})
        for (const bool amsgrad : {false, true}) {
            config::OptimizerConfig config;
            config.name = kind;
            config.amsgrad = amsgrad;
            config.weightDecay = config::ScheduledNumber(0.05);
            torch::manual_seed(7);
            const std::vector<torch::Tensor> start = {
                makeWeight().detach().mul(0.05), torch::randn({5, 7}).t(), torch::randn({40001})};
            std::vector<torch::Tensor> ours, torchs;
            std::vector<train::NamedParameter> named;
            for (const torch::Tensor& weight : start) {
                ours.push_back(weight.clone().requires_grad_(true));
                torchs.push_back(weight.clone().requires_grad_(true));
                named.push_back({"w" + std::to_string(named.size()), ours.back()});
            }
            Optimizer optimizer(config, named);
            const auto reference = train::makeOptimizer(kind, config, torchs);
            for (int step = 1; step <= 20; ++step) {
                for (std::size_t i = 0; i < start.size(); ++i) {
                    const torch::Tensor gradient = torch::randn(start[i].sizes());
                    ours[i].mutable_grad() = gradient;
                    torchs[i].mutable_grad() = gradient.clone();
                }
                optimizer.setLearningRate(1e-2 / step);
                for (auto& group : reference->param_groups())
                    group.options().set_lr(1e-2 / step);
                optimizer.step();
                reference->step();
            }
            for (std::size_t i = 0; i < start.size(); ++i) {
                EXPECT_LE((ours[i] - torchs[i]).abs().max().item<float>(), 2e-6F) << i;
                EXPECT_GT((ours[i] - start[i]).abs().max().item<float>(), 1e-2F) << i;
            }
        }
}

// A prepared form of a weight is made anew when the weight's version says that it has changed.
TEST(Optimizer, a_step_is_seen_in_the_version_of_a_weight) {
    for (const OptimizerKind kind :
         {OptimizerKind::Adam, OptimizerKind::AdamW, OptimizerKind::Muon, OptimizerKind::Sgd}) {
        torch::Tensor weight = makeWeight();
        Optimizer optimizer(configOf(kind), {{"w", weight}});
        const auto before = weight._version();
        stepWith(optimizer, weight, 1);
        EXPECT_GT(weight._version(), before) << static_cast<int>(kind);
    }
}

// On a GPU Adam and AdamW take their step in one fused pass; wherever it is, the weights move as
// torch's own optimizers move them on the processor.
TEST(Optimizer, steps_are_the_same_on_every_device) {
    for (const OptimizerKind kind :
         {OptimizerKind::Adam, OptimizerKind::AdamW, OptimizerKind::Muon, OptimizerKind::Sgd}) {
        torch::Tensor here = makeWeight();
        torch::Tensor there = test::onTestDevice(here.detach().clone()).requires_grad_(true);
        Optimizer first(configOf(kind), {{"w", here}}), second(configOf(kind), {{"w", there}});
        for (int step = 1; step <= 6; ++step) {
            stepWith(first, here, step);
            stepWith(second, there, step);
        }
        const auto difference = (there.detach().to(torch::kCPU) - here.detach()).abs().max();
        // Muon multiplies matrices in bfloat16, whose sums have no one order.
        EXPECT_LE(difference.item<float>(), kind == OptimizerKind::Muon ? 2e-4 : 1e-5)
            << static_cast<int>(kind);
        const auto expected = first.state(), actual = second.state();
        ASSERT_EQ(actual.size(), expected.size());
        for (const auto& [name, value] : expected)
            EXPECT_TRUE(torch::allclose(actual.at(name).to(torch::kCPU, torch::kFloat64),
                                        value.to(torch::kFloat64), 1e-3, 1e-4))
                << name;
    }
}
