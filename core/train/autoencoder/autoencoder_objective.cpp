#include "core/train/autoencoder/autoencoder_objective.h"

#include "core/base/error.h"
#include "core/train/autoencoder/quantizer_loss.h"
#include "core/train/autoencoder/reconstruction_loss.h"

namespace unlit::train {

namespace {

void addQuantizerTerms(const nn::Quantizer& quantizer, const torch::Tensor& z_NChw,
                       const config::QuantizerLossConfig& config,
                       std::vector<ObjectiveTerm>& terms) {
    const nn::QuantizerKind kind = quantizer->options().kind;
    if (kind == nn::QuantizerKind::FiniteScalar)
        return;
    terms.push_back({"commit", commitLoss(quantizer, z_NChw), config.commitWeight, false});
    if (kind == nn::QuantizerKind::Codebook) {
        terms.push_back({"codebook", codebookLoss(quantizer, z_NChw), 1, false});
        return;
    }
    const CodeEntropy entropy = codeEntropy(z_NChw, config.entropyTemperature);
    terms.push_back({"entropy", entropy.ofCells - entropy.ofMean, config.entropyWeight, false});
}

struct UnusedWeight {
    std::string key;
    double given = 0, usual = 0;
    bool isUsed = false;
};

} // namespace

std::vector<ObjectiveTerm>
objectiveTerms(const nn::AutoencoderKL& vae, const torch::Tensor& picture_NCHW,
               const nn::DiagonalGaussian& posterior, const torch::Tensor& reconstruction_NCHW,
               const config::AutoencoderConfig& config, const PerceptualLoss* perceptual) {
    std::vector<ObjectiveTerm> terms = {
        {"pixel", pixelLoss(reconstruction_NCHW, picture_NCHW, config.pixelLoss)},
        {"gradient", gradientLoss(reconstruction_NCHW, picture_NCHW, config.gradientScales),
         config.gradientWeight}};
    if (perceptual != nullptr)
        terms.push_back({"perceptual", (*perceptual)(reconstruction_NCHW, picture_NCHW),
                         config.perceptual->weight});
    if (vae->quantizer)
        addQuantizerTerms(vae->quantizer, posterior.mean, config.quantizer, terms);
    else
        terms.push_back({"kl", klLoss(posterior), config.klWeight, false});
    return terms;
}

torch::Tensor totalOf(const std::vector<ObjectiveTerm>& terms) {
    torch::Tensor total;
    for (const ObjectiveTerm& term : terms) {
        const torch::Tensor part = term.weight == 1 ? term.value : term.weight * term.value;
        total = total.defined() ? total + part : part;
    }
    return total;
}

void requireUsed(const config::AutoencoderConfig& config, const nn::AutoencoderKLOptions& vae,
                 const std::string& model) {
    const config::AutoencoderConfig usual;
    const auto is = [&vae](nn::QuantizerKind kind) {
        return vae.quantizer && vae.quantizer->kind == kind;
    };
    const auto& own = config.quantizer;
    const bool hasEntropy = is(nn::QuantizerKind::LookupFree);
    for (const UnusedWeight& weight :
         {UnusedWeight{"kl_weight", config.klWeight, usual.klWeight,
                       !vae.quantizer || config.klWeight == 0},
          UnusedWeight{"quantizer.commit_weight", own.commitWeight, usual.quantizer.commitWeight,
                       hasEntropy || is(nn::QuantizerKind::Codebook)},
          UnusedWeight{"quantizer.entropy_weight", own.entropyWeight, usual.quantizer.entropyWeight,
                       hasEntropy},
          UnusedWeight{"quantizer.entropy_temperature", own.entropyTemperature,
                       usual.quantizer.entropyTemperature, hasEntropy}})
        if (!weight.isUsed && weight.given != weight.usual)
            throw Error::invalidInput("autoencoder." + weight.key + " does nothing: the VAE of " +
                                          model + " has " +
                                          (vae.quantizer ? "the quantizer " + vae.quantizer->text()
                                                         : "continuous latents"),
                                      "take it out of the recipe");
}

} // namespace unlit::train
