// What a person writes about a run: notes.txt in its folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace unlit::runs {

/// UTF-8; "" where there are none. At most the first MiB. Throws Error::system.
std::string readNotes(const std::filesystem::path& run);

/// Replaces them; empty notes remove the file. Throws Error::system; the old ones then stay.
void writeNotes(const std::filesystem::path& run, std::string_view text);

} // namespace unlit::runs
