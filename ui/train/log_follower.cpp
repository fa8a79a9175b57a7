#include "ui/train/log_follower.h"

#include "core/runs/growing_file.h"
#include "core/runs/run_facts.h"

#include <chrono>
#include <optional>
#include <utility>

namespace unlit::ui {

namespace {

constexpr std::chrono::milliseconds kPeriod{400};

/// What has come since the last look, whole lines only, at most the last kMostLines.
std::vector<runs::LogEntry> linesOf(runs::GrowingFile& file, const std::stop_token& stop) {
    std::vector<runs::LogEntry> lines;
    while (!stop.stop_requested()) {
        const std::string bytes = file.next(runs::GrowingFile::kPieceBytes);
        const std::string_view all = bytes;
        const std::size_t end = all.rfind('\n');
        if (end == std::string_view::npos) {
            if (bytes.size() == runs::GrowingFile::kPieceBytes) { // no line of a log is that long
                file.consume(all);
                continue;
            }
            break;
        }
        for (std::size_t begin = 0; begin <= end;) {
            const std::size_t stopAt = all.find('\n', begin);
            lines.push_back(runs::logEntryOf(all.substr(begin, stopAt - begin)));
            begin = stopAt + 1;
        }
        file.consume(all.substr(0, end + 1));
        if (lines.size() > 2 * LogFollower::kMostLines)
            lines.erase(lines.begin(), lines.end() - LogFollower::kMostLines);
    }
    if (lines.size() > LogFollower::kMostLines)
        lines.erase(lines.begin(), lines.end() - LogFollower::kMostLines);
    return lines;
}

} // namespace

LogFollower::LogFollower(QObject* parent)
    : QObject(parent), m_thread([this](const std::stop_token& stop) { run(stop); }) {}

LogFollower::~LogFollower() {
    m_thread.request_stop(); // wakes the thread wherever it waits
}

void LogFollower::setRun(const std::filesystem::path& folder) {
    const std::scoped_lock lock(m_mutex);
    m_folder = folder;
    m_wanted = ++m_generation;
    m_wake.notify_all();
}

void LogFollower::run(const std::stop_token& stop) {
    std::optional<runs::GrowingFile> file;
    int generation = 0;
    while (!stop.stop_requested()) {
        bool isNew = false;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, kPeriod, [&] { return m_generation != generation; });
            isNew = std::exchange(generation, m_generation) != m_generation;
            if (isNew && m_folder.empty())
                file.reset();
            else if (isNew)
                file.emplace(m_folder / runs::factsOf(m_folder / "config.yaml").logFile);
        }
        if (!file)
            continue;
        isNew = file->look() == runs::Growth::Restarted || isNew;
        auto lines = linesOf(*file, stop);
        if (lines.empty() && !isNew)
            continue;
        QMetaObject::invokeMethod(this, [this, generation, isNew, lines = std::move(lines)] {
            if (generation == m_wanted)
                emit grown(lines, isNew);
        });
    }
}

} // namespace unlit::ui
