// What is trained, and how it is judged.
#pragma once

#include "core/train/batch_task.h"
#include "core/train/held_out_objective.h"
#include "core/train/latent_cache.h"
#include "core/train/training_plan.h"
#include "core/train/validation/validator.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace unlit::train {

struct Trained {
    std::unique_ptr<BatchTask> task;
    std::unique_ptr<Validator> validator; // uses the task's network
    std::shared_ptr<LatentCache> latentCache;
    std::unique_ptr<HeldOutObjective> objective; ///< uses the task; null = not asked for
    std::int64_t timesteps = 1;                  ///< of the diffusion
    std::vector<std::string> notes;              ///< of weights from elsewhere
    std::vector<std::string> warnings;           ///< settings that have no effect
};

/// Loads the model. Throws as makeUNetTask() and makeAutoencoderTask().
Trained makeTrained(const RunPlan& plan);

/// What is to be told of state that is divided among processes.
std::optional<std::string> noteOfShare(BatchTask& task);

} // namespace unlit::train
