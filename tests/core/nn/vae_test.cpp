// The autoencoder's shapes and bounds.
#include "core/base/error.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>

#include <torch/utils.h>

namespace unlit::nn {

TEST(AutoencoderKL, every_power_of_two_is_a_factor) {
    torch::NoGradGuard noGrad;
    for (const size_t blocks : {1, 2, 3, 5}) {
        AutoencoderKL vae = tinyVae(blocks);
        const int64_t factor = vae->options().downscaleFactor();
        EXPECT_EQ(factor, int64_t{1} << (blocks - 1));
        const torch::Tensor picture = torch::randn({2, 3, 32, 48}, seeded(1));
        const DiagonalGaussian posterior = vae->encode(picture);
        EXPECT_EQ(posterior.mean.sizes(), (std::vector<int64_t>{2, 4, 32 / factor, 48 / factor}));
        EXPECT_EQ(vae->decode(posterior.mean).sizes(), picture.sizes());
    }
}

TEST(AutoencoderKL, sides_are_floored_to_the_factor) {
    torch::NoGradGuard noGrad;
    AutoencoderKL vae = tinyVae(4);
    const DiagonalGaussian posterior = vae->encode(torch::zeros({1, 3, 70, 93}));
    EXPECT_EQ(posterior.mean.sizes(), (std::vector<int64_t>{1, 4, 8, 11}));
}

TEST(AutoencoderKL, a_picture_below_the_factor_is_refused_in_words) {
    AutoencoderKL vae = tinyVae(4);
    try {
        vae->encode(torch::zeros({1, 3, 7, 100}));
        FAIL() << "was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::InvalidInput);
        EXPECT_NE(std::string(error.what()).find("100x7"), std::string::npos) << error.what();
    }
    EXPECT_NO_THROW(vae->encode(torch::zeros({1, 3, 8, 8})));
}

TEST(AutoencoderKL, log_variance_is_clamped) {
    torch::NoGradGuard noGrad;
    AutoencoderKL vae = tinyVae(2);
    vae->quant_conv->bias.slice(0, 4, 6).fill_(1000);
    vae->quant_conv->bias.slice(0, 6, 8).fill_(-1000);
    const torch::Tensor logvar = vae->encode(torch::zeros({1, 3, 8, 8})).logvar;
    EXPECT_TRUE((logvar.slice(1, 0, 2) == 20).all().item<bool>());
    EXPECT_TRUE((logvar.slice(1, 2, 4) == -30).all().item<bool>());
}

TEST(AutoencoderKL, padding_lies_right_and_below_only) {
    torch::NoGradGuard noGrad;
    Downsample2D half(Downsample2DOptions{1, DownsamplePadding::RightBottom});
    half->conv->weight.fill_(1);
    half->conv->bias.zero_();
    const torch::Tensor out = half(torch::ones({1, 1, 4, 4}));
    EXPECT_TRUE(torch::equal(out[0][0], torch::tensor({{9.0f, 6.0f}, {6.0f, 4.0f}})));
    Downsample2D all(Downsample2DOptions{1, DownsamplePadding::AllSides});
    all->conv->weight.fill_(1);
    all->conv->bias.zero_();
    EXPECT_TRUE(torch::equal(all(torch::ones({1, 1, 4, 4}))[0][0],
                             torch::tensor({{4.0f, 6.0f}, {6.0f, 9.0f}})));
}

} // namespace unlit::nn
