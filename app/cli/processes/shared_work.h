// Work on many items by several processes of this machine. They do not speak with each other: each
// takes every N-th item and leaves a file with what it found, which the one that started them
// joins.
#pragma once

#include "app/cli/verb.h"
#include "core/base/work_share.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace unlit::cli {

/// Of a process that shareWork() has started.
class OwnShare {
public:
    /// What the environment says; nothing in a process that does the whole work.
    static std::optional<OwnShare> ofThisProcess();

    const WorkShare& share() const { return m_share; }

    /// As shareWork() was given it.
    const std::filesystem::path& folder() const { return m_folder; }

    /// Threads for each, where the work would take one for each processor.
    int workers(int asked) const;

    /// The GPU of its number, where `device` leaves it open which.
    std::string device(const std::string& device) const;

    /// Shown by the one that started it.
    void tell(const std::string& progress) const;
    /// The result, once. Throws Error::system.
    void handOver(const std::string& result) const;

private:
    WorkShare m_share;
    std::filesystem::path m_notes; ///< the start of its files' paths
    std::filesystem::path m_folder;
};

/// Starts this program so often, waits, and gives what each has handed over, in their order. What
/// they warned of is told. One that fails or is killed ends all: Error names it and says why, or
/// says it without a name where all failed in the same words. Throws CancelledError at a signal.
/// Nothing is left running or lying about. `folder`: where results that are files go to, for the
/// processes to know.
std::vector<std::string> shareWork(int processes, const std::filesystem::path& folder,
                                   VerbContext& context);

} // namespace unlit::cli
