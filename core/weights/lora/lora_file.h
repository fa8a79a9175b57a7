// Low-rank additions to a UNet as a file, in the names that diffusers and peft give them.
#pragma once

#include "core/nn/lora/lora_adapters.h"
#include "core/weights/lora/lora_choice.h"

#include <filesystem>

namespace unlit::weights {

/// Names: "unet.LAYER.lora_A.weight" and "….lora_B.weight"; older ones are read, too: "….lora.down.
/// weight" / "….lora.up.weight" and "….attn1.processor.to_q_lora.down.weight". The prefix may be
/// missing or peft's "base_model.model."; kohya's
/// "lora_unet_LAYER_WITH_UNDERSCORES.lora_down.weight" is read, too. Strength: "LAYER.alpha", else
/// what peft's adapter_config.json beside adapter_model.safetensors or the metadata
/// "lora_adapter_metadata" say (lora_strength.h), else the rank. `fileOrFolder` as LoraChoice has
/// it. Returns float32 on the CPU. Throws Error: NotFound, Io, Corrupt (damaged; a matrix without
/// its partner), Unsupported (for another part than the UNet, or of another kind than plain LoRA),
/// naming the first key.
nn::LoraWeights readLora(const std::filesystem::path& fileOrFolder);

/// With the choice's scale in the layers' alphas.
nn::LoraWeights readLora(const LoraChoice& choice);

/// Whole or not at all, with rank and alpha in the metadata, where new versions of diffusers look;
/// older ones take alpha for the rank. Throws Error::system; Internal for layers of several ranks.
void writeLora(const std::filesystem::path& file, const nn::LoraWeights& weights);

} // namespace unlit::weights
