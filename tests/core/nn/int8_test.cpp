// Weights of 8 bits: the loops exactly, the products by what 8 bits can hold, the networks near
// float32.
#include "core/nn/kernels/int8_loops.h"
#include "core/nn/kernels/int8_products.h"
#include "core/nn/kernels/winograd_conv.h"
#include "core/nn/layers/conv_2d.h"
#include "core/nn/layers/linear.h"
#include "core/nn/layers/resnet_block_2d.h"
#include "core/nn/precision.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <ATen/Parallel.h>
#include <torch/types.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace unlit::nn {

namespace {

class Int8 : public testing::Test {
private:
    torch::NoGradGuard m_noGrad;
};

/// Weights that 8 bits hold exactly: whole numbers times a power of two, 127 among each output's.
torch::Tensor exactWeights(int64_t outputs, int64_t inputs) {
    torch::Tensor whole = torch::randint(-127, 128, {outputs, inputs}, seeded(5));
    whole.select(1, inputs / 2).fill_(127);
    return whole.to(torch::kFloat32) * 0x1p-9;
}

torch::Tensor inDouble(const torch::Tensor& x, const torch::Tensor& weight,
                       const torch::Tensor& bias) {
    return torch::linear(x.to(torch::kFloat64), weight.to(torch::kFloat64),
                         bias.to(torch::kFloat64));
}

} // namespace

TEST_F(Int8, every_table_of_loops_gives_the_sums) {
    constexpr int64_t kRows = 18, kPairs = 161, kStride = 2 * kPairs + 6;
    std::mt19937 random(3);
    std::uniform_int_distribution<int> number(-3000, 3000), weight(-127, 127);
    std::vector<int16_t> rows(kRows * kStride);
    for (int16_t& value : rows)
        value = static_cast<int16_t>(number(random));
    std::vector<int8_t> panel(kPairs * 2 * kInt8Outputs);
    for (int8_t& value : panel)
        value = static_cast<int8_t>(weight(random));
    for (const Int8Loops& loops : int8Loops()) {
        std::vector<int32_t> sums(kRows * kInt8Outputs, -1);
        loops.multiply(rows.data(), kStride, kRows, panel.data(), kPairs, sums.data());
        for (int64_t row = 0; row < kRows; ++row)
            for (int64_t output = 0; output < kInt8Outputs; ++output) {
                int32_t sum = 0;
                for (int64_t input = 0; input < 2 * kPairs; ++input)
                    sum += rows[static_cast<size_t>(row * kStride + input)] *
                           panel[static_cast<size_t>((input / 2 * kInt8Outputs + output) * 2 +
                                                     input % 2)];
                ASSERT_EQ(sums[static_cast<size_t>(row * kInt8Outputs + output)], sum)
                    << loops.name << ", row " << row << ", output " << output;
            }
    }
}

// The largest number of a row takes 3302 steps for 5120 inputs, 733 for 23040, and a usual one of a
// bell a quarter of them: an error of 4 / (3302 * sqrt(12)).
TEST_F(Int8, loses_next_to_nothing_where_8_bits_hold_the_weights) {
    for (const auto& [outputs, inputs, most] :
         {std::tuple{64, 320, 6e-5}, std::tuple{50, 131, 6e-5}, std::tuple{33, 5120, 5e-4},
          std::tuple{20, 23040, 3e-3}})
        for (const int64_t rows : {1, 7, 250}) {
            const torch::Tensor weight = exactWeights(outputs, inputs);
            const torch::Tensor x = torch::randn({rows, inputs}, seeded(6));
            const torch::Tensor bias = torch::randn({outputs}, seeded(7));
            const torch::Tensor truth = inDouble(x, weight, bias);
            for (const Int8Loops& loops : int8Loops())
                EXPECT_LT(relativeL2(int8LinearOf(x, *int8Of(weight), bias, loops), truth), most)
                    << rows << " rows of " << inputs << " by " << loops.name;
        }
}

