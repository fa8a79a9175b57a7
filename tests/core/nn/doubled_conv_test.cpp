// A convolution of a doubled picture in four kinds of pixels, against the doubled picture itself.
#include "core/nn/kernels/doubled_conv.h"

#include "core/nn/layers/conv_2d.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/types.h>

#include <vector>

namespace unlit::nn {

namespace {

torch::Tensor doubled(const torch::Tensor& x_NCHW) {
    return torch::upsample_nearest2d(x_NCHW, {x_NCHW.size(2) * 2, x_NCHW.size(3) * 2});
}

torch::Tensor numbers(std::vector<int64_t> shape, uint64_t seed, torch::Dtype type) {
    return torch::randn(shape, seeded(seed)).to(type);
}

Conv2d someConv(int64_t inputs, int64_t outputs) {
    Conv2d conv(Conv2dOptions{inputs, outputs});
    initialiseWeights(*conv, seeded(3));
    return conv;
}

} // namespace

TEST(DoubledConv, is_the_convolution_of_the_doubled_picture) {
    for (const std::vector<int64_t>& shape : std::vector<std::vector<int64_t>>{
             {1, 3, 1, 1}, {2, 5, 7, 4}, {3, 4, 2, 9}, {1, 8, 16, 16}}) {
        const torch::Tensor x = numbers(shape, 1, torch::kFloat64).requires_grad_();
        const torch::Tensor weight =
            numbers({6, shape[1], 3, 3}, 2, torch::kFloat64).requires_grad_();
        const torch::Tensor bias = numbers({6}, 4, torch::kFloat64).requires_grad_();
        const torch::Tensor plain = torch::conv2d(doubled(x), weight, bias, 1, 1);
        const torch::Tensor ours = doubledConv2dOf(x, phasesOf(weight), bias);
        ASSERT_EQ(ours.sizes(), plain.sizes());
        EXPECT_LT(relativeL2(ours, plain), 1e-14);
        EXPECT_TRUE(ours.is_contiguous(torch::MemoryFormat::ChannelsLast));

        const torch::Tensor pull = numbers(plain.sizes().vec(), 5, torch::kFloat64);
        const auto expected = torch::autograd::grad({plain}, {x, weight, bias}, {pull});
        const auto gradients = torch::autograd::grad({ours}, {x, weight, bias}, {pull});
        for (size_t i = 0; i < gradients.size(); ++i)
            EXPECT_LT(relativeL2(gradients[i], expected[i]), 1e-14) << "gradient " << i;
    }
}

TEST(DoubledConv, layer_gives_what_it_gives_for_the_doubled_picture) {
    const torch::NoGradGuard noGrad;
    for (const int64_t channels : {12, 40})  // the second takes Winograd's products in both
        for (const int64_t side : {4, 32}) { // below and above the size from which phases pay
            Conv2d conv = someConv(channels, channels);
            const torch::Tensor x = numbers({2, channels, side, side}, 6, torch::kFloat32)
                                        .contiguous(torch::MemoryFormat::ChannelsLast);
            EXPECT_EQ(isDoubledConvWorthIt(x), side == 32);
            const torch::Tensor truth =
                torch::conv2d(doubled(x).to(torch::kFloat64), conv->weight.to(torch::kFloat64),
                              conv->bias.to(torch::kFloat64), 1, 1);
            EXPECT_LT(relativeL2(conv->forwardDoubled(x), truth), channels == 12 ? 1e-6 : 5e-6)
                << channels << " channels, " << side;
        }
}

TEST(DoubledConv, layer_is_watched_once) {
    const torch::NoGradGuard noGrad;
    Conv2d conv = someConv(4, 6);
    std::vector<std::vector<int64_t>> seen;
    conv->observe(
        [&seen](std::string_view, const torch::Tensor& out) { seen.push_back(out.sizes().vec()); });
    for (const int64_t side : {4, 32})
        conv->forwardDoubled(numbers({1, 4, side, side}, 6, torch::kFloat32));
    EXPECT_EQ(seen, (std::vector<std::vector<int64_t>>{{1, 6, 8, 8}, {1, 6, 64, 64}}));
}

// Roundings to 8 bits, each off by 0.11 % in the mean square: of the picture (the same in both),
// the weights, their sums and the output.
TEST(DoubledConv, bfloat16_stays_near_float32) {
    const torch::NoGradGuard noGrad;
    Conv2d conv = someConv(64, 64);
    const torch::Tensor x = numbers({1, 64, 24, 24}, 6, torch::kFloat32).to(torch::kBFloat16);
    const torch::Tensor half = conv->forwardDoubled(x);
    EXPECT_EQ(half.scalar_type(), torch::kBFloat16);
    EXPECT_LT(relativeL2(half, conv(doubled(x.to(torch::kFloat32)))), 0.003);
}

} // namespace unlit::nn
