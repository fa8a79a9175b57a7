// Losses and counts of codes against numbers worked out by hand, and against the definition
// written out over all codes.
#include "core/train/autoencoder/autoencoder_objective.h"
#include "core/train/autoencoder/code_counts.h"
#include "core/train/autoencoder/quantizer_loss.h"

#include "core/base/error.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <cmath>

using namespace unlit;
using train::CodeEntropy;
using train::codeEntropy;

namespace {

const double kLn2 = std::log(2.0);

/// Vectors (0, 0), (1, 1), (3, 0).
nn::Quantizer threeVectors() {
    nn::Quantizer quantizer(nn::QuantizerOptions{
        .kind = nn::QuantizerKind::Codebook, .levels = {}, .size = 3, .latentChannels = 2});
    quantizer->codebook.detach().copy_(torch::tensor({{0.0F, 0.0F}, {1.0F, 1.0F}, {3.0F, 0.0F}}));
    quantizer->codebook.requires_grad_(true);
    return quantizer;
}

torch::Tensor oneCell() {
    return torch::tensor({0.9F, 0.2F}).reshape({1, 2, 1, 1}).requires_grad_(true);
}

/// Cells as columns: [C, cells].
torch::Tensor cells(const torch::Tensor& z) {
    return z.reshape({1, z.size(0), 1, -1});
}

nn::AutoencoderKLOptions vaeOf(std::optional<nn::QuantizerKind> kind) {
    nn::AutoencoderKLOptions options;
    if (kind)
        options.quantizer = nn::QuantizerOptions{
            .kind = *kind, .levels = {4, 4, 4, 4}, .size = 8, .latentChannels = 4};
    return options;
}

std::string refusalOf(const config::AutoencoderConfig& config,
                      std::optional<nn::QuantizerKind> kind) {
    try {
        train::requireUsed(config, vaeOf(kind), "models/x");
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace

// (0.9, 0.2) goes to (1, 1): squares 0.01 and 0.64, their mean 0.325.
TEST(QuantizerLoss, the_latent_is_drawn_to_its_code) {
    const nn::Quantizer quantizer = threeVectors();
    torch::Tensor z = oneCell();
    const torch::Tensor loss = train::commitLoss(quantizer, z);
    loss.backward();
    EXPECT_NEAR(loss.item<double>(), 0.325, 1e-6);
    EXPECT_TRUE(torch::allclose(z.grad().flatten(), torch::tensor({-0.1F, -0.8F})));
    EXPECT_FALSE(quantizer->codebook.grad().defined());
}

TEST(QuantizerLoss, the_code_is_drawn_to_the_latent) {
    const nn::Quantizer quantizer = threeVectors();
    torch::Tensor z = oneCell();
    const torch::Tensor loss = train::codebookLoss(quantizer, z);
    loss.backward();
    EXPECT_NEAR(loss.item<double>(), 0.325, 1e-6);
    EXPECT_FALSE(z.grad().defined());
    EXPECT_TRUE(torch::allclose(quantizer->codebook.grad(),
                                torch::tensor({{0.0F, 0.0F}, {0.1F, 0.8F}, {0.0F, 0.0F}})));
}

TEST(QuantizerLoss, a_cell_that_knows_nothing_has_all_entropy) {
    const CodeEntropy entropy = codeEntropy(torch::zeros({2, 3, 2, 2}), 1);
    EXPECT_NEAR(entropy.ofCells.item<double>(), 3 * kLn2, 1e-6);
    EXPECT_NEAR(entropy.ofMean.item<double>(), 3 * kLn2, 1e-6);
}

// Two codes in use, each by a cell that is sure: no entropy of cells, that of a coin for the mean,
// though either bit alone would look like a coin, too.
TEST(QuantizerLoss, the_mean_is_of_codes_and_not_of_bits) {
    const torch::Tensor z = torch::tensor({{9.0F, -9.0F}, {9.0F, -9.0F}});
    const CodeEntropy entropy = codeEntropy(cells(z), 1);
    EXPECT_NEAR(entropy.ofCells.item<double>(), 0, 1e-6);
    EXPECT_NEAR(entropy.ofMean.item<double>(), kLn2, 1e-6);
}

TEST(QuantizerLoss, entropies_are_those_of_a_softmax_over_all_codes) {
    const double temperature = 0.7;
    const torch::Tensor z = torch::randn({3, 10}, torch::kFloat64);
    std::vector<torch::Tensor> distances;
    for (int code = 0; code < 8; ++code) {
        torch::Tensor corner = torch::empty({3, 1}, torch::kFloat64);
        for (int bit = 0; bit < 3; ++bit)
            corner[bit][0] = (code >> bit & 1) != 0 ? 1.0 : -1.0;
        distances.push_back((z - corner).square().sum(0));
    }
    const torch::Tensor p = (-torch::stack(distances) / temperature).softmax(0); // [8, cells]
    const torch::Tensor mean = p.mean(1);
    const CodeEntropy entropy = codeEntropy(cells(z), temperature);
    EXPECT_NEAR(entropy.ofCells.item<double>(), -(p * p.log()).sum(0).mean().item<double>(), 1e-5);
    EXPECT_NEAR(entropy.ofMean.item<double>(), -(mean * mean.log()).sum().item<double>(), 1e-5);
}

TEST(QuantizerLoss, entropy_has_a_gradient_also_where_cells_are_sure) {
    torch::Tensor sure = torch::tensor({{50.0F, 50.0F}}).requires_grad_(true);
    codeEntropy(cells(sure), 0.01).ofMean.backward();
    EXPECT_TRUE(sure.grad().isfinite().all().item<bool>()) << sure.grad();
    torch::Tensor z = torch::tensor({{50.0F, 0.001F}}).requires_grad_(true);
    const CodeEntropy entropy = codeEntropy(cells(z), 0.01);
    (entropy.ofCells - entropy.ofMean).backward();
    EXPECT_TRUE(z.grad().isfinite().all().item<bool>()) << z.grad();
    EXPECT_NE(z.grad()[0][1].item<double>(), 0);
}

// Ten bits: eight and two. Cells that know nothing have ten coins either way.
TEST(QuantizerLoss, more_than_eight_bits_are_taken_in_groups) {
    const CodeEntropy entropy = codeEntropy(torch::zeros({1, 10, 2, 2}), 1);
    EXPECT_NEAR(entropy.ofMean.item<double>(), 10 * kLn2, 1e-5);
}

TEST(CodeCounts, usage_and_perplexity) {
    train::CodeCounts counts;
    EXPECT_EQ(counts.usageOf(4), 0);
    EXPECT_EQ(counts.perplexity(), 0);
    counts.add(torch::tensor({{7, 7}, {7, 7}}));
    EXPECT_DOUBLE_EQ(counts.usageOf(8), 1.0 / 8);
    EXPECT_NEAR(counts.perplexity(), 1, 1e-12);
    counts.add(torch::tensor({0, 0, 0, 0}));
    EXPECT_DOUBLE_EQ(counts.usageOf(8), 2.0 / 8);
    EXPECT_NEAR(counts.perplexity(), 2, 1e-12);
    counts.add(torch::tensor({1, 1, 1, 1, 1, 1, 1, 1})); // shares 1/4, 1/4, 1/2: 1.5 bits
    EXPECT_NEAR(counts.perplexity(), std::exp(1.5 * kLn2), 1e-12);
}

TEST(AutoencoderSettings, that_would_do_nothing_are_refused) {
    using Kind = nn::QuantizerKind;
    const config::AutoencoderConfig usual;
    for (const auto kind : {std::optional<Kind>(), std::optional(Kind::FiniteScalar),
                            std::optional(Kind::LookupFree), std::optional(Kind::Codebook)})
        EXPECT_EQ(refusalOf(usual, kind), "");
    config::AutoencoderConfig config = usual;
    config.klWeight = 0.5;
    EXPECT_EQ(refusalOf(config, {}), "");
    EXPECT_NE(refusalOf(config, Kind::Codebook)
                  .find("autoencoder.kl_weight does nothing: the VAE of models/x has the quantizer "
                        "codebook of 8"),
              std::string::npos)
        << refusalOf(config, Kind::Codebook);
    config.klWeight = 0; // says that there is none
    EXPECT_EQ(refusalOf(config, Kind::Codebook), "");
    config = usual;
    config.quantizer.commitWeight = 1;
    EXPECT_NE(refusalOf(config, {}).find("continuous latents"), std::string::npos);
    EXPECT_NE(refusalOf(config, Kind::FiniteScalar), "");
    EXPECT_EQ(refusalOf(config, Kind::LookupFree), "");
    config = usual;
    config.quantizer.entropyWeight = 1;
    EXPECT_NE(refusalOf(config, Kind::Codebook), "");
    EXPECT_EQ(refusalOf(config, Kind::LookupFree), "");
}
