// What earlier versions of the studio wrote, in the keys and words of today.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace unlit::ui {

/// Up to 0.1 choices were numbers, and some settings had another key or unit: "precision" 2,
/// "processing_px", "strength_percent" 75. What there is in today's words wins.
std::map<std::string, std::string> withTodaysWords(std::map<std::string, std::string> stored);

/// Keys that are not written any more: who writes takes them away, or they would be read again.
const std::vector<std::string>& keysOfEarlierVersions();

} // namespace unlit::ui
