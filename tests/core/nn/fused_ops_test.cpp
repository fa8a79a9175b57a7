// Each fused operation against the operations of LibTorch that it replaces, in double precision.
#include "core/nn/kernels/fused_ops.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::nn {

namespace {

/// What the number type allows around `expected`. float32: the noise of its sums, relative to the
/// largest result, and the rounding of `largestInput` times the normalisation's own gain, which is
/// large where a group hardly varies. bfloat16 has 8 significant bits: half a unit in the last
/// place of the largest result, which is reached, and the same noise.
double tolerance(torch::Dtype type, const torch::Tensor& expected, double gainedInput = 0) {
    const double largest = std::max(1.0, expected.abs().max().item<double>());
    const double noise = 3e-6 * largest + 0x1p-23 * gainedInput;
    if (type == torch::kFloat32)
        return noise;
    return std::exp2(std::floor(std::log2(largest))) * 0x1p-8 + noise;
}

/// Largest input times the largest gain of a group normalisation: |weight| / sqrt(variance + eps).
double gainedInput(const torch::Tensor& x, int64_t groups, const torch::Tensor& weight) {
    const torch::Tensor grouped = x.to(torch::kFloat64).reshape({x.size(0) * groups, -1});
    const double variance = grouped.var(1, false).min().item<double>();
    return x.abs().max().item<double>() * weight.abs().max().item<double>() /
           std::sqrt(variance + 1e-5);
}

} // namespace

TEST(FusedOps, group_norm_and_silu) {
    torch::NoGradGuard noGrad;
    for (const torch::Dtype type : {torch::kFloat32, torch::kBFloat16})
        for (const auto& [channels, height, width] :
             {std::tuple<int64_t, int64_t, int64_t>{8, 1, 1},
              {24, 7, 5},
              {640, 9, 13},
              {16, 70, 40}}) {
            const torch::Tensor x = (noise({2, channels, height, width}) * 2 + 1).to(type);
            const torch::Tensor weight = noise({channels}, 2), bias = noise({channels}, 3);
            const torch::Tensor expected =
                torch::group_norm(x.to(torch::kFloat64), 8, weight.to(torch::kFloat64),
                                  bias.to(torch::kFloat64), 1e-5);
            const torch::Tensor plain = fusedGroupNorm(x, 8, weight, bias, 1e-5, Activation::None);
            EXPECT_EQ(plain.scalar_type(), type);
            EXPECT_TRUE(plain.is_contiguous(torch::MemoryFormat::ChannelsLast));
            const double gained = gainedInput(x, 8, weight);
            EXPECT_LE(largestError(plain, expected), tolerance(type, expected, gained)) << channels;
            EXPECT_LE(largestError(fusedGroupNorm(x, 8, weight, bias, 1e-5, Activation::Silu),
                                   torch::silu(expected)),
                      tolerance(type, expected, gained))
                << channels;
        }
}

TEST(FusedOps, group_norm_of_a_far_mean_keeps_its_digits) {
    torch::NoGradGuard noGrad;
    const torch::Tensor x = noise({1, 16, 64, 64}) + 1000; // mean a thousand times the deviation
    const torch::Tensor one = torch::ones({16}), zero = torch::zeros({16});
    const torch::Tensor expected = torch::group_norm(x.to(torch::kFloat64), 4, {}, {}, 1e-5);
    // x itself has only 7 digits: 1000 / 2^24 = 6e-5
    EXPECT_LT(largestError(fusedGroupNorm(x, 4, one, zero, 1e-5, Activation::None), expected),
              3e-4);
}

TEST(FusedOps, group_norm_does_not_depend_on_the_number_of_threads) {
    torch::NoGradGuard noGrad;
    const torch::Tensor x = noise({1, 32, 40, 33}), one = torch::ones({32});
    const int before = at::get_num_threads();
    at::set_num_threads(1);
    const torch::Tensor alone = fusedGroupNorm(x, 4, one, one, 1e-5, Activation::Silu);
    at::set_num_threads(3);
    EXPECT_TRUE(torch::equal(fusedGroupNorm(x, 4, one, one, 1e-5, Activation::Silu), alone));
    at::set_num_threads(before);
}

