// --processes N|auto, of all verbs that have it.
#pragma once

#include "app/cli/option_set.h"

#include <optional>
#include <string>

namespace unlit::cli {

/// `target` becomes "auto" or a number from 1 to 1024; unset where the flag is not given.
void addProcesses(OptionSet& options, std::optional<std::string>& target, const std::string& help);

/// How many `text` means; "auto" is one a GPU, or one. Opens the engine for "auto".
int processesIn(const std::string& text);

} // namespace unlit::cli
