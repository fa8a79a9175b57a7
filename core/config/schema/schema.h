// The one list of all settings: keys, types, defaults, ranges, units, words.
#pragma once

#include "core/config/schema/setting.h"
#include "core/config/train_config.h"

namespace unlit::config {

/// A Section without a key that holds all settings of `config`, bound to it; `config` must outlive
/// it. The values that are in `config` now are what a default-made one calls defaults.
Setting schemaOf(TrainConfig& config);

} // namespace unlit::config
