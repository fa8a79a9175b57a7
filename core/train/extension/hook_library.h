// Hooks in C++ that are compiled outside of the program.
#pragma once

#include "core/extension/in_program.h"

#include <filesystem>

namespace unlit::train {

/// Loads it for the rest of the process. Throws Error: NotFound, Corrupt for no library or one
/// without hooks, Unsupported for one that was built for another version or another standard
/// library.
const extension::Library& loadHookLibrary(const std::filesystem::path& file);

} // namespace unlit::train
