// Which pictures were written by this program, whatever they are called.
#pragma once

#include <filesystem>
#include <set>
#include <vector>

namespace unlit {

/// Those of `files` that a side-car in the folder of one of them names as its outputs, or that are
/// marked as results themselves (core/image/made_by.h). Reads headers, and the JSON files that lie
/// beside; what cannot be read says nothing. Any thread; a thousand files take a second or so.
std::set<std::filesystem::path> earlierResults(const std::vector<std::filesystem::path>& files);

} // namespace unlit
