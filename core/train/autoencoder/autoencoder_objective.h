// What an autoencoder is trained by, term by term. Legend: N pictures, C channels, H/W pixels.
#pragma once

#include "core/config/autoencoder_config.h"
#include "core/nn/vae/autoencoder_kl.h"
#include "core/train/autoencoder/perceptual_loss.h"

#include <torch/types.h>

#include <string>
#include <vector>

namespace unlit::train {

struct ObjectiveTerm {
    std::string name;    ///< "pixel": of the figure train/pixel
    torch::Tensor value; ///< a scalar with gradient
    double weight = 1;
    bool isOfPictures = true; ///< of reconstructions; else of latents
};

/// Of a pass that was made with `vae`: pixels and edges; "perceptual" unless `perceptual` is null;
/// of continuous latents the divergence
/// ("kl"), of codes what their kind asks for: "commit" and "codebook", "commit" and "entropy", or
/// nothing.
std::vector<ObjectiveTerm>
objectiveTerms(const nn::AutoencoderKL& vae, const torch::Tensor& picture_NCHW,
               const nn::DiagonalGaussian& posterior, const torch::Tensor& reconstruction_NCHW,
               const config::AutoencoderConfig& config, const PerceptualLoss* perceptual = nullptr);

/// The weighted sum.
torch::Tensor totalOf(const std::vector<ObjectiveTerm>& terms);

/// Throws Error::invalidInput for a setting that would do nothing in a training of this VAE: of
/// another kind of quantizer, or of continuous latents. `model` names it in the sentence.
void requireUsed(const config::AutoencoderConfig& config, const nn::AutoencoderKLOptions& vae,
                 const std::string& model);

} // namespace unlit::train
