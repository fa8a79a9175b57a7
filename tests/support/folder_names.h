// What lies in a folder, to compare folders.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace unlit::test {

/// Names of files and folders directly in it, sorted. Throws filesystem_error where there is none.
inline std::vector<std::string> namesIn(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
}

} // namespace unlit::test
