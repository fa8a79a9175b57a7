// A recipe may name programs of the user's own. Recipes come from others, too: none of those is
// started before its user has allowed it on this machine, once.
#pragma once

#include "core/config/train_config.h"

#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// One line for each, as a person reads it: `in /sets: ["python3", "tell.py"]`, `library
/// /sets/hooks.so`. Relative ones are those of run.base_data_dir.
std::vector<std::string> programsOf(const config::TrainConfig& config);

/// Those of them that were never allowed here.
std::vector<std::string> programsToAllow(const config::TrainConfig& config);

/// Remembers them in $XDG_CONFIG_HOME/unlit/allowed_programs.json, else below ~/.config. Throws
/// Error::system, and InvalidInput where there is no home.
void allowPrograms(const std::vector<std::string>& programs);

/// Throws Error::invalidInput that names what was never allowed.
void requireAllowedPrograms(const config::TrainConfig& config);

} // namespace unlit