// A bell's largest of 640 weights is 3.2 times its width: 127 steps of it leave an error of
// 3.2 / 127 / sqrt(12) = 0.73 %.
TEST_F(Int8, rounds_weights_as_8_bits_do) {
    const torch::Tensor weight = torch::randn({96, 640}, seeded(5));
    const torch::Tensor x = torch::randn({2, 40, 640}, seeded(6));
    const torch::Tensor bias = torch::randn({96}, seeded(7));
    const torch::Tensor y = int8LinearOf(x, *int8Of(weight), bias);
    EXPECT_EQ(y.sizes(), (std::vector<int64_t>{2, 40, 96}));
    EXPECT_LT(relativeL2(y, inDouble(x, weight, bias)), 9e-3);
    EXPECT_GT(relativeL2(y, inDouble(x, weight, bias)), 3e-3); // it did run in 8 bits
    EXPECT_LT(relativeL2(dequantised(*int8Of(weight)), weight), 9e-3);
    EXPECT_LT(relativeL2(y, inDouble(x, dequantised(*int8Of(weight)), bias)), 1e-4);
}

TEST_F(Int8, weights_are_the_nearest_whole_numbers_of_their_outputs_scale) {
    torch::Tensor weight = torch::randn({37, 131}, seeded(5)); // neither fills its panels
    weight[3].zero_();
    weight[4] = torch::linspace(-127, 127, 131) / 2; // halves among them
    const std::optional<Int8Matrix> matrix = int8Of(weight);
    ASSERT_TRUE(matrix.has_value());
    ASSERT_EQ(matrix->panels.sizes(), (std::vector<int64_t>{3, 66, 16, 2}));
    for (int64_t output = 0; output < 48; ++output)
        for (int64_t input = 0; input < 132; ++input) {
            const auto is = matrix->panels[output / 16][input / 2][output % 16][input % 2];
            float expected = 0;
            if (output < 37 && input < 131 && output != 3) {
                const auto largest = weight[output].abs().max().item<float>();
                ASSERT_EQ(matrix->scales[output].item<float>(), largest / 127);
                expected = std::nearbyint(weight[output][input].item<float>() / (largest / 127));
            }
            ASSERT_EQ(is.item<float>(), expected) << output << ", " << input;
        }
    EXPECT_TRUE(int8Of(torch::zeros({0, 5})).has_value());
    for (const float bad :
         {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()}) {
        weight[36][130] = bad;
        EXPECT_FALSE(int8Of(weight).has_value());
    }
}

TEST_F(Int8, nothing_in_gives_nothing_and_what_does_not_fit_is_refused) {
    const Int8Matrix matrix = *int8Of(torch::randn({32, 160}, seeded(5)));
    EXPECT_EQ(int8LinearOf(torch::empty({0, 160}), matrix, {}).sizes(),
              (std::vector<int64_t>{0, 32}));
    EXPECT_THROW(int8LinearOf(torch::zeros({3, 161}), matrix, {}), c10::Error);
    EXPECT_THROW(int8LinearOf(torch::zeros({3, 160}, torch::kFloat64), matrix, {}), c10::Error);
    EXPECT_THROW(int8Conv2dOf(torch::zeros({1, 161, 4, 4}), matrix, {}, {1, 1, 0}), c10::Error);
}

TEST_F(Int8, convolves_as_a_window_says) {
    struct Case {
        int64_t inputs, outputs, height, width;
        ConvWindow window;
    };

    for (const Case& of : {Case{40, 33, 9, 7, {3, 1, 1}}, Case{16, 48, 10, 11, {3, 2, 1}},
                           Case{64, 16, 5, 6, {1, 1, 0}}, Case{19, 20, 8, 8, {3, 2, 0}},
                           Case{130, 20, 4, 3, {1, 2, 0}}}) {
        const torch::Tensor x = torch::randn({2, of.inputs, of.height, of.width}, seeded(1));
        const torch::Tensor bias = torch::randn({of.outputs}, seeded(2));
        const int64_t side = of.window.kernel;
        const torch::Tensor flat = exactWeights(of.outputs, side * side * of.inputs);
        const torch::Tensor weight =
            flat.view({of.outputs, side, side, of.inputs}).permute({0, 3, 1, 2});
        const torch::Tensor truth =
            torch::conv2d(x.to(torch::kFloat64), weight.to(torch::kFloat64),
                          bias.to(torch::kFloat64), of.window.stride, of.window.padding);
        const torch::Tensor y = int8Conv2dOf(x, *int8Of(flat), bias, of.window);
        ASSERT_EQ(y.sizes(), truth.sizes());
        EXPECT_LT(relativeL2(y, truth), 2e-4) << of.inputs;
        const torch::Tensor rounded = x.to(torch::kBFloat16);
        EXPECT_LT(relativeL2(int8Conv2dOf(rounded, *int8Of(flat), bias, of.window),
                             torch::conv2d(rounded.to(torch::kFloat64), weight.to(torch::kFloat64),
                                           bias.to(torch::kFloat64), of.window.stride,
                                           of.window.padding)),
                  2e-3); // one rounding of the result to bfloat16
    }
}

