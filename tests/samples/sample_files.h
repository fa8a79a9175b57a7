// The files that others made: where they are, and which of them are no pictures by intent.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace unlit {

/// $UNLIT_SAMPLES_DIR, else what the build was told.
std::filesystem::path samplesDir();

/// Regular files under `folder`, sorted; without licences, lists and notes.
std::vector<std::filesystem::path> filesUnder(const std::filesystem::path& folder);

/// "images/img-tiff": the set that a file belongs to.
std::string setOf(const std::filesystem::path& file);

} // namespace unlit
