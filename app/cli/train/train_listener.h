// Prints what a training run tells, and passes signals on to it.
#pragma once

#include "app/cli/console_listener.h"
#include "app/cli/train/detached_training.h"
#include "app/cli/verb.h"
#include "core/session/train/train_session.h"

#include <chrono>
#include <optional>
#include <string>

namespace unlit::cli {

/// How much a recipe wants to be told on the console.
struct TrainConsole {
    LogLevel level = LogLevel::Info;
    std::optional<std::int64_t> period; ///< a line of figures every so many steps
    std::string notes = {};             ///< for a launcher (rendezvous.h): where its notes begin
    DetachedNote* detached = nullptr;   ///< of a process that was started with --detach
};

/// For the one job of a session, on the main thread. All references outlive it.
class TrainListener {
public:
    TrainListener(VerbContext& context, ConsoleListener& listener, TrainSession& session,
                  TrainConsole console)
        : m_context(context), m_listener(listener), m_session(session), m_console(console) {}

    /// Until the job has ended: Done for a run that is complete, Resumable for one that is saved.
    ExitCode run();

private:
    void take(const Event& event);
    void tell(const ScalarsReady& figures);
    void tell(const RunOpened& run);
    void tell(const ValidationDone& validation);
    void tell(const SettingChanged& change);
    void note(const std::string& text);
    bool isDue(std::int64_t step);
    Json outcome() const;
    ExitCode finish();
    void tellLauncher(const char* note, const std::string& text) const;

    VerbContext& m_context;
    ConsoleListener& m_listener;
    TrainSession& m_session;
    TrainConsole m_console;
    bool m_isStopping = false;
    std::string m_median; ///< of the loss, the last that was told
    std::string m_loss;   ///< of the last step, for the line of progress
    std::chrono::steady_clock::time_point m_lastNote;
    std::vector<std::pair<std::string, double>> m_figures; ///< of the last step
    Json m_validation = Json::object();                    ///< the last figures, by set
    std::optional<RunClosed> m_closed;
    std::optional<Finished> m_finished;
};

} // namespace unlit::cli
