// What can be wrong with the hooks of a recipe, as far as it can be told before any of them runs.
#pragma once

#include "core/base/diagnostic.h"
#include "core/config/train_config.h"

#include <map>
#include <string>
#include <vector>

namespace unlit::config {

std::vector<Diagnostic> validateHooks(const TrainConfig& config);

/// The options of a hook as a recipe has them: values by name, `known` ones with their standard
/// value where none is given. Throws Error::invalidInput for others, with the nearest name.
std::map<std::string, std::string> hookOptions(const HookConfig& hook,
                                               const std::vector<BuiltInHook::Option>& known);

} // namespace unlit::config
