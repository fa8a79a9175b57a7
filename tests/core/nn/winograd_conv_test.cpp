// A convolution in a quarter of the products, against LibTorch's in float64.
#include "core/nn/kernels/winograd_conv.h"

#include "core/nn/kernels/products.h"
#include "core/nn/kernels/winograd_products.h"
#include "core/nn/layers/conv_2d.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <vector>

namespace unlit::nn {

namespace {

/// In the mean square. Sums of 9 * 64 roundings of a plain convolution leave 3e-7.
constexpr double kMostOff = 5e-6;

struct ConvShape {
    int64_t samples, inputs, height, width, outputs;
    int64_t scale = 1;
};

// Tiles that are whole, cut at either edge, smaller than a tile; channels that fill no panel.
const std::vector<ConvShape> kConvShapes{
    {1, 16, 40, 40, 32},  {2, 19, 13, 37, 50},    {3, 40, 9, 34, 17},
    {2, 64, 6, 31, 96},   {1, 5, 1, 1, 3},        {5, 7, 2, 3, 16},
    {2, 20, 9, 7, 34, 2}, {1, 16, 24, 24, 16, 2}, {3, 4, 1, 2, 5, 2}};

/// Inputs of a convolution and how its result is pulled, in float64.
struct Convolved {
    explicit Convolved(const ConvShape& shape)
        : scale(shape.scale), x(noise({shape.samples, shape.inputs, shape.height, shape.width}, 1)),
          weight(noise({shape.outputs, shape.inputs, 3, 3}, 2)), bias(noise({shape.outputs}, 3)),
          pull(noise({shape.samples, shape.outputs, scale * shape.height, scale * shape.width},
                     4)) {}

