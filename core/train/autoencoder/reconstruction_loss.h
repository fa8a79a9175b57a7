// How far a reconstruction is from its picture, and a latent from what a diffusion likes.
// Legend: N pictures, C channels, H/W pixels.
#pragma once

#include "core/config/autoencoder_config.h"
#include "core/nn/vae/autoencoder_kl.h"

#include <torch/types.h>

namespace unlit::train {

// All of them give a scalar with gradient.

/// Mean |difference|, or its square.
torch::Tensor pixelLoss(const torch::Tensor& a_NCHW, const torch::Tensor& b_NCHW,
                        config::PixelLoss kind);

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
