// Looks for run folders below some roots.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace unlit::runs {

struct FoundRun {
    std::filesystem::path folder;
    std::string name; ///< path below its root; the folder's own name where it is the root
};

struct FoundRuns {
    std::vector<FoundRun> runs; ///< by name, in the order in which people count
    /// Roots that cannot be looked through, each a full thought without full stop.
    std::vector<std::string> problems;
};

/// A folder is a run when it has metrics.jsonl, or config.yaml beside checkpoint/ or tensorboard/,
/// or event files of TensorBoard. Runs are not looked into, hidden folders and links to folders are
/// passed over, and folders more than four below a root. Never throws.
FoundRuns findRuns(const std::vector<std::filesystem::path>& roots, const std::stop_token& stop);

bool isRunFolder(const std::filesystem::path& folder);

} // namespace unlit::runs