    int64_t scale;
    torch::Tensor x, weight, bias, pull;
};

torch::Tensor leaf(const torch::Tensor& value, torch::Dtype type) {
    return value.to(type).clone(torch::MemoryFormat::Preserve).requires_grad_();
}

/// By LibTorch in float64, else ours.
torch::Tensor convolution(const torch::Tensor& x, const torch::Tensor& weight,
                          const torch::Tensor& bias, int64_t scale) {
    if (x.scalar_type() != torch::kFloat64)
        return winogradConv2dOf(x, weight, bias, scale);
    const torch::Tensor enlarged =
        torch::upsample_nearest2d(x, {x.size(2) * scale, x.size(3) * scale});
    return torch::conv2d(enlarged, weight, bias, 1, 1);
}

std::vector<torch::Tensor> valueAndGradients(const Convolved& of, torch::Dtype type) {
    const torch::Tensor x = leaf(of.x, type), weight = leaf(of.weight, type);
    const torch::Tensor bias = leaf(of.bias, type);
    const torch::Tensor y = convolution(x, weight, bias, of.scale);
    std::vector<torch::Tensor> all =
        torch::autograd::grad({y}, {x, weight, bias}, {of.pull.to(type)});
    all.insert(all.begin(), y.detach());
    return all;
}

void expectNearFloat64(const Convolved& of) {
    const auto truth = valueAndGradients(of, torch::kFloat64);
    const auto ours = valueAndGradients(of, torch::kFloat32);
    for (size_t i = 0; i < truth.size(); ++i) {
        ASSERT_EQ(ours[i].sizes(), truth[i].sizes());
        EXPECT_LT(relativeL2(ours[i], truth[i]), kMostOff) << "of value and gradients, " << i;
    }
}

} // namespace

TEST(WinogradConv, is_the_convolution_and_so_are_its_gradients) {
    for (const ConvShape& shape : kConvShapes) {
        SCOPED_TRACE(testing::Message()
                     << shape.inputs << " to " << shape.outputs << " at " << shape.height << " x "
                     << shape.width << ", times " << shape.scale);
        expectNearFloat64(Convolved(shape));
    }
}

// What goes in is bfloat16 already: only the results are rounded, each by 2^-8 of itself at most.
TEST(WinogradConv, bfloat16_is_rounded_once) {
    for (const ConvShape& shape : kConvShapes) {
        Convolved of(shape);
        for (torch::Tensor* value : {&of.x, &of.weight, &of.bias, &of.pull})
            *value = value->to(torch::kBFloat16).to(torch::kFloat64);
        const auto truth = valueAndGradients(of, torch::kFloat64);
        const auto ours = valueAndGradients(of, torch::kBFloat16);
        for (size_t i = 0; i < truth.size(); ++i) {
            EXPECT_EQ(ours[i].scalar_type(), torch::kBFloat16);
            EXPECT_LT(relativeL2(ours[i], truth[i]), 0x1p-8)
                << "of value and gradients, " << i << ", " << shape.inputs;
        }
    }
}

TEST(WinogradConv, takes_any_layout) {
    for (const bool isLast : {false, true}) {
        Convolved of(kConvShapes[1]);
        const auto format =
            isLast ? torch::MemoryFormat::ChannelsLast : torch::MemoryFormat::Contiguous;
        of.x = of.x.contiguous(format);
        of.weight = of.weight.contiguous(format);
        of.pull = of.pull.contiguous(format);
        expectNearFloat64(of);
        EXPECT_TRUE(winogradConv2dOf(of.x, of.weight, of.bias)
                        .is_contiguous(torch::MemoryFormat::ChannelsLast));
    }
}

TEST(WinogradConv, does_without_a_bias) {
    const Convolved of(kConvShapes[0]);
    const torch::Tensor x = leaf(of.x, torch::kFloat32);
    const torch::Tensor y = winogradConv2dOf(x, of.weight, {});
    const torch::Tensor truth =
        torch::conv2d(of.x.to(torch::kFloat64), of.weight.to(torch::kFloat64), {}, 1, 1);
    EXPECT_LT(relativeL2(y.detach(), truth), kMostOff);
    const torch::Tensor pull = torch::autograd::grad({y}, {x}, {of.pull})[0];
    EXPECT_LT(relativeL2(pull, valueAndGradients(of, torch::kFloat64)[1]), kMostOff);
}

TEST(WinogradConv, gives_the_same_numbers_with_any_number_of_threads) {
    const int before = at::get_num_threads();
    const Convolved of({3, 40, 50, 34, 33});
    at::set_num_threads(1);
    const auto alone = valueAndGradients(of, torch::kFloat32);
    for (const int threads : {2, 3}) {
        at::set_num_threads(threads);
        const auto together = valueAndGradients(of, torch::kFloat32);
        for (size_t i = 0; i < alone.size(); ++i)
            EXPECT_TRUE(torch::equal(together[i], alone[i])) << i << " with " << threads;
    }
    at::set_num_threads(before);
}

// A gradient penalty asks for them.
TEST(WinogradConv, has_gradients_of_gradients) {
    for (const ConvShape& shape : {kConvShapes[0], kConvShapes[6]}) {
        const Convolved of(shape);
        const auto second = [&of](torch::Dtype type) {
            const torch::Tensor x = leaf(of.x, type), weight = leaf(of.weight, type);
            const torch::Tensor bias = of.bias.to(type);
            const torch::Tensor y = convolution(x, weight, bias, of.scale);
            const torch::Tensor first =
                torch::autograd::grad({y.square().sum()}, {x}, {}, true, true)[0];
            return torch::autograd::grad({first.square().sum()}, {weight})[0];
        };
        EXPECT_LT(relativeL2(second(torch::kFloat32), second(torch::kFloat64)), 4 * kMostOff)
            << shape.scale;
        const torch::Tensor rounded = second(torch::kBFloat16);
        EXPECT_EQ(rounded.scalar_type(), torch::kBFloat16);
        EXPECT_LT(relativeL2(rounded, second(torch::kFloat64)), 3e-2) << shape.scale;
    }
}

TEST(WinogradConv, is_taken_where_it_pays) {
    const torch::Tensor weight = noise({32, 32, 3, 3});
    const torch::Tensor x = noise({1, 32, 32, 32}).contiguous(torch::MemoryFormat::ChannelsLast);
    EXPECT_EQ(isWinogradWorthIt(x, weight.sizes()), hasWideProducts());
    EXPECT_FALSE(isWinogradWorthIt(x, {32, 32, 1, 1}));
    EXPECT_FALSE(isWinogradWorthIt(x, {8, 32, 3, 3}));
    EXPECT_FALSE(isWinogradWorthIt(x.contiguous(), weight.sizes())) << "reference layout";
    EXPECT_EQ(isWinogradWorthIt(x.to(torch::kBFloat16), weight.sizes()),
              hasWideProducts() && !sumsBFloat16(torch::kCPU));
    EXPECT_FALSE(isWinogradWorthIt(x.to(torch::kFloat64), weight.sizes()));
    const torch::Tensor few = noise({1, 32, 8, 8}).contiguous(torch::MemoryFormat::ChannelsLast);
    EXPECT_FALSE(isWinogradWorthIt(few, weight.sizes()));
}

// Both ways that a layer computes, in the layout that decides between them.
TEST(WinogradConv, layer_gives_the_same_in_both_layouts) {
    const torch::NoGradGuard noGrad;
    Conv2d conv(Conv2dOptions{48, 64});
    initialiseWeights(*conv, seeded(3));
    const torch::Tensor x = noise({1, 48, 35, 33});
    const torch::Tensor last = x.contiguous(torch::MemoryFormat::ChannelsLast);
    EXPECT_LT(relativeL2(conv(last), conv(x)), kMostOff);
    const torch::Tensor truth =
        torch::conv2d(x.to(torch::kFloat64), conv->weight.to(torch::kFloat64),
                      conv->bias.to(torch::kFloat64), 1, 1);
    EXPECT_LT(relativeL2(conv(last), truth), kMostOff);
    EXPECT_EQ(torch::equal(conv(last), torch::conv2d(last, conv->weight, conv->bias, 1, 1)),
              !hasWideProducts());
}

} // namespace unlit::nn
