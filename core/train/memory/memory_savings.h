// What a UNet's training can give up for memory, in the order in which it is given up.
#pragma once

#include "core/config/memory_config.h"
#include "core/infer/loaded_model.h"
#include "core/train/memory/memory_ladder.h"

#include <vector>

namespace unlit::train {

/// Gradient checkpointing, then attention in the smallest slices; without what the config has
/// switched on already. The savings share the model's UNet.
std::vector<MemorySaving> memorySavings(const infer::LoadedModel& model,
                                        const config::MemoryConfig& config);

} // namespace unlit::train
