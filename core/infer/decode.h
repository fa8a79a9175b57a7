// From clean latents to pictures in [0,1], one target of one member at a time: the decoder is what
// needs most memory.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/infer/run_progress.h"
#include "core/infer/run_settings.h"

#include <torch/types.h>

#include <optional>
#include <string>

namespace unlit::infer {

/// One latent [1, L, h, w] of one target as a picture [1, 3, H, W] in [0,1], float32, on the CPU.
/// `name`: the target's. The VAE is on the model's device (visiting_vae.h). Throws Error when the
/// picture is not finite.
torch::Tensor decodeLatent(LoadedModel& model, const torch::Tensor& latent_1LHW,
                           const std::string& name);

/// `latents_BCHW`: [B, T·L, h, w]. Returns the kept targets [B, K, 3, H, W] in [0,1], float32, on
/// the CPU; nothing when a stop was requested: it is looked at before every decoding. Throws Error
/// when a picture is not finite.
std::optional<torch::Tensor> decodeTargets(LoadedModel& model, const torch::Tensor& latents_BCHW,
                                           const RunSettings& settings, RunProgress& progress);

} // namespace unlit::infer
