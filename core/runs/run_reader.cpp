#include "core/runs/run_reader.h"

#include "core/base/failure.h"
#include "core/base/log.h"
#include "core/runs/run_history.h"
#include "core/train/run_folder.h"
#include "core/train/writers/tensorboard_writer.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <sys/stat.h>

namespace unlit::runs {

namespace fs = std::filesystem;

namespace {

constexpr double kAliveSeconds = 120; // of a run without a lock, since its files grew
constexpr double kMeasureSeconds = 20;

/// A file that checkpoints share counts once.
std::uint64_t bytesBelow(const fs::path& folder, const std::stop_token& stop) {
    std::uint64_t sum = 0;
    std::set<std::pair<dev_t, ino_t>> shared;
    std::error_code failed;
    constexpr auto kOptions = fs::directory_options::skip_permission_denied;
    for (fs::recursive_directory_iterator entry(folder, kOptions, failed), end;
         !failed && entry != end && !stop.stop_requested(); entry.increment(failed)) {
        struct stat file {};

        if (::lstat(entry->path().c_str(), &file) != 0 || !S_ISREG(file.st_mode))
            continue; // files come and go while a run writes
        if (file.st_nlink < 2 || shared.emplace(file.st_dev, file.st_ino).second)
            sum += static_cast<std::uint64_t>(file.st_size);
    }
    return sum;
}

/// Seconds since 1970 of the last write; 0 = not known.
double writtenAt(const fs::path& file) {
    std::error_code failed;
    const auto time = fs::last_write_time(file, failed);
    if (failed)
        return 0;
    const auto system = std::chrono::file_clock::to_sys(time);
    return std::chrono::duration<double>(system.time_since_epoch()).count();
}

void addTo(RunProgress& progress, const train::MetricRow& row) {
    progress.add(row);
    const auto own = std::ranges::find(row.scalars, "time/step", &train::Scalar::tag);
    if (own != row.scalars.end() && own->value >= 0)
        progress.stepSeconds += own->value;
}

} // namespace

std::string_view toString(RunStatus status) {
    return runStatusNames()[static_cast<std::size_t>(status)];
}

std::span<const std::string_view> runStatusNames() {
    static constexpr std::array<std::string_view, 7> kNames = {
        "running", "paused", "finished", "stopped", "failed", "interrupted", "unreadable"};
    return kNames;
}

fs::path eventFolderOf(const fs::path& run) {
    const fs::path inside = run / "tensorboard";
    return train::eventFiles(inside).empty() ? run : inside;
}

RunReader::RunReader(FoundRun run) : m_run(std::move(run)), m_scan(m_run.folder / "metrics.jsonl") {
    m_summary.folder = m_run.folder;
    m_summary.name = m_run.name;
}

const RunSummary& RunReader::refresh(double now, const std::stop_token& stop) {
    readFacts();
    readLabels();
    readFigures(stop);
    judge(now);
    const double changedAt = std::max(m_grewAt, writtenAt(m_run.folder / "checkpoint"));
    if (isToBeMeasured(now, changedAt) && !stop.stop_requested()) {
        m_summary.bytes = bytesBelow(m_run.folder, stop);
        m_measuredChange = changedAt;
        m_measuredAt = now;
    }
    return m_summary;
}

/// While it grows, now and then; when it has come to rest, at once. Times of files are held against
/// each other alone: their clock may be another one.
bool RunReader::isToBeMeasured(double now, double changedAt) const {
    if (m_measuredAt == 0)
        return true;
    return changedAt != m_measuredChange &&
           (m_summary.status != RunStatus::Running || now - m_measuredAt > kMeasureSeconds);
}

void RunReader::readFacts() {
    const fs::path file = m_run.folder / "config.yaml";
    std::error_code failed;
    const auto time = fs::last_write_time(file, failed);
    m_hasConfig = !failed;
    if (failed || time == m_factsTime)
        return;
    m_factsTime = time;
    m_facts = factsOf(file);
}

void RunReader::readLabels() {
    std::error_code missing;
    const auto time = fs::last_write_time(labelsFileOf(m_run.folder), missing);
    const auto seen = missing ? fs::file_time_type() : time;
    if (seen == m_labelsTime)
        return;
    m_labelsTime = seen;
    m_labelsProblem.clear();
    m_summary.labels = {};
    try {
        m_summary.labels = readRunLabels(m_run.folder);
    } catch (const Error& error) {
        logSwallowed("reading labels of a run", LogLevel::Debug);
        m_labelsProblem = error.what();
    }
}

void RunReader::readFigures(const std::stop_token& stop) {
    const bool hasNews = m_scan.poll(stop);
    const bool usesEvents = m_scan.isMissing();
    if (usesEvents)
        readEvents(stop);
    const RunProgress& progress = usesEvents ? m_eventProgress : m_scan.progress();
    if (hasNews && !usesEvents)
        m_grewAt = writtenAt(m_run.folder / "metrics.jsonl");
    m_summary.isOurs = !usesEvents;
    m_summary.step = progress.step;
    m_summary.epoch = progress.epoch;
    m_summary.startTime = progress.startTime;
    m_summary.seconds = progress.seconds();
    m_summary.maxStep = m_facts.maxStep;
    m_summary.best = progress.best(m_facts.mainMetric);
    m_summary.settings = m_facts.settings;
    if (m_summary.figures ? *m_summary.figures != progress.bests() : !progress.bests().empty())
        m_summary.figures = std::make_shared<const BestValues>(progress.bests());
}

void RunReader::readEvents(const std::stop_token& stop) {
    const fs::path folder = eventFolderOf(m_run.folder);
    if (!m_events)
        m_events = std::make_unique<EventReader>(folder);
    ReadNews news;
    do {
        news = m_events->poll([this](const train::MetricRow& row) { addTo(m_eventProgress, row); },
                              [](std::int64_t) {});
        if (news.isRestarted)
            m_eventProgress.clear();
        if (news.rows > 0)
            for (const fs::path& file : train::eventFiles(folder))
                m_grewAt = std::max(m_grewAt, writtenAt(file));
    } while (news.hasMore && !stop.stop_requested());
}

void RunReader::judge(double now) {
    const bool isGrowing = m_grewAt > 0 && now - m_grewAt < kAliveSeconds;
    m_summary.note.clear();
    if (m_summary.isOurs) {
        bool isLocked = false;
        try {
            isLocked = m_hasConfig && train::RunLock::isTaken(train::RunFolder::open(m_run.folder));
        } catch (const Error&) {
            logSwallowed("looking who writes a run", LogLevel::Debug);
            isLocked = false; // it goes away at this moment
        }
        judgeOurs(isLocked);
    } else {
        const bool isDone = m_summary.maxStep > 0 && m_summary.step >= m_summary.maxStep;
        m_summary.status = isDone      ? RunStatus::Finished
                           : isGrowing ? RunStatus::Running
                                       : RunStatus::Stopped;
        if (!m_eventProgress.hasRows) {
            m_summary.status = RunStatus::Unreadable;
            m_summary.note = "it holds no figures yet";
        }
        if (const std::string problem = m_events ? m_events->problem() : ""; !problem.empty())
            m_summary.note = problem;
    }
    if (m_summary.note.empty() && !m_facts.problem.empty())
        m_summary.note = m_facts.problem;
    if (m_summary.note.empty())
        m_summary.note = m_labelsProblem;
}

void RunReader::judgeOurs(bool isAlive) {
    const LastWord word = lastWordOf(m_run.folder);
    if (!m_scan.progress().hasRows)
        m_summary.step = word.step; // of a fork that nobody has trained yet
    if (isAlive) {
        m_summary.status = word.isPaused ? RunStatus::Paused : RunStatus::Running;
    } else if (word.ending == RunEnding::Complete) {
        m_summary.status = RunStatus::Finished;
    } else if (word.ending == RunEnding::Stopped) {
        m_summary.status = RunStatus::Stopped;
    } else if (word.ending == RunEnding::Failed) {
        m_summary.status = RunStatus::Failed;
        m_summary.note = word.text;
    } else if (m_scan.progress().hasRows) {
        m_summary.status = RunStatus::Interrupted;
        m_summary.note = "its process ended without a word after step " +
                         std::to_string(m_summary.step) + "; it can be resumed";
    } else {
        m_summary.status = RunStatus::Unreadable;
        m_summary.note = "it holds no figures: it was cut off at its beginning";
    }
    if (!m_hasConfig)
        m_summary.note = "it has no config.yaml: it can be looked at, but not resumed";
    else if (const std::size_t bad = m_scan.badLines(); bad > 0 && m_summary.note.empty())
        m_summary.note = "metrics.jsonl has lines that are no figures; they were left out";
}

} // namespace unlit::runs
