// A VAE that begins as an image pyramid.
#include "core/weights/start/pyramid_start.h"

#include "core/base/error.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/weights/module_loader.h"
#include "core/weights/start/pyramid_coefficients.h"

#include <gtest/gtest.h>

#include <ATen/CPUGeneratorImpl.h>
#include <torch/utils.h>

#include <cmath>
#include <numbers>

using namespace unlit;
using namespace unlit::weights;

namespace {

nn::AutoencoderKLOptions optionsOf(std::vector<int64_t> widths, int64_t latents, int64_t groups) {
    nn::AutoencoderKLOptions options;
    options.blockOutChannels = std::move(widths);
    options.latentChannels = latents;
    options.normGroups = groups;
    options.layersPerBlock = 1;
    options.midBlockAttention = false;
    return options;
}

/// What training would start from: random, all residual branches zero, then the pyramid.
nn::AutoencoderKL vaeOf(const nn::AutoencoderKLOptions& options) {
    nn::AutoencoderKL vae(options);
    const torch::NoGradGuard noGrad;
    nn::initialiseWeights(*vae, at::make_generator<at::CPUGeneratorImpl>(5));
    StateDict state = stateDictOf(*vae);
    for (auto& [name, tensor] : state)
        if (name.find(".conv2.") != std::string::npos)
            tensor.zero_();
    startAsPyramid(state, options);
    return vae;
}

/// Waves of `period` pixels in both directions, another phase for each colour.
torch::Tensor waves(double period) {
    const torch::Tensor x = torch::arange(64, torch::kFloat64) * (2 * std::numbers::pi / period);
    std::vector<torch::Tensor> colours;
    for (const double phase : {0.3, 1.1, 2.3})
        colours.push_back(torch::outer(torch::sin(x + phase), torch::cos(0.7 * x - phase)));
    return 0.7 * torch::stack(colours).unsqueeze(0).to(torch::kFloat32);
}

/// Root of the mean squared error relative to the picture, away from the borders.
double errorOf(nn::AutoencoderKL& vae, const torch::Tensor& picture) {
    const torch::NoGradGuard noGrad;
    const auto inside = [](const torch::Tensor& x) { return x.slice(2, 16, 48).slice(3, 16, 48); };
    const torch::Tensor out = vae->decode(vae->encode(picture).mean);
    return (inside(out - picture).norm() / inside(picture).norm()).item<double>();
}

/// What is left of a wave by arithmetic: each halving and doubling blurs by (1, 2, 1)/4, and the
/// first and the last are sharpened.
double heightOf(double radians, int levels) {
    double height = 1;
    for (int level = 1; level <= levels; ++level, radians *= 2)
        height *= level == 1 || level == levels
                      ? 2.0 / 3 + std::cos(radians) / 2 - std::cos(2 * radians) / 6
                      : 0.5 + std::cos(radians) / 2;
    return height;
}

} // namespace

TEST(Pyramid, coefficients_are_taken_from_coarse_to_fine_and_luma_first) {
    const auto all = pyramid(2, 24);
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].size(), 3U); // the picture's luma and two chromas
    EXPECT_EQ(all[1].size(), 6U); // luma in four parts, the chromas' means
    ASSERT_EQ(all[2].size(), 24U);
    for (std::size_t i = 0; i < 24; ++i) {
        EXPECT_EQ(all[2][i].fineness(), i < 3 ? 0 : i < 12 ? 1 : 2) << i;
        if (i >= 12) {
            EXPECT_EQ(all[2][i].colour, 0) << i;
        }
    }
    EXPECT_EQ(pyramid(1, 1000)[1].size(), 12U) << "no more than there are";
}

TEST(Pyramid, a_picture_survives_encoding_and_decoding_before_any_training) {
    for (const auto& options :
         {optionsOf({16}, 3, 4), optionsOf({16, 32}, 12, 4), optionsOf({16, 64, 128}, 48, 4),
          optionsOf({64, 64, 64}, 24, 8), optionsOf({16, 64, 128, 128}, 40, 4)}) {
        nn::AutoencoderKL vae = vaeOf(options);
        const auto factor = static_cast<double>(options.downscaleFactor());
        EXPECT_LT(errorOf(vae, torch::full({1, 3, 64, 64}, 0.4)), 0.05) << factor;
        for (const double period : {16 * factor, 8 * factor}) {
            const double radians = 2 * std::numbers::pi / period;
            const int levels = static_cast<int>(options.blockOutChannels.size()) - 1;
            const double lost = 1 - heightOf(radians, levels) * heightOf(0.7 * radians, levels);
            EXPECT_LT(errorOf(vae, waves(period)), std::abs(lost) + 0.04) << period;
        }
    }
}

TEST(Pyramid, more_latents_keep_finer_detail) {
    double before = 1e9;
    for (const int64_t latents : {3, 12, 24, 48}) {
        nn::AutoencoderKL vae = vaeOf(optionsOf({64, 64, 128}, latents, 4));
        const double error = errorOf(vae, waves(5));
        EXPECT_LT(error, before) << latents;
        before = error;
    }
}

// Zeros in front of zeros would never learn: one step must reach every layer but the residuals'
// first halves, which wait for their second ones.
TEST(Pyramid, every_layer_has_a_gradient_after_two_steps) {
    nn::AutoencoderKL vae = vaeOf(optionsOf({16, 32, 64}, 24, 4));
    torch::manual_seed(1);
    const torch::Tensor picture = torch::rand({1, 3, 32, 32}) * 2 - 1;
    for (int step = 0; step < 2; ++step) {
        const nn::DiagonalGaussian latent = vae->encode(picture);
        const torch::Tensor noise = torch::randn_like(latent.mean) * (0.5 * latent.logvar).exp();
        (vae->decode(latent.mean + noise) - picture).square().mean().backward();
        const torch::NoGradGuard noGrad;
        for (const auto& weight : vae->named_parameters()) {
            if (step == 1) {
                EXPECT_GT(weight.value().grad().abs().max().item<float>(), 0) << weight.key();
            }
            weight.value().add_(weight.value().grad().sign(), -1e-3);
            weight.value().mutable_grad().zero_();
        }
    }
}

TEST(Pyramid, too_narrow_a_network_is_refused_with_a_sentence) {
    const auto narrow = optionsOf({8, 16}, 12, 8); // groups of one channel
    EXPECT_FALSE(pyramidObstacle(narrow).empty());
    nn::AutoencoderKL vae(narrow);
    StateDict state = stateDictOf(*vae);
    EXPECT_THROW(startAsPyramid(state, narrow), Error);
    EXPECT_TRUE(pyramidObstacle(optionsOf({16, 32, 64}, 24, 4)).empty());
}
