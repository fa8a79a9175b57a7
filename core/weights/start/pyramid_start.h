// Weights with which a VAE begins as an image pyramid instead of as noise.
#pragma once

#include "core/nn/vae/vae_options.h"
#include "core/weights/state_dict.h"

namespace unlit::weights {

/// Overwrites what matters of a random VAE (state by diffusers' names, float32, in place) so that
/// encoding and decoding is a linear pyramid from the first step on: luma and chroma, halved once
/// per resolution into means and differences of neighbours, all residual branches zero. The
/// latents are its coarsest means, then differences from coarse to fine, luma before chroma, as
/// many as there are latent channels. What remains random learns as usual.
///
/// Why: nearest-neighbour upsampling cannot draw a pattern inside a cell, so that a decoder of
/// random weights needs thousands of steps until neighbouring cells agree on one. The
/// halvings are such that nearest upsampling and a 3x3 convolution invert them but for the finest
/// detail of each; see Burt and Adelson, "The Laplacian Pyramid as a Compact
/// Image Code", 1983, for the idea.
///
/// Throws Error::invalidInput where the widths leave no room: see pyramidObstacle.
void startAsPyramid(StateDict& state, const nn::AutoencoderKLOptions& options);

/// Why these widths cannot begin as a pyramid; empty when they can.
std::string pyramidObstacle(const nn::AutoencoderKLOptions& options);

} // namespace unlit::weights
