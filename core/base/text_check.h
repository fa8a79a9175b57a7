// Whether bytes are a text of the kind that this program reads: UTF-8, or ASCII.
#pragma once

#include <filesystem>
#include <string>

namespace unlit {

/// The text without a byte order mark. Throws Error::invalidInput, naming the file, for UTF-16 and
/// UTF-32, as Windows shells write them, for bytes of zero, which no text has, and for several
/// lines that end in CR alone.
std::string checkedText(std::string text, const std::filesystem::path& file);

} // namespace unlit
