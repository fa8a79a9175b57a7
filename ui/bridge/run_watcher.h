// Looks after the folders of runs on a thread of its own, and tells the GUI what has changed.
#pragma once

#include "core/runs/run_summary.h"

#include <QObject>
#include <QStringList>

#include <atomic>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

namespace unlit::ui {

/// GUI thread; signals come there, too. The destructor stops the thread and waits for it: reading a
/// run is interrupted. The thread is its own, because it waits all its life and would keep one of
/// the pool from others.
class RunWatcher : public QObject {
    Q_OBJECT

public:
    explicit RunWatcher(QObject* parent = nullptr);
    ~RunWatcher() override;

    /// Begins anew with these folders; what was told of others is void.
    void setRoots(std::vector<std::filesystem::path> roots);
    /// Looks every `milliseconds` from now on, and once at once.
    void setPeriod(int milliseconds);
    void lookNow();
    /// Looks now, and tells this run anew, or that it is gone: its row was taken out here.
    void lookAgainAt(const std::filesystem::path& run);

signals:
    void rowsChanged(const std::vector<unlit::runs::RunSummary>& rows);
    void rowGone(const std::filesystem::path& folder);
    /// After each look; roots that cannot be looked through, a thought each.
    void looked(const QStringList& problems);

private:
    void run(const std::stop_token& stop);
    template <class Tell>
    void tell(int generation, Tell tell);

    std::mutex m_mutex; ///< guards the five below
    std::condition_variable_any m_wake;
    std::vector<std::filesystem::path> m_roots;
    int m_periodMs = 1500;
    bool m_isAsked = false;
    std::vector<std::filesystem::path> m_toTellAgain;
    std::stop_source m_stopLook; ///< ends the look under way
    std::atomic<int> m_generation = 0;
    std::jthread m_thread; // last: joined while the rest is there
};

} // namespace unlit::ui
