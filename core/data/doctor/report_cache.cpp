#include "core/data/doctor/report_cache.h"

#include "core/base/atomic_file.h"
#include "core/base/log.h"
#include "core/base/user_folder.h"
#include "core/data/doctor/report_json.h"

#include <cstdint>
#include <cstdio>
#include <fstream>

namespace unlit::data {

namespace fs = std::filesystem;

namespace {

/// Raised whenever a check changes its mind: old findings would be wrong.
constexpr const char* kVersionLine = "unlit doctor cache 1";

std::string stampText(const FileStamp& stamp) {
    return std::to_string(stamp.time) + ":" + std::to_string(stamp.size);
}

/// FNV-1a, 64 bits: a name that stays the same from run to run.
std::uint64_t hashOf(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    return hash;
}

} // namespace

ReportCache::ReportCache(fs::path file) : m_file(std::move(file)) {
    if (!m_file.empty())
        load();
}

std::optional<PairReport> ReportCache::find(const PictureSource& source,
                                            const ListedPair& pair) const {
    const std::string key = keyOf(source, pair);
    const std::scoped_lock lock(m_mutex);
    const auto entry = m_entries.find(key);
    if (key.empty() || entry == m_entries.end())
        return {};
    auto report = reportFromJsonLine(entry->second.line);
    entry->second.isUsed = report.has_value();
    return report;
}

void ReportCache::store(const PictureSource& source, const ListedPair& pair,
                        const PairReport& report) {
    const std::string key = keyOf(source, pair);
    if (key.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    m_entries[key] = {toJsonLine(report), true};
}

void ReportCache::save() const {
    if (m_file.empty())
        return;
    AtomicFile file(m_file);
    file.write(std::string(kVersionLine) + "\n");
    const std::scoped_lock lock(m_mutex);
    for (const auto& [key, entry] : m_entries)
        if (entry.isUsed)
            file.write(key + "\n" + entry.line + "\n");
    file.commit();
}

fs::path ReportCache::usualFile(const fs::path& root) {
    const fs::path folder = userFolder("XDG_CACHE_HOME", ".cache");
    if (folder.empty())
        return {};
    std::error_code problem;
    const fs::path whole = fs::weakly_canonical(root, problem);
    std::string name(17, '\0');
    name.resize(static_cast<std::size_t>(
        std::snprintf(name.data(), name.size(), "%016llx",
                      static_cast<unsigned long long>(hashOf(whole.string())))));
    return folder / "unlit" / "doctor" / (name + ".jsonl");
}

/// "" where a file is missing: such a pair is looked at every time.
std::string ReportCache::keyOf(const PictureSource& source, const ListedPair& pair) {
    std::string key;
    try {
        for (const PictureRef* picture :
             {&pair.beauty, &pair.albedo, pair.mask ? &*pair.mask : nullptr})
            if (picture != nullptr)
                key += toText(*picture) + "\t" + stampText(source.stamp(picture->path)) + "\t";
    } catch (const std::exception&) {
        logSwallowed("looking for what is known of a pair", LogLevel::Debug);
        return {};
    }
    return key.find('\n') == std::string::npos ? key : std::string();
}

void ReportCache::load() {
    std::ifstream in(m_file, std::ios::binary);
    std::string version;
    if (!std::getline(in, version) || version != kVersionLine)
        return;
    std::string key;
    std::string line;
    while (std::getline(in, key) && std::getline(in, line))
        m_entries[key] = {line, false};
}

} // namespace unlit::data
