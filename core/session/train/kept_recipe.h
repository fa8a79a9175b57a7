// The recipe of a run as it was given, beside what the program has made of it.
#pragma once

#include "core/config/load_config.h"

#include <filesystem>
#include <optional>
#include <string>

namespace unlit {

/// FOLDER/recipe/NN_NAME for every file in the order in which it was read, its text as it stood
/// there; settings.txt with the settings of command and environment, a line each, where there are
/// some. Nothing for an empty recipe. Throws Error::system.
void keepRecipe(const std::filesystem::path& run, const config::GivenRecipe& recipe);

/// FOLDER/recipe/changes.patch: by what the files of the recipe's git repository differ from its
/// commit, as `git apply` takes it; nothing where they do not, where there is no repository, or
/// where nobody has a git. Returns a sentence where there is a difference that was not kept: it is
/// larger than 1 MiB, or git took longer than seconds.
std::optional<std::string> keepPatch(const std::filesystem::path& run,
                                     const config::GivenRecipe& recipe);

} // namespace unlit
