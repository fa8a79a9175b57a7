// Where the data that comes with the program lies.
#pragma once

#include <filesystem>

namespace unlit {

/// This program's own file; empty where the system does not say.
std::filesystem::path runningProgram();

/// The command line program beside this one, or this one; "unlit", to be found in $PATH, where
/// there is none.
std::filesystem::path commandLineProgram();

/// `share/unlit/NAME` beside the folder of `program`, in the way that bin/ is installed, in that
/// folder, as in a build folder, or two above it, as for libexec/unlit/: the first that holds
/// `witness`. Empty where none does.
std::filesystem::path installedShare(const std::filesystem::path& program,
                                     const std::filesystem::path& name,
                                     const std::filesystem::path& witness);

} // namespace unlit
