// What a run was begun with, for writers that show it.
#pragma once

#include "core/config/train_config.h"
#include "core/train/writers/metric_writer.h"

namespace unlit::train {

/// Every setting with a single value, by its key; those that are not set are left out. `name`: of
/// the run. `time`: seconds since 1970.
SettingsRow settingsRowOf(const config::TrainConfig& config, const std::string& name, double time);

} // namespace unlit::train
