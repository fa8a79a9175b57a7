// Text in parts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace unlit {

/// Everything between separators, empty parts too: one more part than there are separators.
std::vector<std::string> splitAt(std::string_view text, char separator);

/// The other way: "a, b".
std::string joined(const std::vector<std::string>& parts, std::string_view separator = ", ");

} // namespace unlit
