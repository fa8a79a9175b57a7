// Every run below some roots, kept up to date.
#pragma once

#include "core/runs/run_reader.h"

#include <functional>
#include <map>
#include <vector>

namespace unlit::runs {

/// Used by one thread at a time. One run that cannot be read has a row that says so, and stops no
/// other.
class RunCatalog {
public:
    /// A row is new or has changed.
    using OnRow = std::function<void(const RunSummary& row)>;
    /// A run is there no longer.
    using OnGone = std::function<void(const std::filesystem::path& folder)>;

    explicit RunCatalog(std::vector<std::filesystem::path> roots) : m_roots(std::move(roots)) {}

    const std::vector<std::filesystem::path>& roots() const { return m_roots; }

    /// Finds what has come and gone and reads what has grown, run by run. `now`: seconds since
    /// 1970. Returns the roots that cannot be looked through, a sentence each. A stop leaves the
    /// rest for the next call.
    std::vector<std::string> refresh(double now, const std::stop_token& stop, const OnRow& onRow,
                                     const OnGone& onGone);

    /// The listener has dropped this run's row: the next refresh() tells the run anew, or that it
    /// is gone.
    void tellAgain(const std::filesystem::path& run);

private:
    struct Entry {
        RunReader reader;
        std::optional<RunSummary> told = {}; ///< the row as it was told last
    };

    std::vector<std::filesystem::path> m_roots;
    std::map<std::filesystem::path, Entry> m_runs;
};

} // namespace unlit::runs
