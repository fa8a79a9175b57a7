// Which pictures were written by this program, whatever they are called.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace unlit {

/// Asked after each file, with how many have been looked at; false = no more are. Empty = never.
using FilesGoOn = std::function<bool(std::size_t done)>;

/// Those of `files` that a side-car in the folder of one of them names as its outputs, or that are
/// marked as results themselves (core/image/made_by.h). Reads headers, and the JSON files that lie
/// beside; what cannot be read says nothing. Any thread; a thousand files take a second or so.
std::set<std::filesystem::path> earlierResults(const std::vector<std::filesystem::path>& files,
                                               const FilesGoOn& goOn = {});

/// Files of one result, by target, or "layered".
using ResultFiles = std::map<std::string, std::filesystem::path>;

/// Those of `inputs` that have a result in their own folder, or in `outputFolder` (empty = none),
/// with its files: a side-car names the input, or they are called as *Save* calls them, are marked
/// as results and have the input's size. Results that are older than their input are none: it was
/// rendered again. As quick as earlierResults; any thread.
std::map<std::filesystem::path, ResultFiles>
resultsOf(const std::vector<std::filesystem::path>& inputs,
          const std::filesystem::path& outputFolder, const FilesGoOn& goOn = {});

} // namespace unlit
