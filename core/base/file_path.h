// Paths as people type them.
#pragma once

#include <filesystem>

namespace unlit {

/// Plain and without the slash at the end that shells add to folders: its filename() is a name.
std::filesystem::path withoutSlash(const std::filesystem::path& path);

} // namespace unlit
