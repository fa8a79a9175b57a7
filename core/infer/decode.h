// From clean latents to pictures in [0,1], one target of one member at a time: the decoder is what
// needs most memory.
#pragma once

#include "core/infer/loaded_model.h"
#include "core/infer/run_progress.h"
#include "core/infer/run_settings.h"

#include <torch/types.h>

#include <optional>

namespace unlit::infer {

/// `latents_BCHW`: [B, T·L, h, w]. Returns the kept targets [B, K, 3, H, W] in [0,1], float32, on
/// the CPU; nothing when a stop was requested: it is looked at before every decoding. Throws Error
/// when a picture is not finite.
std::optional<torch::Tensor> decodeTargets(LoadedModel& model, const torch::Tensor& latents_BCHW,
                                           const RunSettings& settings, RunProgress& progress);

} // namespace unlit::infer
