// What a run's checkpoints say about how it is trained, and whether a resume goes on with the same.
#pragma once

#include "core/train/training_plan.h"

#include <nlohmann/json.hpp>

namespace unlit::train {

/// "config" (the whole of it as YAML), "data" (which training set), "scheduler" (of the noise).
nlohmann::json settingsOf(const RunPlan& plan);

/// Settings that are not those of the checkpoint. Throws Error::invalidInput naming every one that
/// may not change while a run goes on (config/resume_changes.h), and a training set that is another
/// one; Corrupt when the checkpoint does not say.
std::vector<config::Difference> changesSince(const ReadCheckpoint& checkpoint, const RunPlan& plan,
                                             const RunFolder& folder);

/// The settings that a checkpoint was made with. Throws Error::corrupt when it does not say.
config::TrainConfig configOf(const ReadCheckpoint& checkpoint);

} // namespace unlit::train