TEST_F(Int8, gives_the_same_numbers_with_any_number_of_threads) {
    const int before = at::get_num_threads();
    const Int8Matrix matrix = *int8Of(torch::randn({100, 200}, seeded(5)));
    for (const int64_t rows : {2, 500}) {
        const torch::Tensor x = torch::randn({rows, 200}, seeded(6));
        at::set_num_threads(1);
        const torch::Tensor alone = int8LinearOf(x, matrix, {});
        for (const int threads : {2, 5}) {
            at::set_num_threads(threads);
            EXPECT_TRUE(torch::equal(int8LinearOf(x, matrix, {}), alone)) << threads;
        }
    }
    at::set_num_threads(before);
}

TEST_F(Int8, what_is_no_number_stays_in_its_row) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    torch::Tensor x = torch::randn({5, 160}, seeded(6));
    x[1][3] = kNan;
    x[2][159] = -kInfinity;
    x[3].zero_();
    x[4] *= 1e-41; // no normal number any more
    const torch::Tensor bias = torch::randn({32}, seeded(7));
    const torch::Tensor y = int8LinearOf(x, *int8Of(torch::randn({32, 160}, seeded(5))), bias);
    EXPECT_TRUE(torch::isfinite(y[0]).all().item<bool>());
    EXPECT_TRUE(torch::isnan(y[1]).all().item<bool>());
    EXPECT_TRUE(torch::isnan(y[2]).all().item<bool>());
    EXPECT_TRUE(torch::equal(y[3], bias));
    EXPECT_TRUE(torch::equal(y[4], bias));
}

TEST_F(Int8, an_output_of_zeros_gives_its_bias) {
    torch::Tensor weight = torch::randn({32, 160}, seeded(5));
    weight[7].zero_();
    const torch::Tensor y =
        int8LinearOf(torch::randn({4, 160}, seeded(6)), *int8Of(weight), torch::ones({32}));
    EXPECT_TRUE(torch::equal(y.select(1, 7), torch::ones({4})));
}

TEST_F(Int8, layers_that_are_small_or_damaged_stay) {
    Linear small(LinearOptions{64, 64}), few(LinearOptions{640, 8}),
        damaged(LinearOptions{640, 64});
    Linear large(LinearOptions{640, 64});
    for (Linear* linear : {&small, &few, &damaged, &large})
        initialiseWeights(**linear, seeded(3));
    damaged->weight[1][2] = std::numeric_limits<float>::quiet_NaN();
    for (Linear* linear : {&small, &few, &damaged, &large})
        keepInInt8(**linear);
    EXPECT_EQ(small->weight.scalar_type(), torch::kFloat32);
    EXPECT_EQ(few->weight.scalar_type(), torch::kFloat32);
    EXPECT_EQ(damaged->weight.scalar_type(), torch::kFloat32);
    EXPECT_EQ(large->weight.scalar_type(), torch::kInt8);
    EXPECT_EQ(large->weight.numel(), 640 * 64);
    keepInInt8(*large); // once more changes nothing
    EXPECT_EQ(large->weight.numel(), 640 * 64);
}

TEST_F(Int8, a_low_rank_update_comes_on_top) {
    Linear linear(LinearOptions{256, 32});
    initialiseWeights(*linear, seeded(3));
    keepInInt8(*linear);
    const torch::Tensor x = torch::randn({6, 256}, seeded(6));
    const torch::Tensor without = linear(x).clone();
    const auto update = std::make_shared<LowRankUpdate>();
    update->down = torch::randn({4, 256}, seeded(8));
    update->up = torch::randn({32, 4}, seeded(9));
    update->scale = 0.5;
    linear->setUpdate(update);
    const torch::Tensor added = torch::mm(torch::mm(x, update->down.t()), update->up.t()) * 0.5;
    EXPECT_LT(relativeL2(linear(x), without + added), 1e-6);
}

