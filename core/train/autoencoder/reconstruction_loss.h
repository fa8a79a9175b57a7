// How far a reconstruction is from its picture, and a latent from what a diffusion likes.
// Legend: N pictures, C channels, H/W pixels.
#pragma once

#include "core/config/autoencoder_config.h"
#include "core/nn/vae/autoencoder_kl.h"

#include <torch/types.h>

namespace unlit::train {

/// Scalars with gradients.
struct ReconstructionLoss {
    torch::Tensor total;    ///< pixel + gradientWeight * gradient + klWeight * kl
    torch::Tensor pixel;    ///< mean |difference|, or its square
    torch::Tensor gradient; ///< see gradientLoss
    torch::Tensor kl;       ///< see klLoss
};

ReconstructionLoss reconstructionLoss(const torch::Tensor& reconstruction_NCHW,
                                      const torch::Tensor& picture_NCHW,
                                      const nn::DiagonalGaussian& posterior,
                                      const config::AutoencoderConfig& config);

/// The mean over `scales` resolutions, each half the one before (2x2 means), of the mean absolute
/// difference between the two pictures' finite differences, across and down. Resolutions at which a
/// side would be shorter than 2 are left out. Source: the multi-scale gradient matching of Li &
/// Snavely 2018 (MegaDepth), on colours.
torch::Tensor gradientLoss(const torch::Tensor& a_NCHW, const torch::Tensor& b_NCHW,
                           std::int64_t scales);

/// Kullback-Leibler divergence from a standard normal distribution, the mean over all numbers of
/// the latents: 0.5 * (mean² + variance - 1 - log variance). Source: Kingma & Welling 2014.
torch::Tensor klLoss(const nn::DiagonalGaussian& posterior);

} // namespace unlit::train
