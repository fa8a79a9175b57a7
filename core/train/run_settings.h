// What a run's checkpoints say about how it is trained, and whether a resume goes on with the same.
#pragma once

#include "core/train/training_run.h"

#include <nlohmann/json.hpp>

namespace unlit::train {

/// "config" (the whole of it as YAML), "data" (which training set), "scheduler" (of the noise).
nlohmann::json settingsOf(const RunPlan& plan);

/// Throws Error::invalidInput naming every setting that differs and changes the numbers, and a
/// training set that is another one; Corrupt when the checkpoint does not say.
void requireSameSettings(const RunPlan& plan, const ReadCheckpoint& checkpoint);

} // namespace unlit::train
