// Where a person's files of one kind lie.
#pragma once

#include <filesystem>

namespace unlit {

/// The folder that an environment variable names ("XDG_CONFIG_HOME"), else `below` ($HOME /
/// ".config"). Paths that are not absolute do not count. Empty without both. Nothing is made.
/// Source: XDG Base Directory Specification.
std::filesystem::path userFolder(const char* variable, const char* below);

} // namespace unlit
