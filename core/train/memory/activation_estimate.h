// How much memory a network's values take while it learns, from its options alone: nothing is
// computed. Legend: H/W pixels or latent cells, C channels, T = H*W tokens.
#pragma once

#include "core/nn/unet/unet_options.h"
#include "core/nn/vae/vae_options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace unlit::train {

/// Floats of one sample.
struct Activations {
    double kept = 0;    ///< from the forward to the backward pass
    double passing = 0; ///< beside them for a moment, at the layer that needs most
};

/// What a backward pass will ask for: the inputs of convolutions, linear layers, norms and
/// nonlinearities, and the weights of every attention. `checkpointed`: of a block only its inputs
/// are kept, and one block at a time is whole.
Activations unetActivations(const nn::UNet2DConditionOptions& options, std::int64_t latentHeight,
                            std::int64_t latentWidth, bool checkpointed);

/// Encoder and decoder of one picture, with a backward pass; without the encoder's where it is
/// frozen.
Activations vaeActivations(const nn::AutoencoderKLOptions& options, std::int64_t height,
                           std::int64_t width, bool isEncoderFrozen);

/// One picture through the encoder without a backward pass: the layer that needs most.
double encodingFloats(const nn::AutoencoderKLOptions& options, std::int64_t height,
                      std::int64_t width);

/// Parameters of LoRA additions of this rank on these projections (LoraOptions).
std::uint64_t loraParameters(const nn::UNet2DConditionOptions& options, std::int64_t rank,
                             const std::vector<std::string>& targets);

} // namespace unlit::train
