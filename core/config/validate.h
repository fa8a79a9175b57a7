// What no single value can get wrong: values that contradict each other.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/train_config.h"

#include <string>
#include <vector>

namespace unlit::config {

/// All contradictions, as diagnostics that name a key and know no place. Looks at no file.
std::vector<Diagnostic> validate(const TrainConfig& config);

/// "auto", "cpu", "cuda", "cuda:3": of this form; whether it is there is another question.
bool isDevice(const std::string& name);

} // namespace unlit::config