// Where Winograd's way is taken, weights of 8 bits are made floats; elsewhere they are multiplied.
TEST_F(Int8, a_convolution_is_near_float32_on_every_way) {
    for (const auto& [options, side] : {std::pair{Conv2dOptions{64, 48}, int64_t{40}},
                                        std::pair{Conv2dOptions{64, 48}, int64_t{6}},
                                        std::pair{Conv2dOptions{64, 48, 3, 2, 1}, int64_t{16}},
                                        std::pair{Conv2dOptions{256, 48, 1, 1, 0}, int64_t{12}}}) {
        Conv2d conv(options);
        initialiseWeights(*conv, seeded(3));
        setPrecision(*conv, torch::kFloat32);
        const torch::Tensor x = torch::randn({1, options.inChannels, side, side}, seeded(4))
                                    .contiguous(torch::MemoryFormat::ChannelsLast);
        const bool isDoubled = options.kernel == 3 && options.stride == 1;
        const torch::Tensor exact = conv(x);
        const torch::Tensor doubled = isDoubled ? conv->forwardDoubled(x) : torch::Tensor();
        keepInInt8(*conv);
        ASSERT_EQ(conv->weight.scalar_type(), torch::kInt8);
        EXPECT_EQ(conv(x).sizes(), exact.sizes());
        EXPECT_LT(relativeL2(conv(x), exact), 9e-3) << side;
        EXPECT_GT(relativeL2(conv(x), exact), 1e-3) << side;
        EXPECT_LT(relativeL2(conv->forwardUnbiased(x) + conv->bias.view({1, -1, 1, 1}), conv(x)),
                  1e-6);
        if (isDoubled) {
            EXPECT_LT(relativeL2(conv->forwardDoubled(x), doubled), 9e-3) << side;
        }
    }
}

TEST_F(Int8, a_block_that_adds_nothing_still_costs_nothing) {
    ResnetBlock2D block(ResnetBlock2DOptions{.inChannels = 32, .outChannels = 32, .groups = 8});
    initialiseWeights(*block, seeded(3));
    block->conv2->weight.zero_();
    block->conv2->bias.zero_();
    block->conv1->bias.fill_(std::numeric_limits<float>::quiet_NaN()); // seen if it were computed
    const torch::Tensor x = torch::randn({1, 32, 8, 8}, seeded(4));
    keepInInt8(*block);
    EXPECT_TRUE(torch::equal(block(x, torch::Tensor()), x));
    EXPECT_EQ(block->conv1->weight.scalar_type(), torch::kInt8);
}

// Some thirty layers round their weights by 0.7 %, as independent errors: about 3 % of what an
// untrained network gives, whose layers are worth as much as each other.
TEST_F(Int8, a_network_stays_near_float32_in_less_memory) {
    UNet2DConditionOptions options = tinyUNetOptions();
    options.blockOutChannels = {128, 192, 256};
    options.inChannels = 16; // enough for 8 bits, which its outer layers are not kept in
    options.outChannels = 16;
    UNet2DConditionModel unet = tinyUNet(options);
    const torch::Tensor sample = torch::randn({2, 16, 16, 12}, seeded(7));
    const torch::Tensor text = torch::randn({2, 2, 20}, seeded(8));
    const torch::Tensor time = torch::tensor({int64_t{981}});
    const auto bytes = [&unet] {
        std::size_t all = 0;
        for (const torch::Tensor& weight : unet->parameters())
            all += weight.nbytes();
        return static_cast<double>(all);
    };
    setPrecision(*unet, torch::kFloat32);
    const torch::Tensor exact = unet->forward(sample, time, text);
    const double before = bytes();
    keepInInt8(*unet);
    EXPECT_LT(bytes(), 0.4 * before);
    EXPECT_EQ(unet->conv_in->weight.scalar_type(), torch::kFloat32);
    EXPECT_EQ(unet->conv_out->weight.scalar_type(), torch::kFloat32);
    EXPECT_LT(relativeL2(unet->forward(sample, time, text), exact), 3e-2);
    EXPECT_GT(relativeL2(unet->forward(sample, time, text), exact), 1e-4);
}

} // namespace unlit::nn
