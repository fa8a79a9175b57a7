// The VAEs' passes as a run asks for them; on a GPU those of moderate pictures are replayed.
#pragma once

#include "core/infer/loaded_model.h"

#include <torch/types.h>

namespace unlit::infer {

/// Mean of the posterior, [N, L, h, w] on the model's device, not scaled. `vae` is one of the
/// model's and on that device (visiting_vae.h); picture: [-1, 1].
torch::Tensor encodedMean(LoadedModel& model, nn::AutoencoderKL& vae,
                          const torch::Tensor& picture_N3HW);

/// [N, 3, H, W] in about [-1, 1], by the target's VAE; latent: divided by its scale.
torch::Tensor decodedPicture(LoadedModel& model, const torch::Tensor& latent_NLHW);

} // namespace unlit::infer
