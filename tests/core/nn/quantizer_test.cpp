// Codes of latents against numbers worked out by hand from the papers' definitions.
#include "core/base/error.h"
#include "core/nn/vae/quantizer.h"
#include "tests/core/nn/tiny_networks.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <torch/torch.h>

namespace unlit::nn {

namespace {

using nlohmann::json;

QuantizerOptions scalars(std::vector<std::int64_t> levels) {
    QuantizerOptions options;
    options.latentChannels = static_cast<std::int64_t>(levels.size());
    options.levels = std::move(levels);
    return options;
}

QuantizerOptions lookupFree(std::int64_t bits) {
    return {.kind = QuantizerKind::LookupFree, .levels = {}, .latentChannels = bits};
}

QuantizerOptions codebookOf(std::int64_t size, std::int64_t channels) {
    return {
        .kind = QuantizerKind::Codebook, .levels = {}, .size = size, .latentChannels = channels};
}

Quantizer made(const QuantizerOptions& options) {
    Quantizer quantizer(options);
    const torch::NoGradGuard noGrad;
    initialiseWeights(*quantizer, seeded(3));
    return quantizer;
}

/// One cell: [1, C, 1, 1].
torch::Tensor cell(const std::vector<float>& numbers) {
    return torch::tensor(numbers).reshape({1, -1, 1, 1});
}

std::vector<QuantizerOptions> oneOfEachKind() {
    return {scalars({3, 5, 4}), scalars({8, 2}), lookupFree(5), codebookOf(37, 3)};
}

AutoencoderKLOptions optionsWith(const QuantizerOptions& quantizer) {
    AutoencoderKLOptions options;
    options.blockOutChannels = {16, 16};
    options.layersPerBlock = 1;
    options.normGroups = 8;
    options.latentChannels = quantizer.latentChannels;
    options.quantizer = quantizer;
    return options;
}

AutoencoderKL vaeWith(const QuantizerOptions& quantizer) {
    AutoencoderKL vae(optionsWith(quantizer));
    const torch::NoGradGuard noGrad;
    initialiseWeights(*vae, seeded(4));
    return vae;
}

} // namespace

// tanh 0.25 = 0.245 rounds to 0, the middle of three. tanh 0.6 = 0.537 of a reach of 2.002
// is 1.075: 1, the fourth of five. tanh -7 is -1: of four levels the lowest, (-1.5015 - 0.5) / 2 is
// below -1.
TEST(Quantizer, finite_scalars_are_rounded_to_their_levels) {
    const Quantizer quantizer = made(scalars({3, 5, 4}));
    const torch::Tensor latent = quantizer->bounded(cell({0.25F, 0.6F, -7.0F}));
    EXPECT_TRUE(torch::equal(quantizer->forward(latent), cell({0.0F, 0.5F, -1.0F})));
    EXPECT_EQ(quantizer->codes(latent).item<std::int64_t>(), 1 + 3 * 3 + 15 * 0);
}

TEST(Quantizer, an_even_number_of_levels_has_one_more_below_zero) {
    const Quantizer quantizer = made(scalars({4}));
    const torch::Tensor sweep = torch::linspace(-9, 9, 1001).reshape({1, 1, 1, -1});
    const torch::Tensor found =
        std::get<0>(at::_unique(quantizer->forward(quantizer->bounded(sweep))));
    EXPECT_TRUE(torch::equal(found, torch::tensor({-1.0F, -0.5F, 0.0F, 0.5F})));
    EXPECT_NEAR(quantizer->bounded(cell({0.0F})).item<double>(), 0, 1e-6); // zero stays zero
}

TEST(Quantizer, what_lies_beyond_the_levels_goes_to_the_outermost) {
    const Quantizer quantizer = made(scalars({5, 4}));
    EXPECT_TRUE(torch::equal(quantizer->forward(cell({9.0F, 9.0F})), cell({1.0F, 0.5F})));
    EXPECT_TRUE(torch::equal(quantizer->forward(cell({-9.0F, -9.0F})), cell({-1.0F, -1.0F})));
}

TEST(Quantizer, lookup_free_takes_signs_as_bits) {
    const Quantizer quantizer = made(lookupFree(4));
    const torch::Tensor z = cell({0.3F, -2.0F, 0.0F, 5.0F});
    EXPECT_TRUE(torch::equal(quantizer->forward(z), cell({1.0F, -1.0F, -1.0F, 1.0F})));
    EXPECT_EQ(quantizer->codes(z).item<std::int64_t>(), 0b1001);
}

TEST(Quantizer, a_codebook_takes_the_nearest_vector) {
    Quantizer quantizer = made(codebookOf(3, 2));
    {
        const torch::NoGradGuard noGrad;
        quantizer->codebook.copy_(torch::tensor({{0.0F, 0.0F}, {1.0F, 1.0F}, {3.0F, 0.0F}}));
    }
    // Squared distances 0.85, 0.65, 4.45 and 4.85, 2.25, 0.65.
    const torch::Tensor z = torch::tensor({{0.9F, 2.2F}, {0.2F, 0.1F}}).reshape({1, 2, 1, 2});
    EXPECT_TRUE(torch::equal(quantizer->codes(z).flatten(), torch::tensor({1, 2})));
    EXPECT_TRUE(
        torch::equal(quantizer->forward(z).flatten(), torch::tensor({1.0F, 3.0F, 1.0F, 0.0F})));
}

TEST(Quantizer, every_code_comes_back_and_is_its_own_nearest) {
    for (const QuantizerOptions& options : oneOfEachKind()) {
        const Quantizer quantizer = made(options);
        const torch::NoGradGuard noGrad;
        const torch::Tensor all = torch::arange(options.codeCount()).reshape({1, 1, -1});
        const torch::Tensor numbers = quantizer->ofCodes(all);
        EXPECT_EQ(numbers.size(1), options.latentChannels) << options.text();
        EXPECT_TRUE(torch::equal(quantizer->codes(numbers), all)) << options.text();
        EXPECT_TRUE(torch::equal(quantizer->forward(numbers), numbers)) << options.text();
    }
}

TEST(Quantizer, codes_and_numbers_of_a_latent_agree) {
    for (const QuantizerOptions& options : oneOfEachKind()) {
        const Quantizer quantizer = made(options);
        const torch::NoGradGuard noGrad;
        const torch::Tensor z =
            quantizer->bounded(noise({2, options.latentChannels, 5, 7}) * 2).contiguous();
        EXPECT_TRUE(torch::equal(quantizer->ofCodes(quantizer->codes(z)), quantizer->forward(z)))
            << options.text();
    }
}

TEST(Quantizer, gradients_go_straight_through) {
    for (const QuantizerOptions& options : oneOfEachKind()) {
        const Quantizer quantizer = made(options);
        torch::Tensor z = noise({1, options.latentChannels, 3, 3}).requires_grad_(true);
        const torch::Tensor weight = noise(z.sizes(), 9);
        (quantizer->forward(z) * weight).sum().backward();
        EXPECT_TRUE(torch::equal(z.grad(), weight)) << options.text();
    }
}

// Corners of a cube of twelve dimensions: distances are whole numbers. More cells than are compared
// with all of them at once.
TEST(Quantizer, a_large_codebook_is_searched_in_parts) {
    constexpr std::int64_t bits = 12;
    Quantizer quantizer = made(codebookOf(1 << bits, bits));
    const torch::NoGradGuard noGrad;
    const torch::Tensor corners = torch::arange(1 << bits).reshape({1, 1, -1});
    quantizer->codebook.copy_(made(lookupFree(bits))->ofCodes(corners)[0].flatten(1).t());
    const torch::Tensor many = torch::cat({corners, corners}, 2);
    const torch::Tensor near = quantizer->ofCodes(many) + 0.4 * noise({1, bits, 1, 1}).tanh();
    EXPECT_TRUE(torch::equal(quantizer->codes(near), many));
}

TEST(Quantizer, decoding_sees_codes_alone) {
    for (const QuantizerOptions& options : oneOfEachKind()) {
        AutoencoderKL vae = vaeWith(options);
        const torch::NoGradGuard noGrad;
        const DiagonalGaussian posterior = vae->encode(noise({2, 3, 16, 24}));
        const torch::Tensor numbers = vae->quantizer->forward(posterior.mean);
        EXPECT_FALSE(torch::equal(numbers, posterior.mean)) << options.text();
        EXPECT_TRUE(torch::equal(vae->decode(posterior.mean), vae->decode(numbers)))
            << options.text();
        EXPECT_TRUE((posterior.logvar == -30).all().item<bool>());
    }
}

TEST(Quantizer, only_a_codebook_adds_weights) {
    const auto keysOf = [](const AutoencoderKLOptions& options) {
        std::vector<std::string> keys;
        for (const auto& item : AutoencoderKL(options)->named_parameters())
            keys.push_back(item.key());
        return keys;
    };
    for (const QuantizerOptions& quantizer : oneOfEachKind()) {
        AutoencoderKLOptions options = optionsWith(quantizer);
        const auto with = keysOf(options);
        options.quantizer.reset();
        auto expected = keysOf(options);
        if (quantizer.kind == QuantizerKind::Codebook)
            expected.emplace_back("quantizer.codebook");
        EXPECT_EQ(with, expected) << quantizer.text();
    }
}

TEST(Quantizer, a_codebook_stays_float32) {
    EXPECT_EQ(made(codebookOf(4, 2))->weightType(torch::kBFloat16), torch::kFloat32);
}

TEST(Quantizer, its_config_is_read_as_it_is_written) {
    for (const QuantizerOptions& options : oneOfEachKind()) {
        const QuantizerOptions again = quantizerFromJson(toJson(options), options.latentChannels);
        EXPECT_EQ(again.text(), options.text());
        EXPECT_EQ(again.codeCount(), options.codeCount());
    }
    EXPECT_EQ(scalars({8, 5, 5}).codeCount(), 200);
    EXPECT_EQ(lookupFree(10).codeCount(), 1024);
}

TEST(Quantizer, a_config_that_cannot_be_is_refused) {
    const std::vector<std::pair<json, std::string>> faults = {
        {{{"name", "vq"}}, "\"vq\" is not known"},
        {{{"name", "fsq"}, {"levels", {8, 8}}}, "2 levels for 3 latent channels"},
        {{{"name", "fsq"}, {"levels", {8, 1, 8}}}, "levels"},
        {{{"name", "fsq"}, {"levels", {4096, 4096, 4096}}}, "more than 16777216 codes"},
        {{{"name", "fsq"}}, "levels"},
        {{{"name", "codebook"}}, "size"},
        {{{"name", "codebook"}, {"size", 1}}, "size"},
        {json::array(), "VAE config: quantizer"}};
    for (const auto& [config, words] : faults)
        try {
            (void)quantizerFromJson(config, 3);
            FAIL() << config;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
        }
    EXPECT_THROW((void)quantizerFromJson({{"name", "lfq"}}, 25), Error);
}

} // namespace unlit::nn
