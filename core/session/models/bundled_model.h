// The model that comes with the program.
#pragma once

#include <filesystem>

namespace unlit {

/// Its folder; empty where the program was installed or built without one. Looked for beside the
/// running program, in the way it is installed: `../share/unlit/models/unlit-small`, and in a build
/// folder `share/unlit/models/unlit-small`.
std::filesystem::path bundledModel();

/// The same for a program at this place.
std::filesystem::path bundledModelOf(const std::filesystem::path& program);

} // namespace unlit
