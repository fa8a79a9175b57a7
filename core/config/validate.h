// What no single value can get wrong: values that contradict each other.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/train_config.h"

#include <vector>

namespace unlit::config {

/// All contradictions, as diagnostics that name a key and know no place. Looks at no file.
std::vector<Diagnostic> validate(const TrainConfig& config);

} // namespace unlit::config
