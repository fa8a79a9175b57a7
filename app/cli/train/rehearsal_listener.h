// Prints how a recipe's rehearsal goes, and what it has found.
#pragma once

#include "app/cli/console_listener.h"
#include "app/cli/verb.h"
#include "core/session/train/train_session.h"

#include <mutex>
#include <optional>
#include <string>

namespace unlit::cli {

/// For one rehearsal, on the main thread; only hear() is called by another. All references outlive
/// it. JSON: {"config","passed","seconds","checks":[{"what","state","found","seconds"}],
/// "error","seconds_per_step","peak_memory_bytes","checkpoint_bytes","free_disk_bytes"}; state
/// "passed", "failed", "left out" or "not tried".
class RehearsalListener {
public:
    RehearsalListener(VerbContext& context, ConsoleListener& listener, TrainSession& session)
        : m_context(context), m_listener(listener), m_session(session) {}

    /// Of a report; any thread.
    void hear(const RehearsalReport& report);

    /// Until the job has ended. Failed when the recipe did not pass. Throws CancelledError when a
    /// signal ended it.
    ExitCode run(const std::string& config);

private:
    void take(const Event& event);
    /// A line for each check that has come to its end.
    void tellChecks(const RehearsalReport& report);
    RehearsalReport report() const;

    VerbContext& m_context;
    ConsoleListener& m_listener;
    TrainSession& m_session;
    mutable std::mutex m_mutex; ///< guards the report
    RehearsalReport m_report;
    std::size_t m_told = 0; ///< checks
    bool m_isStopping = false;
    std::optional<Finished> m_finished;
};

} // namespace unlit::cli
