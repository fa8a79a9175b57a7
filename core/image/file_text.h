// Text out of files, made fit to be shown: it may hold anything.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace unlit {

/// Valid UTF-8 without control characters: what is neither becomes "?". Line breaks and tabs become
/// spaces.
std::string printable(std::string_view text);

/// The same for keys and values.
std::map<std::string, std::string> printable(const std::map<std::string, std::string>& texts);

} // namespace unlit
