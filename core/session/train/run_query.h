// How a question about a run reads the run's own configuration.
#pragma once

#include "core/config/train_config.h"
#include "core/session/train/run_commands.h"
#include "core/train/run_folder.h"

namespace unlit {

/// The run's resolved configuration with the query's overrides and device. Throws Error.
config::TrainConfig configOf(const train::RunFolder& folder, const RunQuery& query);

} // namespace unlit
