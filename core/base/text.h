// Small text helpers that several floors need: numbers with units, nearest names.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace unlit {

/// 1536 -> "1.5 KiB"; 0 -> "0 B".
std::string formatBytes(std::uint64_t bytes);

/// 0.42 -> "0.4 s", 75 -> "1 min 15 s", 7265 -> "2 h 1 min".
std::string formatSeconds(double seconds);

/// The candidate with the smallest edit distance to `word` if it is near enough to be a slip of the
/// pen, else "".
std::string nearestName(std::string_view word, const std::vector<std::string>& candidates);

/// Up to the first line feed, without it.
std::string firstLine(std::string text);

std::string toLower(std::string_view text);

} // namespace unlit
