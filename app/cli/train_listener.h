// Prints what a training run tells, and passes signals on to it.
#pragma once

#include "app/cli/console_listener.h"
#include "app/cli/verb.h"
#include "core/session/train_session.h"

#include <chrono>
#include <optional>
#include <string>

namespace unlit::cli {

/// For the one job of a session, on the main thread. All references outlive it.
class TrainListener {
public:
    TrainListener(VerbContext& context, ConsoleListener& listener, TrainSession& session)
        : m_context(context), m_listener(listener), m_session(session) {}

    /// Until the job has ended.
    ExitCode run();

private:
    void take(const Event& event);
    void tell(const ScalarsReady& figures);
    void tell(const RunOpened& run);
    void tell(const ValidationDone& validation);
    ExitCode finish();

    VerbContext& m_context;
    ConsoleListener& m_listener;
    TrainSession& m_session;
    bool m_isStopping = false;
    std::string m_loss; ///< of the last step, for the line of progress
    std::chrono::steady_clock::time_point m_lastNote;
    std::optional<RunClosed> m_closed;
    std::optional<Finished> m_finished;
};

} // namespace unlit::cli
