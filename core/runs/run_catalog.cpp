#include "core/runs/run_catalog.h"

#include <set>

namespace unlit::runs {

namespace fs = std::filesystem;

std::vector<std::string> RunCatalog::refresh(double now, const std::stop_token& stop,
                                             const OnRow& onRow, const OnGone& onGone) {
    FoundRuns found = findRuns(m_roots, stop);
    if (stop.stop_requested())
        return std::move(found.problems);
    std::set<fs::path> present;
    for (const FoundRun& run : found.runs)
        present.insert(run.folder);
    for (auto entry = m_runs.begin(); entry != m_runs.end();) {
        if (present.contains(entry->first)) {
            ++entry;
            continue;
        }
        onGone(entry->first);
        entry = m_runs.erase(entry);
    }
    for (FoundRun& run : found.runs) {
        if (stop.stop_requested())
            break;
        const fs::path folder = run.folder;
        Entry& entry = m_runs.try_emplace(folder, Entry{RunReader(std::move(run))}).first->second;
        const RunSummary& row = entry.reader.refresh(now, stop);
        if (!stop.stop_requested() && (!entry.told || *entry.told != row)) {
            entry.told = row;
            onRow(row);
        }
    }
    return std::move(found.problems);
}

void RunCatalog::tellAgain(const fs::path& run) {
    if (const auto entry = m_runs.find(run); entry != m_runs.end())
        entry->second.told.reset();
}

} // namespace unlit::runs
