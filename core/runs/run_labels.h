// What a person sorts runs by: labels.json in a run's folder, so that every machine sees the same.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace unlit::runs {

struct RunLabels {
    std::vector<std::string> tags; ///< in the order of the alphabet, none twice
    std::string group;             ///< "" = none
    bool isArchived = false;       ///< out of the way: lists show it when asked alone
    bool operator==(const RunLabels&) const = default;

    bool hasTag(std::string_view tag) const;
    void addTag(const std::string& tag);
    void removeTag(std::string_view tag);
};

/// Tags and groups are single words, so that a filter can name them: no spaces, commas, quotes, nor
/// any of = < > !. Throws Error::invalidInput for others, and for more than 64 bytes.
void requireLabel(std::string_view text);

/// Empty where there are none. Throws Error: Corrupt, system.
RunLabels readRunLabels(const std::filesystem::path& run);

/// Replaces them; empty ones remove the file. Nothing else of the run is touched. Throws Error:
/// NotFound where there is no run, InvalidInput as requireLabel(), system.
void writeRunLabels(const std::filesystem::path& run, const RunLabels& labels);

/// "labels.json" of the run.
std::filesystem::path labelsFileOf(const std::filesystem::path& run);

} // namespace unlit::runs
