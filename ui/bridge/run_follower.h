// Reads the figures of some runs on a thread of its own and appends them to series in the GUI.
#pragma once

#include "core/runs/run_history.h"
#include "core/runs/run_notes.h"
#include "core/runs/run_series.h"

#include <QObject>

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace unlit::ui {

/// A run whose figures are in memory; belongs to the GUI thread.
struct FollowedRun {
    std::shared_ptr<runs::RunSeries> series = std::make_shared<runs::RunSeries>();
    std::vector<std::int64_t> checkpoints; ///< steps
    std::vector<std::int64_t> resumes;     ///< steps after which it went on
    std::vector<runs::CourseMark> courseMarks;
    std::vector<runs::StepNote> notes;
    bool isRead = false;  ///< all that there was has been read once
    std::uint64_t id = 0; ///< another one each time that it is followed anew
};

/// GUI thread. Runs grow in pieces that cost a few milliseconds; the thread waits until one has
/// been taken before it hands out the next. The destructor stops it and waits. The thread is its
/// own, because it waits all its life and would keep one of the pool from others.
class RunFollower : public QObject {
    Q_OBJECT

public:
    explicit RunFollower(QObject* parent = nullptr);
    ~RunFollower() override;

    /// Follows these and forgets all others.
    void setRuns(const std::vector<std::filesystem::path>& folders);

    /// nullptr for a run that is not followed.
    const FollowedRun* find(const std::filesystem::path& folder) const;

signals:
    /// It has grown, was begun anew, or has other marks.
    void changed(const std::filesystem::path& folder);

private:
    struct Piece;

    struct Wanted {
        std::filesystem::path folder;
        std::uint64_t id = 0;
    };

    void run(const std::stop_token& stop);
    /// Returns false when the thread shall end.
    bool hand(Piece piece, const std::stop_token& stop);
    void take(const Piece& piece);

    std::map<std::filesystem::path, FollowedRun> m_runs; // GUI thread only
    std::uint64_t m_lastId = 0;                          // likewise
    std::mutex m_mutex;                                  ///< guards the three below
    std::condition_variable_any m_wake;
    std::vector<Wanted> m_wanted;
    bool m_hasNews = false;
    bool m_isTaken = true; ///< the last piece is in the series
    std::jthread m_thread; // last: joined while the rest is there
};

} // namespace unlit::ui
