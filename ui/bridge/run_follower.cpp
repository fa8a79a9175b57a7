#include "ui/bridge/run_follower.h"

#include "core/runs/event_reader.h"
#include "core/runs/metrics_reader.h"
#include "core/runs/run_history.h"
#include "core/runs/run_reader.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kPeriod{500};
constexpr std::size_t kPolledBytes = runs::GrowingFile::kPieceBytes;

} // namespace

/// What a look has brought, in the order in which it is to be taken.
struct RunFollower::Piece {
    struct Step {
        std::optional<std::int64_t> restartAt{};
        train::MetricRow row{};
    };

    fs::path folder;
    std::uint64_t id = 0;
    bool isRestarted = false;
    bool isRead = false; ///< nothing more is there now
    std::vector<Step> steps{};
    bool hasMarks = false;
    std::vector<std::int64_t> checkpoints{};
    std::vector<std::int64_t> resumes{};
    std::vector<runs::CourseMark> courseMarks{};
    std::vector<runs::StepNote> notes{};

    bool isEmpty() const { return !isRestarted && steps.empty() && !hasMarks; }
};

namespace {

/// The files of one run; the following thread's.
struct Files {
    explicit Files(const fs::path& folder)
        : metrics(folder / "metrics.jsonl"), events(runs::eventFolderOf(folder)), marks(folder),
          notes(folder) {
        std::error_code failed;
        usesEvents = !fs::is_regular_file(folder / "metrics.jsonl", failed);
    }

    runs::MetricsReader metrics;
    runs::EventReader events;
    runs::RunHistory marks;
    runs::StepNotes notes;
    bool usesEvents = false;
    bool wasRead = false;
};

} // namespace

RunFollower::RunFollower(QObject* parent)
    : QObject(parent), m_thread([this](const std::stop_token& stop) { run(stop); }) {}

RunFollower::~RunFollower() {
    m_thread.request_stop(); // wakes the thread wherever it waits
}

void RunFollower::setRuns(const std::vector<fs::path>& folders) {
    std::erase_if(m_runs, [&](const auto& entry) {
        return std::ranges::find(folders, entry.first) == folders.end();
    });
    std::vector<Wanted> wanted;
    for (const fs::path& folder : folders) {
        const auto [run, isNew] = m_runs.try_emplace(folder);
        if (isNew)
            run->second.id = ++m_lastId;
        wanted.push_back({folder, run->second.id});
    }
    const std::scoped_lock lock(m_mutex);
    m_wanted = std::move(wanted);
    m_hasNews = true;
    m_wake.notify_all();
}

const FollowedRun* RunFollower::find(const fs::path& folder) const {
    const auto found = m_runs.find(folder);
    return found == m_runs.end() ? nullptr : &found->second;
}

void RunFollower::run(const std::stop_token& stop) {
    std::map<std::uint64_t, Files> files;
    std::vector<Wanted> wanted;
    bool hasMore = false;
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(m_mutex);
            if (!hasMore)
                m_wake.wait_for(lock, stop, kPeriod, [this] { return m_hasNews; });
            m_hasNews = false;
            wanted = m_wanted;
        }
        std::erase_if(files, [&](const auto& entry) {
            return std::ranges::find(wanted, entry.first, &Wanted::id) == wanted.end();
        });
        hasMore = false;
        for (const auto& [folder, id] : wanted) {
            Files& run = files.try_emplace(id, folder).first->second;
            Piece piece{.folder = folder, .id = id};
            const auto onRow = [&](const train::MetricRow& row) {
                piece.steps.push_back({{}, row});
            };
            const runs::ReadNews news = run.usesEvents ? run.events.poll(
                                                             onRow,
                                                             [&](std::int64_t step) {
                                                                 piece.steps.push_back({step, {}});
                                                             },
                                                             kPolledBytes)
                                                       : run.metrics.poll(onRow, kPolledBytes);
            piece.isRestarted = news.isRestarted;
            piece.isRead = !news.hasMore;
            const bool hasNotes = run.notes.poll();
            if (run.marks.poll() || hasNotes) {
                piece.hasMarks = true;
                piece.resumes = run.marks.resumedAfter();
                piece.courseMarks = run.marks.courseMarks();
                piece.notes = run.notes.notes();
                for (const runs::CheckpointMark& mark : run.marks.checkpoints())
                    piece.checkpoints.push_back(mark.step);
            }
            hasMore = hasMore || news.hasMore;
            const bool isFirstEnd = piece.isRead && !std::exchange(run.wasRead, piece.isRead);
            if ((!piece.isEmpty() || isFirstEnd) && !hand(std::move(piece), stop))
                return;
        }
    }
}

bool RunFollower::hand(Piece piece, const std::stop_token& stop) {
    {
        const std::scoped_lock lock(m_mutex);
        m_isTaken = false;
    }
    QMetaObject::invokeMethod(this, [this, piece = std::move(piece)] { take(piece); });
    std::unique_lock lock(m_mutex);
    return m_wake.wait(lock, stop, [this] { return m_isTaken; });
}

void RunFollower::take(const Piece& piece) {
    {
        const std::scoped_lock lock(m_mutex);
        m_isTaken = true;
        m_wake.notify_all();
    }
    const auto found = m_runs.find(piece.folder);
    if (found == m_runs.end() || found->second.id != piece.id)
        return; // not wanted any more
    FollowedRun& run = found->second;
    if (piece.isRestarted)
        run.series->clear();
    for (const Piece::Step& step : piece.steps) {
        if (step.restartAt)
            run.series->restartAt(*step.restartAt);
        else
            run.series->append(step.row);
    }
    if (piece.hasMarks) {
        run.checkpoints = piece.checkpoints;
        run.resumes = piece.resumes;
        run.courseMarks = piece.courseMarks;
        run.notes = piece.notes;
    }
    run.isRead = run.isRead || piece.isRead;
    emit changed(piece.folder);
}

} // namespace unlit::ui
