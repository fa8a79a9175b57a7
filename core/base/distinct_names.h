// Short names for places.
#pragma once

#include <string>
#include <vector>

namespace unlit {

/// The last part of each path; where several end alike, the folder in which they differ before it:
/// "a/checkpoint/latest" and "b/checkpoint/latest" become "a/latest" and "b/latest". Equal paths
/// stay equal.
std::vector<std::string> distinctNames(const std::vector<std::string>& paths);

} // namespace unlit
