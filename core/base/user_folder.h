// Where a person's files of one kind lie.
#pragma once

#include <filesystem>

namespace unlit {

/// Where the environment names no home, it names that of the user's account from now on: what a
/// program of a service or a bare shell remembers has a place then. False where there is none.
/// For main(), before there are threads.
bool settleHome();

/// The folder that an environment variable names ("XDG_CONFIG_HOME"), else `below` ($HOME /
/// ".config"). Paths that are not absolute do not count. Empty without both. Nothing is made.
/// Source: XDG Base Directory Specification.
std::filesystem::path userFolder(const char* variable, const char* below);

} // namespace unlit
