// Reads a run's log on a thread of its own while it grows.
#pragma once

#include "core/runs/log_entry.h"

#include <QObject>

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

namespace unlit::ui {

/// GUI thread; signals come there, too. The destructor stops the thread and waits. The thread is
/// its own, because it waits all its life and would keep one of the pool from others.
class LogFollower : public QObject {
    Q_OBJECT

public:
    /// Of a long log the last ones.
    static constexpr std::size_t kMostLines = 50'000;

    explicit LogFollower(QObject* parent = nullptr);
    ~LogFollower() override;

    /// Follows this run's logging.log; empty = none.
    void setRun(const std::filesystem::path& folder);

signals:
    /// Whole lines, in their order. `isNew`: they replace what was told before.
    void grown(const std::vector<unlit::runs::LogEntry>& lines, bool isNew);

private:
    void run(const std::stop_token& stop);

    std::mutex m_mutex; ///< guards the two below
    std::condition_variable_any m_wake;
    std::filesystem::path m_folder;
    int m_generation = 0;  ///< grows with every setRun
    int m_wanted = 0;      // GUI thread: the same
    std::jthread m_thread; // last: joined while the rest is there
};

} // namespace unlit::ui
