// Low-rank additions to a UNet as a file, in the names that diffusers and peft give them.
#pragma once

#include "core/nn/lora/lora_adapters.h"

#include <filesystem>

namespace unlit::weights {

/// What diffusers' pipelines call the file, and where a model folder keeps additions of its own.
inline constexpr const char* kLoraFile = "pytorch_lora_weights.safetensors";

/// Names: "unet.LAYER.lora_A.weight" and "….lora_B.weight"; older ones are read, too: "….lora.down.
/// weight" / "….lora.up.weight" and "….attn1.processor.to_q_lora.down.weight". The prefix may be
/// missing or peft's "base_model.model.". Strength: "LAYER.alpha", else `lora_alpha` of the
/// metadata "lora_adapter_metadata", else the rank. Returns float32 on the CPU.
/// Throws Error: NotFound, Io, Corrupt (damaged; a matrix without its partner), Unsupported (for
/// another part than the UNet, or of another kind than plain LoRA), naming the first key.
nn::LoraWeights readLora(const std::filesystem::path& file);

/// Whole or not at all, with rank and alpha in the metadata, where new versions of diffusers look;
/// older ones take alpha for the rank. Throws Error::system; Internal for layers of several ranks.
void writeLora(const std::filesystem::path& file, const nn::LoraWeights& weights);

} // namespace unlit::weights
