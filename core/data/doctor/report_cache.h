// Remembers what the doctor found in pairs whose files have not changed since.
#pragma once

#include "core/data/doctor/pair_report.h"
#include "core/data/source/picture_source.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace unlit::data {

/// One file for one set. An entry is found again while times and sizes of all files of its pair are
/// the same and the checks are those of this version. A file that cannot be understood is as good
/// as none. Thread-safe.
class ReportCache {
public:
    /// Reads `file` if it is there; "" = remembers nothing beyond this object.
    explicit ReportCache(std::filesystem::path file);

    std::optional<PairReport> find(const PictureSource& source, const ListedPair& pair) const;
    void store(const PictureSource& source, const ListedPair& pair, const PairReport& report);

    /// Writes what was found or stored since construction; older entries go. Throws Error::system.
    void save() const;

    /// $XDG_CACHE_HOME/unlit/doctor/NAME.jsonl, or ~/.cache/…; NAME depends on the set's full path.
    /// "" where there is no home.
    static std::filesystem::path usualFile(const std::filesystem::path& root);

private:
    struct Entry {
        std::string line; ///< JSON of the report
        mutable bool isUsed = false;
    };

    static std::string keyOf(const PictureSource& source, const ListedPair& pair);
    void load();

    std::filesystem::path m_file;
    mutable std::mutex m_mutex; ///< guards m_entries
    std::map<std::string, Entry> m_entries;
};

} // namespace unlit::data
