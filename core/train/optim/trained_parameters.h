// The weights of a network that learn.
#pragma once

#include "core/nn/vae/autoencoder_kl.h"
#include "core/train/optim/optimizer.h"

#include <vector>

namespace unlit::train {

/// All weights of the network, which get gradients from now on.
std::vector<NamedParameter> trainedParametersOf(torch::nn::Module& network);

/// Those between latents and pictures (post_quant_conv, decoder), which get gradients from now on;
/// the encoder's get none: latents stay what they are.
std::vector<NamedParameter> trainedDecoderOf(nn::AutoencoderKL& vae);

} // namespace unlit::train
