// The recipes that come with the program.
#pragma once

#include <filesystem>
#include <vector>

namespace unlit {

/// Files that a training can be started from, by name; empty where the program was installed or
/// built without them. Looked for beside the running program, as bundledModel() is, in
/// `share/unlit/configs`. Reads every YAML file there; what is no usable recipe (sets, lists, the
/// parts that recipes share) is left out.
std::vector<std::filesystem::path> bundledRecipes();

/// The same of a folder.
std::vector<std::filesystem::path> recipesIn(const std::filesystem::path& folder);

} // namespace unlit
