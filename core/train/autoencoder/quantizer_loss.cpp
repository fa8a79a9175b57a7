#include "core/train/autoencoder/quantizer_loss.h"

#include <torch/nn/functional.h>
#include <torch/utils.h>

#include <algorithm>

namespace unlit::train {

namespace {

constexpr std::int64_t kMostBitsTogether = 8; ///< 256 codes a cell are held at once

/// -p log p, 0 at 0, where the slope of the logarithm alone would be infinite.
torch::Tensor entropyTerms(const torch::Tensor& p) {
    constexpr double kLeastProbability = 1e-12;
    return -p * p.clamp_min(kLeastProbability).log();
}

/// Probabilities of the 2^B codes of a group, [cells, 2^B], from those of its bits, [cells, B].
torch::Tensor codeProbabilities(const torch::Tensor& bits) {
    torch::Tensor codes = torch::ones({bits.size(0), 1}, bits.options());
    for (const torch::Tensor& bit : bits.split(1, 1))
        codes = torch::cat({codes * (1 - bit), codes * bit}, 1);
    return codes;
}

} // namespace

torch::Tensor commitLoss(const nn::Quantizer& quantizer, const torch::Tensor& z_NChw) {
    const torch::Tensor codes = quantizer->forward(z_NChw.detach());
    return (z_NChw - codes).square().mean();
}

torch::Tensor codebookLoss(const nn::Quantizer& quantizer, const torch::Tensor& z_NChw) {
    const torch::Tensor z = z_NChw.detach();
    return (quantizer->ofCodes(quantizer->codes(z)) - z).square().mean();
}

CodeEntropy codeEntropy(const torch::Tensor& z_NChw, double temperature) {
    const torch::Tensor z = z_NChw.permute({0, 2, 3, 1}).reshape({-1, z_NChw.size(1)});
    // (z - 1)² and (z + 1)² differ by 4 z; a code's probability is the product of its bits'.
    const torch::Tensor logits = z.to(torch::kFloat32) * (4 / temperature);
    const torch::Tensor bits = logits.sigmoid();
    // Of a bit, from its logits: what a sigmoid that has reached 1 no longer tells.
    const torch::Tensor ofBits = torch::softplus(logits) - bits * logits;
    CodeEntropy entropy{ofBits.sum(1).mean(), torch::zeros({}, bits.options())};
    for (const torch::Tensor& group : bits.split(kMostBitsTogether, 1))
        entropy.ofMean = entropy.ofMean + entropyTerms(codeProbabilities(group).mean(0)).sum();
    return entropy;
}

} // namespace unlit::train
