// What is computed in one pass in 16 bits, on the processor or a GPU, against the same in float32.
#include "core/nn/cuda/captured_call.h"
#include "core/nn/cuda/captured_gradient.h"
#include "core/nn/kernels/fused_ops.h"
#include "core/nn/layers/resnet_block_2d.h"
#include "core/nn/precision.h"
#include "tests/core/nn/tiny_networks.h"
#include "tests/support/test_device.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::nn {

namespace {

using test::halfTypes;
using test::onTestDevice;

/// Rounding to 8 bits leaves 0.11 % in the mean square, to 11 bits an eighth of it; twice that.
double band(torch::Dtype type) {
    return type == torch::kBFloat16 ? 2.3e-3 : 2.9e-4;
}

torch::Tensor onDevice(torch::IntArrayRef shape, torch::Dtype type, uint64_t seed = 1) {
    return onTestDevice(noise(shape, seed)).to(type);
}

torch::Tensor wide(const torch::Tensor& x) {
    return x.to(torch::kFloat32);
}

} // namespace

TEST(HalfOps, group_norm_and_silu_are_those_of_float32) {
    const torch::NoGradGuard noGrad;
    for (const torch::Dtype type : halfTypes())
        for (const auto& shape : std::vector<std::vector<int64_t>>{
                 {2, 64, 12, 10}, {1, 320, 64, 64}, {1, 2560, 8, 8}, {3, 8, 1, 1}, {1, 96, 1, 3}}) {
            const torch::Tensor x = onDevice(shape, type) * 3 + 1;
            const torch::Tensor weight = onDevice({shape[1]}, torch::kFloat32, 2);
            const torch::Tensor offset = onDevice({shape[1]}, torch::kFloat32, 3);
            ASSERT_TRUE(canFuse(x, shape[1]));
            for (const Activation activation : {Activation::None, Activation::Silu}) {
                torch::Tensor expected = torch::group_norm(wide(x), 8, weight, offset, 1e-5);
                if (activation == Activation::Silu)
                    expected = torch::silu(expected);
                const torch::Tensor actual = fusedGroupNorm(x, 8, weight, offset, 1e-5, activation);
                EXPECT_EQ(actual.scalar_type(), type);
                if (expected.norm().item<double>() > 0) {
                    EXPECT_LT(relativeL2(wide(actual), expected), band(type)) << x.sizes();
                }
            }
        }
}

TEST(HalfOps, layer_norm_is_that_of_float32) {
    const torch::NoGradGuard noGrad;
    for (const torch::Dtype type : halfTypes())
        for (const int64_t features : {8, 320, 1280, 2048, 4096}) {
            const torch::Tensor x = onDevice({3, 7, features}, type) * 2 + 5;
            const torch::Tensor weight = onDevice({features}, torch::kFloat32, 2);
            const torch::Tensor offset = onDevice({features}, torch::kFloat32, 3);
            EXPECT_LT(relativeL2(wide(fusedLayerNorm(x, weight, offset, 1e-5)),
                                 torch::layer_norm(wide(x), {features}, weight, offset, 1e-5)),
                      band(type))
                << features;
        }
}

TEST(HalfOps, gates_are_those_of_float32) {
    const torch::NoGradGuard noGrad;
    for (const torch::Dtype type : halfTypes()) {
        const torch::Tensor x = onDevice({2, 5, 640}, type);
        const auto halves = wide(x).chunk(2, -1);
        EXPECT_LT(relativeL2(wide(fusedGeglu(x)), halves[0] * torch::gelu(halves[1])), band(type));
    }
}

// Two convolutions, two norms, a shift and a sum: about ten roundings.
TEST(HalfOps, a_residual_block_is_that_of_float32) {
    const torch::NoGradGuard noGrad;
    for (const torch::Dtype type : halfTypes())
        for (const int64_t out : {64, 96}) {
            ResnetBlock2D block(ResnetBlock2DOptions{
                .inChannels = 64, .outChannels = out, .timeDim = 128, .groups = 32});
            initialiseWeights(*block, seeded(4));
            block->eval();
            for (torch::Tensor& weight : block->parameters()) // what both compute with
                weight.copy_(weight.to(type).to(torch::kFloat32));
            const torch::Tensor x = onDevice({2, 64, 16, 12}, type);
            const torch::Tensor temb = onDevice({2, 128}, type, 5);
            setPrecision(*block, torch::kFloat32, test::testDevice());
            const torch::Tensor expected = block(wide(x), wide(temb));
            setPrecision(*block, type, test::testDevice());
            EXPECT_LT(relativeL2(wide(block(x, temb)), expected), 4 * band(type)) << out;
        }
}

