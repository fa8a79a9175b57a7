// bfloat16 against float32, and what stays float32.
#include "core/base/error.h"
#include "core/nn/precision.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::nn {

namespace {

UNet2DConditionOptions wideOptions() {
    UNet2DConditionOptions options = tinyUNetOptions();
    options.blockOutChannels = {64, 96, 128};
    return options;
}

} // namespace

// Rounding to 8 bits leaves a relative error of up to 2^-9 = 0.2 % in each number, 0.11 % in the
// mean square. Some thirty roundings lie between input and output of this network and add up as
// random ones do: about 0.6 %. Three percent means that something is rounded that should not be.
constexpr double kBand = 3e-2;

TEST(Precision, bfloat16_unet_stays_near_float32) {
    torch::NoGradGuard noGrad;
    UNet2DConditionModel unet = tinyUNet(wideOptions());
    const torch::Tensor sample = torch::randn({2, 4, 16, 12}, seeded(7));
    const torch::Tensor text = torch::randn({2, 2, 20}, seeded(8));
    const torch::Tensor time = torch::tensor({int64_t{981}});
    const torch::Tensor exact = unet->forward(sample, time, text);
    setPrecision(*unet, torch::kBFloat16);
    const torch::Tensor rounded = unet->forward(sample, time, text);
    EXPECT_EQ(rounded.scalar_type(), torch::kFloat32);
    EXPECT_LT(relativeL2(rounded, exact), kBand);
    EXPECT_GT(relativeL2(rounded, exact), 1e-5); // it did run in bfloat16
}

TEST(Precision, bfloat16_vae_stays_near_float32) {
    torch::NoGradGuard noGrad;
    AutoencoderKL vae = tinyVae(3);
    const torch::Tensor picture = torch::rand({1, 3, 40, 32}, seeded(7)) * 2 - 1;
    const DiagonalGaussian exact = vae->encode(picture);
    const torch::Tensor decoded = vae->decode(exact.mean);
    setPrecision(*vae, torch::kBFloat16);
    EXPECT_LT(relativeL2(vae->encode(picture).mean, exact.mean), kBand);
    EXPECT_LT(relativeL2(vae->decode(exact.mean), decoded), kBand);
}

TEST(Precision, norms_keep_float32) {
    UNet2DConditionModel unet = tinyUNet();
    setPrecision(*unet, torch::kBFloat16);
    for (const auto& parameter : unet->named_parameters()) {
        const bool isNorm = parameter.key().find("norm") != std::string::npos;
        EXPECT_EQ(parameter.value().scalar_type(), isNorm ? torch::kFloat32 : torch::kBFloat16)
            << parameter.key();
    }
}

TEST(Precision, float32_keeps_every_value) {
    UNet2DConditionModel unet = tinyUNet(), other = tinyUNet();
    setPrecision(*unet, torch::kFloat32);
    const auto before = other->named_parameters();
    for (const auto& parameter : unet->named_parameters())
        EXPECT_TRUE(torch::equal(parameter.value(), before[parameter.key()])) << parameter.key();
}

TEST(Precision, training_works_in_bfloat16) {
    UNet2DConditionModel unet = tinyUNet();
    setPrecision(*unet, torch::kBFloat16);
    unet->forward(torch::randn({1, 4, 8, 8}, seeded(7)), torch::tensor({int64_t{5}}),
                  torch::ones({1, 2, 20}))
        .square()
        .sum()
        .backward();
    for (const auto& parameter : unet->named_parameters())
        EXPECT_TRUE(parameter.value().grad().defined()) << parameter.key();
}

TEST(Precision, float16_needs_cuda) {
    UNet2DConditionModel unet = tinyUNet();
    EXPECT_THROW(setPrecision(*unet, torch::kFloat16), Error);
}

} // namespace unlit::nn
