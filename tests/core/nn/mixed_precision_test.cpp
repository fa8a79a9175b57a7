// bfloat16 arithmetic on float32 weights: what training in mixed precision rests on.
#include "core/nn/precision.h"
#include "core/weights/module_loader.h"
#include "core/weights/start/pyramid_start.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::nn {

namespace {

UNet2DConditionModel wideUNet() {
    UNet2DConditionOptions options = tinyUNetOptions();
    options.blockOutChannels = {64, 96, 128};
    return tinyUNet(options);
}

torch::Tensor prediction(UNet2DConditionModel& unet) {
    return unet->forward(torch::randn({2, 4, 16, 12}, seeded(7)), torch::tensor({int64_t{400}}),
                         torch::randn({2, 2, 20}, seeded(8)));
}

} // namespace

TEST(MixedPrecision, computes_what_a_bfloat16_network_computes) {
    const torch::NoGradGuard noGrad;
    UNet2DConditionModel mixed = wideUNet(), whole = wideUNet();
    mixed->setComputeType(torch::kBFloat16);
    setPrecision(*whole, torch::kBFloat16);
    EXPECT_TRUE(torch::equal(prediction(mixed), prediction(whole)));
}

TEST(MixedPrecision, keeps_weights_and_gradients_in_float32) {
    UNet2DConditionModel unet = wideUNet();
    unet->setComputeType(torch::kBFloat16);
    const torch::Tensor out = prediction(unet);
    EXPECT_EQ(out.scalar_type(), torch::kFloat32);
    out.square().mean().backward();
    for (const auto& weight : unet->named_parameters()) {
        EXPECT_EQ(weight.value().scalar_type(), torch::kFloat32) << weight.key();
        ASSERT_TRUE(weight.value().grad().defined()) << weight.key();
        EXPECT_EQ(weight.value().grad().scalar_type(), torch::kFloat32) << weight.key();
    }
}

// Each of some hundred roundings to 8 bits on the way forth and back is off by 0.11 % in the mean
// square; random ones add up to about 1 %. The same band as of the prediction, three times that.
TEST(MixedPrecision, gradients_stay_near_those_of_float32) {
    UNet2DConditionModel unet = wideUNet();
    std::vector<torch::Tensor> gradients;
    for (const auto type : {torch::kFloat32, torch::kBFloat16}) {
        unet->setComputeType(type);
        prediction(unet).square().mean().backward();
        std::vector<torch::Tensor> all;
        for (torch::Tensor& weight : unet->parameters()) {
            all.push_back(weight.grad().flatten().clone());
            weight.mutable_grad() = torch::Tensor();
        }
        gradients.push_back(torch::cat(all));
    }
    EXPECT_LT(relativeL2(gradients[1], gradients[0]), 3e-2);
    EXPECT_GT(relativeL2(gradients[1], gradients[0]), 1e-5);
}

// The VAE's posterior and its picture leave in float32 and lie within the same bands. One that
// begins as a pyramid hands a picture through, as a trained one does; a random one would blow up
// small differences in each of its norms.
TEST(MixedPrecision, the_vae_stays_near_float32_forth_and_back) {
    AutoencoderKLOptions options;
    options.blockOutChannels = {16, 32};
    options.layersPerBlock = 1;
    options.latentChannels = 12;
    options.normGroups = 4;
    AutoencoderKL vae(options);
    {
        const torch::NoGradGuard noGrad;
        initialiseWeights(*vae, seeded(2));
        weights::StateDict state = weights::stateDictOf(*vae);
        for (auto& [name, tensor] : state)
            if (name.find(".conv2.") != std::string::npos)
                tensor.zero_();
        weights::startAsPyramid(state, options);
    }
    const torch::Tensor picture = torch::randn({2, 3, 32, 32}, seeded(7)).clamp(-1, 1);
    std::vector<torch::Tensor> pictures, gradients;
    for (const auto type : {torch::kFloat32, torch::kBFloat16}) {
        vae->setComputeType(type);
        const torch::Tensor out = vae->decode(vae->encode(picture).mean);
        EXPECT_EQ(out.scalar_type(), torch::kFloat32);
        (out - picture).square().mean().backward();
        std::vector<torch::Tensor> all;
        for (torch::Tensor& weight : vae->parameters()) {
            EXPECT_EQ(weight.grad().scalar_type(), torch::kFloat32);
            all.push_back(weight.grad().flatten().clone());
            weight.mutable_grad() = torch::Tensor();
        }
        pictures.push_back(out.detach());
        gradients.push_back(torch::cat(all));
    }
    EXPECT_LT(relativeL2(pictures[1], pictures[0]), 1e-2);
    EXPECT_LT(relativeL2(gradients[1], gradients[0]), 3e-2);
    EXPECT_GT(relativeL2(gradients[1], gradients[0]), 1e-5);
}

// A weight of 1 and a gradient step of 2^-10: bfloat16 alone would swallow it.
TEST(MixedPrecision, small_steps_of_a_weight_are_not_lost) {
    UNet2DConditionModel unet = wideUNet();
    unet->setComputeType(torch::kBFloat16);
    const torch::NoGradGuard noGrad;
    torch::Tensor& weight = unet->conv_in->weight;
    weight.fill_(1);
    for (int step = 0; step < 16; ++step)
        weight.add_(std::ldexp(1.0, -10));
    EXPECT_EQ(weight.max().item<float>(), 1.0F + std::ldexp(1.0F, -6));
}

TEST(MixedPrecision, gradient_checkpointing_gives_the_same_bits) {
    UNet2DConditionModel unet = wideUNet();
    unet->setComputeType(torch::kBFloat16);
    std::vector<torch::Tensor> losses, gradients;
    for (const bool isOn : {false, true}) {
        unet->setGradientCheckpointing(isOn);
        const torch::Tensor loss = prediction(unet).square().mean();
        loss.backward();
        losses.push_back(loss.detach());
        gradients.push_back(unet->conv_in->weight.grad().clone());
        unet->zero_grad();
    }
    EXPECT_TRUE(torch::equal(losses[0], losses[1]));
    EXPECT_TRUE(torch::equal(gradients[0], gradients[1]));
}

} // namespace unlit::nn
