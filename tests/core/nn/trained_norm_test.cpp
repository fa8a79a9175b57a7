// Group normalisation that learns against the operations of LibTorch, in double precision.
#include "core/nn/kernels/fused_ops.h"
#include "core/nn/kernels/trained_norm.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/csrc/autograd/autograd.h>
#include <torch/utils.h>

#include <algorithm>
#include <vector>

namespace unlit::nn {

namespace {

constexpr int64_t kGroups = 4;
constexpr double kEpsilon = 1e-5;

struct Case {
    torch::Tensor x, weight, bias, slope; ///< float64; slope: the gradient of the result
};

Case makeCase(int64_t channels, int64_t height, int64_t width, double shift = 0) {
    const auto noise = [&](torch::IntArrayRef shape, uint64_t seed) {
        return torch::randn(shape, seeded(seed)).to(torch::kFloat64);
    };
    return {noise({3, channels, height, width}, 1) * 2 + shift, noise({channels}, 2),
            noise({channels}, 3), noise({3, channels, height, width}, 4)};
}

/// The case as `type` holds it, so that both sides start from the same numbers.
Case roundedTo(const Case& made, torch::Dtype type) {
    return {
        made.x.to(type).to(torch::kFloat64), made.weight.to(torch::kFloat32).to(torch::kFloat64),
        made.bias.to(torch::kFloat32).to(torch::kFloat64), made.slope.to(type).to(torch::kFloat64)};
}

torch::Tensor plainNorm(const torch::Tensor& x, const torch::Tensor& weight,
                        const torch::Tensor& bias, Activation activation) {
    const torch::Tensor y = torch::group_norm(x, kGroups, weight, bias, kEpsilon);
    return activation == Activation::Silu ? torch::silu(y) : y;
}

/// Result, then the gradients of x, weight and bias.
std::vector<torch::Tensor> plain(const Case& made, Activation activation) {
    const auto leaf = [](const torch::Tensor& t) { return t.clone().requires_grad_(true); };
    const torch::Tensor x = leaf(made.x), weight = leaf(made.weight), bias = leaf(made.bias);
    const torch::Tensor y = plainNorm(x, weight, bias, activation);
    y.backward(made.slope);
    return {y.detach(), x.grad(), weight.grad(), bias.grad()};
}

std::vector<torch::Tensor> trained(const Case& made, torch::Dtype type, Activation activation) {
    const torch::Tensor x = made.x.to(type).requires_grad_(true);
    const torch::Tensor weight = made.weight.to(torch::kFloat32).requires_grad_(true);
    const torch::Tensor bias = made.bias.to(torch::kFloat32).requires_grad_(true);
    const torch::Tensor y = trainedGroupNorm(x, kGroups, weight, bias, kEpsilon, activation);
    EXPECT_EQ(y.scalar_type(), type);
    y.backward(made.slope.to(type));
    return {y.detach(), x.grad(), weight.grad(), bias.grad()};
}

/// Of the largest element that is expected.
double relativeError(const torch::Tensor& actual, const torch::Tensor& expected) {
    return (actual.to(torch::kFloat64) - expected).abs().max().item<double>() /
           std::max(1e-3, expected.abs().max().item<double>());
}

} // namespace

TEST(TrainedNorm, results_and_gradients_are_those_of_the_plain_operations) {
    for (const torch::Dtype type : {torch::kFloat32, torch::kBFloat16})
        for (const Activation activation : {Activation::None, Activation::Silu})
            for (const auto& [channels, height, width] :
                 {std::tuple<int64_t, int64_t, int64_t>{8, 1, 3},
                  {24, 7, 5},
                  {640, 9, 13},
                  {16, 70, 40}}) {
                const Case made = roundedTo(makeCase(channels, height, width), type);
                const auto expected = plain(made, activation);
                const auto actual = trained(made, type, activation);
                // bfloat16: half a unit in the last of 8 bits where it is stored; the gradients of
                // weight and bias are stored in float32.
                for (size_t i = 0; i < expected.size(); ++i)
                    EXPECT_LT(relativeError(actual[i], expected[i]),
                              type == torch::kFloat32 || i > 1 ? 1e-5 : 0x1p-8)
                        << i << " of " << channels << " channels";
            }
}

// A constant beside small numbers, as a network that begins as a copy has it.
TEST(TrainedNorm, a_large_mean_costs_no_digits) {
    const Case made = roundedTo(makeCase(16, 12, 12, 100), torch::kFloat32);
    const auto expected = plain(made, Activation::Silu);
    const auto actual = trained(made, torch::kFloat32, Activation::Silu);
    for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_LT(relativeError(actual[i], expected[i]), 1e-4) << i;
}

TEST(TrainedNorm, gradients_have_gradients) {
    const Case made = roundedTo(makeCase(8, 4, 5), torch::kFloat32);
    const auto leaf = [](const torch::Tensor& value, torch::Dtype type) {
        return value.detach().to(type, /*non_blocking=*/false, /*copy=*/true).requires_grad_();
    };
    // How steep the result is, and what that depends on: the form of a gradient penalty.
    const auto penaltyGradient = [&](torch::Dtype type, const auto& norm) {
        const torch::Tensor x = leaf(made.x, type);
        const torch::Tensor weight = leaf(made.weight, type);
        const torch::Tensor bias = leaf(made.bias, type);
        const torch::Tensor y = norm(x, weight, bias);
        const torch::Tensor slope =
            torch::autograd::grad({(y * y).sum()}, {x}, {}, /*retain_graph=*/true,
                                  /*create_graph=*/true)[0];
        slope.square().sum().backward();
        return std::vector<torch::Tensor>{x.grad(), weight.grad(), bias.grad()};
    };
    const auto expected =
        penaltyGradient(torch::kFloat64, [](const auto& x, const auto& weight, const auto& bias) {
            return plainNorm(x, weight, bias, Activation::Silu);
        });
    const auto actual =
        penaltyGradient(torch::kFloat32, [](const auto& x, const auto& weight, const auto& bias) {
            return trainedGroupNorm(x, kGroups, weight, bias, kEpsilon, Activation::Silu);
        });
    for (size_t i = 0; i < expected.size(); ++i)
        EXPECT_LT(relativeError(actual[i], expected[i]), 1e-4) << i;
}

TEST(TrainedNorm, layout_and_threads_change_no_bit) {
    const Case made = roundedTo(makeCase(32, 40, 30), torch::kFloat32);
    Case other = made;
    other.x = made.x.contiguous(torch::MemoryFormat::ChannelsLast);
    other.slope = made.slope.contiguous(torch::MemoryFormat::ChannelsLast);
    const int threads = at::get_num_threads();
    at::set_num_threads(1);
    const auto first = trained(made, torch::kFloat32, Activation::Silu);
    at::set_num_threads(2);
    const auto second = trained(other, torch::kFloat32, Activation::Silu);
    at::set_num_threads(threads);
    for (size_t i = 0; i < first.size(); ++i)
        EXPECT_TRUE(torch::equal(first[i], second[i])) << i;
}

TEST(TrainedNorm, is_for_recorded_gradients_of_pictures_on_the_processor) {
    EXPECT_TRUE(canTrainFused(torch::zeros({1, 4, 2, 2})));
    EXPECT_FALSE(canTrainFused(torch::zeros({1, 4, 2, 2}, torch::kFloat64)));
    EXPECT_FALSE(canTrainFused(torch::zeros({1, 4, 2})));
    const torch::NoGradGuard noGrad;
    EXPECT_FALSE(canTrainFused(torch::zeros({1, 4, 2, 2})));
}

} // namespace unlit::nn
