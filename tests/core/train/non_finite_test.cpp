#include "core/train/non_finite.h"

#include "core/nn/layers/linear.h"
#include "core/nn/layers/module.h"
#include "tests/core/nn/tiny_networks.h"

#include <torch/utils.h>

#include <gtest/gtest.h>

#include <limits>

using namespace unlit;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Three layers, one after the other.
struct Chain : nn::Module {
    Chain() {
        for (auto* layer : {&first, &second, &third}) {
            *layer = nn::Linear(nn::LinearOptions{2, 2});
            (*layer)->weight.detach().fill_(1);
            (*layer)->bias.detach().fill_(0);
        }
        register_module("first", first);
        register_module("second", second);
        register_module("third", third);
    }

    torch::Tensor forward(const torch::Tensor& x) {
        return third->forward(second->forward(first->forward(x)));
    }

    nn::Linear first{nullptr}, second{nullptr}, third{nullptr};
};

} // namespace

TEST(NonFinite, names_the_first_part_whose_output_is_none) {
    Chain chain;
    const torch::NoGradGuard noGrad;
    chain.second->bias.fill_(kNaN);
    const auto found = train::firstNonFiniteOutput(chain, [&] {
        chain.forward(torch::ones({1, 2}));
    });
    EXPECT_EQ(found, "second");
    EXPECT_EQ(train::firstNonFiniteWeight(chain), "second.bias");
}

TEST(NonFinite, finds_nothing_in_a_sound_network) {
    Chain chain;
    const torch::NoGradGuard noGrad;
    EXPECT_FALSE(train::firstNonFiniteOutput(chain, [&] {
                     chain.forward(torch::ones({1, 2}));
                 }).has_value());
    EXPECT_FALSE(train::firstNonFiniteWeight(chain).has_value());
}

TEST(NonFinite, names_the_gradient_nearest_to_the_output) {
    Chain chain;
    chain.forward(torch::ones({1, 2})).sum().backward();
    chain.first->weight.mutable_grad().fill_(kNaN);
    chain.second->weight.mutable_grad().fill_(kNaN);
    EXPECT_EQ(train::firstNonFiniteGradient(chain), "second.weight");
}

TEST(NonFinite, watches_no_longer_than_it_looks) {
    Chain chain;
    const torch::NoGradGuard noGrad;
    const auto throwing = [] { throw std::runtime_error("no"); };
    EXPECT_THROW(train::firstNonFiniteOutput(chain, throwing), std::runtime_error);
    chain.first->bias.fill_(kNaN);
    chain.forward(torch::ones({1, 2})); // an observer left behind would write into what is gone
}