TEST(FusedOps, layer_norm) {
    torch::NoGradGuard noGrad;
    for (const torch::Dtype type : {torch::kFloat32, torch::kBFloat16})
        for (const int64_t features : {1, 5, 16, 320, 1283}) {
            const torch::Tensor x = (noise({2, 9, features}) * 3 - 1).to(type);
            const torch::Tensor weight = noise({features}, 2), bias = noise({features}, 3);
            const torch::Tensor expected =
                torch::layer_norm(x.to(torch::kFloat64), {features}, weight.to(torch::kFloat64),
                                  bias.to(torch::kFloat64), 1e-5);
            EXPECT_LE(largestError(fusedLayerNorm(x, weight, bias, 1e-5), expected),
                      tolerance(type, expected))
                << features;
        }
}

TEST(FusedOps, geglu) {
    torch::NoGradGuard noGrad;
    for (const torch::Dtype type : {torch::kFloat32, torch::kBFloat16})
        for (const int64_t features : {1, 7, 64, 1280}) {
            const torch::Tensor x = noise({2, 5, 2 * features}).to(type);
            const auto halves = x.to(torch::kFloat64).chunk(2, -1);
            const torch::Tensor expected = halves[0] * torch::gelu(halves[1]);
            EXPECT_LE(largestError(fusedGeglu(x), expected), tolerance(type, expected)) << features;
        }
}

TEST(FusedOps, activations_hold_at_their_ends) {
    torch::NoGradGuard noGrad;
    const torch::Tensor x =
        torch::tensor({-1e30f, -100.0f, -5.0f, -1e-6f, 0.0f, 3.0f, 100.0f, 1e30f});
    const torch::Tensor gates = torch::cat({torch::ones_like(x), x});
    const torch::Tensor expected = torch::gelu(x.to(torch::kFloat64));
    EXPECT_LT(((fusedGeglu(gates).to(torch::kFloat64) - expected).abs() / (expected.abs() + 1))
                  .max()
                  .item<double>(),
              1e-6);
}

TEST(FusedOps, not_a_number_stays_visible) {
    torch::NoGradGuard noGrad;
    for (const torch::Dtype type : {torch::kFloat32, torch::kBFloat16}) {
        torch::Tensor x = noise({1, 8, 4, 4}).to(type);
        x[0][3][2][1] = std::numeric_limits<float>::quiet_NaN();
        const torch::Tensor one = torch::ones({8});
        EXPECT_TRUE(
            fusedGroupNorm(x, 4, one, one, 1e-5, Activation::Silu).isnan().any().item<bool>());
        const torch::Tensor rows = x.reshape({16, 8});
        EXPECT_TRUE(fusedLayerNorm(rows, one, one, 1e-5).isnan().any().item<bool>());
        EXPECT_TRUE(fusedGeglu(rows).isnan().any().item<bool>());
    }
}

TEST(FusedOps, are_not_used_where_gradients_are_recorded) {
    const torch::Tensor x = torch::ones({1, 2, 3, 4});
    EXPECT_FALSE(canFuse(x, 2));
    torch::NoGradGuard noGrad;
    EXPECT_TRUE(canFuse(x, 2));
    EXPECT_FALSE(canFuse(x.to(torch::kFloat64), 2));
}

TEST(FusedOps, adding_spares_memory_only_without_gradients) {
    torch::Tensor fresh = torch::ones({3});
    EXPECT_NE(addTo(fresh, fresh).data_ptr(), fresh.data_ptr());
    torch::NoGradGuard noGrad;
    EXPECT_EQ(addTo(fresh, torch::ones({3})).data_ptr(), fresh.data_ptr());
    EXPECT_EQ(fresh[0].item<float>(), 2);
}

} // namespace unlit::nn
