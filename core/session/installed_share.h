// Where the data that comes with the program lies.
#pragma once

#include <filesystem>

namespace unlit {

/// This program's own file; empty where the system does not say.
std::filesystem::path runningProgram();

/// `share/unlit/NAME` beside the folder of `program`, in the way it is installed, or in that
/// folder, as in a build folder: the first of the two that holds `witness`. Empty where neither
/// does.
std::filesystem::path installedShare(const std::filesystem::path& program,
                                     const std::filesystem::path& name,
                                     const std::filesystem::path& witness);

} // namespace unlit
