// The parts of a run that its config's `memory` and `lora` ask for.
#pragma once

#include "core/config/memory_config.h"
#include "core/config/run_config.h"
#include "core/infer/loaded_model.h"
#include "core/nn/lora/lora_adapters.h"
#include "core/train/latent_cache.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace unlit::train {

/// A cache with the fingerprints of the two VAEs that a step asks it for.
struct LatentStore {
    std::shared_ptr<LatentCache> cache; ///< null = everything is encoded anew
    std::string beautyVae, targetVae;
};

/// How GPUs compute from now on, in the whole process.
void applyArithmetic(const config::RunConfig& config);

/// Throws Unsupported for float16 away from CUDA. Checkpointing, arithmetic, slices, tiles,
/// offload. Call it before openLatentStore.
void applyMemoryConfig(infer::LoadedModel& model, const config::MemoryConfig& config);

/// What of it has no effect on this device, or only costs time there, a sentence each.
std::vector<std::string> uselessMemorySettings(const torch::Device& device,
                                               const config::MemoryConfig& config);

/// The same of what is for GPUs alone.
std::vector<std::string> uselessArithmetic(const torch::Device& device,
                                           const config::RunConfig& config);

/// Null without a folder in the config.
LatentStore openLatentStore(const infer::LoadedModel& model, const config::MemoryConfig& config);

/// Hangs additions onto the model's UNet, whose own weights get no gradients from now on: those of
/// `saved`, or for an empty path new ones drawn from `seed`. Throws as readLora and LoraAdapters;
/// InvalidInput when `saved` has another rank, strength or other targets than the config.
std::shared_ptr<nn::LoraAdapters> makeLora(const infer::LoadedModel& model,
                                           const config::LoraConfig& config, std::uint64_t seed,
                                           const std::filesystem::path& saved);

} // namespace unlit::train