TEST(HalfOps, the_same_input_gives_the_same_bytes) {
    const torch::NoGradGuard noGrad;
    for (const torch::Dtype type : halfTypes()) {
        const torch::Tensor x = onDevice({1, 320, 64, 64}, type);
        const torch::Tensor one = onDevice({320}, torch::kFloat32);
        const torch::Tensor first = fusedGroupNorm(x, 32, one, one, 1e-5, Activation::Silu);
        for (int again = 0; again < 5; ++again)
            EXPECT_TRUE(
                torch::equal(first, fusedGroupNorm(x, 32, one, one, 1e-5, Activation::Silu)));
    }
}

// What is replayed is what was computed kernel by kernel, for other numbers and other weights too.
TEST(CapturedCall, gives_the_bytes_of_the_call) {
    const torch::NoGradGuard noGrad;
    for (const torch::Dtype type : halfTypes()) {
        UNet2DConditionModel unet = tinyUNet();
        setPrecision(*unet, type, test::testDevice());
        unet->eval();
        const std::vector<torch::Tensor> weights = weightsOf(*unet);
        cuda::CapturedCall captured;
        const auto forward = [&](const std::vector<torch::Tensor>& inputs) {
            return unet->forward(inputs[0], inputs[1], inputs[2]);
        };
        for (int64_t call = 0; call < 6; ++call) {
            const std::vector<torch::Tensor> inputs = {
                onDevice({2, 4, 16, 8}, torch::kFloat32, static_cast<uint64_t>(call)),
                onTestDevice(torch::tensor({call * 100})),
                onDevice({2, 2, 20}, torch::kFloat32, 9)};
            const torch::Tensor replayed = captured.call(forward, inputs, weights);
            EXPECT_TRUE(torch::equal(replayed, forward(inputs))) << call;
            unet->conv_in->bias.add_(0.5); // in place, as an optimizer does
        }
        EXPECT_EQ(captured.recordings(), test::testDevice().is_cuda() ? 1U : 0U);
        captured.forget();
        EXPECT_EQ(captured.recordings(), 0U);
    }
}

// Two micro-batches to a step: gradients add up, and the next step begins without them.
TEST(CapturedGradient, gives_the_gradients_of_the_call) {
    UNet2DConditionModel unet = tinyUNet();
    setPrecision(*unet, torch::kFloat32, test::testDevice());
    const std::vector<torch::Tensor> weights = weightsOf(*unet);
    cuda::CapturedGradient captured;
    const auto forward = [&](const std::vector<torch::Tensor>& inputs) {
        return unet->forward(inputs[0], inputs[1], inputs[2]);
    };
    for (uint64_t step = 0; step < 4; ++step) {
        std::vector<std::vector<torch::Tensor>> gradients;
        for (const bool isCaptured : {true, false}) {
            unet->zero_grad(/*set_to_none=*/true);
            for (uint64_t micro = 0; micro < 2; ++micro) {
                const std::vector<torch::Tensor> inputs = {
                    onDevice({2, 4, 16, 8}, torch::kFloat32, 10 * step + micro),
                    onTestDevice(torch::tensor({int64_t{100}})),
                    onDevice({2, 2, 20}, torch::kFloat32, 9)};
                const torch::Tensor out =
                    isCaptured ? captured.call(forward, inputs, weights) : forward(inputs);
                out.square().mean().backward();
            }
            gradients.emplace_back();
            for (const torch::Tensor& weight : weights)
                gradients.back().push_back(weight.grad().clone());
        }
        for (size_t i = 0; i < weights.size(); ++i)
            EXPECT_LE((gradients[0][i] - gradients[1][i]).norm().item<double>(),
                      1e-5 * gradients[1][i].norm().item<double>() + 1e-7)
                << step << " " << i;
    }
    EXPECT_EQ(captured.recordings(), test::testDevice().is_cuda() ? 1U : 0U);
}

TEST(CapturedCall, sees_weights_that_were_exchanged) {
    const torch::NoGradGuard noGrad;
    torch::Tensor weight = onDevice({4}, torch::kFloat32);
    const torch::Tensor x = onDevice({4}, torch::kFloat32, 2);
    cuda::CapturedCall captured;
    const auto product = [&](const std::vector<torch::Tensor>& inputs) {
        return inputs[0] * weight;
    };
    for (int call = 0; call < 4; ++call)
        (void)captured.call(product, {x}, {weight});
    const torch::Tensor before = weight;
    weight = onDevice({4}, torch::kFloat32, 3); // as a running mean is put in its place
    EXPECT_TRUE(torch::equal(captured.call(product, {x}, {weight}), x * weight));
    weight = before;
    EXPECT_TRUE(torch::equal(captured.call(product, {x}, {weight}), x * before));
}

} // namespace unlit::nn
