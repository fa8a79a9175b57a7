#include "app/cli/train/process_launch.h"

#include "app/cli/processes/own_process.h"
#include "core/base/log.h"
#include "core/runs/run_reader.h"
#include "core/session/train/run_record.h"
#include "core/train/distributed/rendezvous.h"
#include "core/train/run_folder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include <sys/wait.h>

namespace unlit::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kLook = std::chrono::milliseconds(50);
/// Of processes that have lost one: time to say so and to leave everything whole.
constexpr auto kGrace = std::chrono::seconds(10);

/// What the launcher and its processes tell each other.
class LaunchFolder {
public:
    /// Of every start another one.
    fs::path store(int start) const { return path() / ("rendezvous" + std::to_string(start)); }

    fs::path output(std::size_t process) const { return note(process, ".log"); }

    fs::path notes(std::size_t process) const { return path() / std::to_string(process); }

    fs::path note(std::size_t process, const char* ending) const {
        return notes(process).string() + ending;
    }

    const fs::path& path() const { return m_folder.path(); }

private:
    PrivateFolder m_folder;
};

class Launch {
public:
    Launch(const LaunchOptions& options, VerbContext& context)
        : m_options(options), m_context(context) {
        context.interrupt.cleanUp(m_folder.path());
    }

    ExitCode run() {
        while (true) {
            startAll();
            watch();
            if (!m_failure)
                return m_ofFirst;
            const std::string cause = causeOf();
            if (!canGoOn()) {
                if (!cause.empty()) {
                    m_context.console.error(cause);
                    record(cause);
                }
                return *m_failure;
            }
            ++m_starts;
            m_context.console.warning((cause.empty() ? std::string() : cause + "; ") +
                                      "all processes are started again, " +
                                      std::to_string(m_starts) + " of " +
                                      std::to_string(m_options.restarts) + " times");
        }
    }

private:
    struct Process {
        pid_t id = 0;
        bool isAlive = true;
    };

    void startAll() {
        m_processes.clear();
        m_failure.reset();
        m_cause.clear();
        m_hasSpoken = m_areEnded = false;
        m_ofFirst = ExitCode::Failed;
        for (int i = 0; i < m_options.processes; ++i) {
            fs::remove(m_folder.note(static_cast<std::size_t>(i), train::kLostNote));
            m_processes.push_back({.id = start(i)});
        }
    }

    void watch() {
        while (std::ranges::any_of(m_processes, &Process::isAlive)) {
            if (m_context.interrupt.isRequested() && !m_isStopping) {
                m_isStopping = true;
                askToStop();
            }
            for (std::size_t i = 0; i < m_processes.size(); ++i)
                look(i);
            printIntoRun();
            if (m_failure && !m_areEnded && Clock::now() > m_end)
                endAll();
            std::this_thread::sleep_for(kLook);
        }
    }

    int rankOf(std::size_t index) const {
        return m_options.nodeRank * m_options.processes + static_cast<int>(index);
    }

    std::string nameOf(std::size_t index) const {
        return train::processName(rankOf(index), m_options.allProcesses());
    }

    /// One is enough: they end together.
    void askToStop() {
        const auto alive = std::ranges::find_if(m_processes, &Process::isAlive);
        if (alive != m_processes.end())
            kill(alive->id, SIGTERM);
    }

    /// The run's folder, once any of the processes has opened it.
    std::optional<fs::path> openedRun() const {
        for (int i = 0; i < m_options.processes; ++i)
            if (const fs::path run =
                    contentOf(m_folder.note(static_cast<std::size_t>(i), train::kRunNote));
                !run.empty() && fs::exists(run / "config.yaml"))
                return run;
        return {};
    }

    bool isDetached() const { return m_options.note != nullptr; }

    /// Nobody reads what a detached process says anywhere else.
    void printIntoRun() {
        if (!isDetached() || m_printsIntoRun)
            return;
        if (const auto run = openedRun()) {
            DetachedNote::printInto(*run);
            m_printsIntoRun = true;
        }
    }

    std::optional<long> minutesLeft() const {
        if (!m_options.exitAfter || *m_options.exitAfter <= 0)
            return {};
        const std::chrono::duration<double, std::ratio<60>> spent = Clock::now() - m_begin;
        return std::lround(*m_options.exitAfter - spent.count());
    }

    /// What nobody could have begun is not better the next time.
    bool canGoOn() const {
        return m_starts < m_options.restarts && !m_isStopping && *m_failure != ExitCode::Usage &&
               *m_failure != ExitCode::Cancelled && openedRun() && minutesLeft().value_or(1) > 0;
    }

    Variables variablesOf(int index) const {
        const auto place = static_cast<std::size_t>(index);
        Variables set = {{"RANK", std::to_string(rankOf(place))},
                         {"WORLD_SIZE", std::to_string(m_options.allProcesses())},
                         {"LOCAL_RANK", std::to_string(index)},
                         {train::kLaunchNotes, m_folder.notes(place).string()},
                         {train::kRendezvousFile,
                          m_options.rendezvous ? "" : m_folder.store(m_starts).string()}};
        if (m_options.rendezvous) {
            set.emplace_back("MASTER_ADDR", m_options.rendezvous->first);
            set.emplace_back("MASTER_PORT", std::to_string(m_options.rendezvous->second));
        }
        if (m_starts > 0) {
            set.emplace_back(train::kGoOnWith, openedRun()->string());
            set.emplace_back(train::kMinutesLeft, std::to_string(minutesLeft().value_or(0)));
        }
        if (std::getenv("OMP_NUM_THREADS") == nullptr)
            set.emplace_back("OMP_NUM_THREADS", std::to_string(threadsOfEach(m_options.processes)));
        return set;
    }

    pid_t start(int index) {
        OwnProcess process;
        process.variables = variablesOf(index);
        if (index > 0)
            process.output = m_folder.output(static_cast<std::size_t>(index));
        const bool hasNote = index == 0 && isDetached() && m_options.note->isWanted();
        if (hasNote) {
            process.file = m_options.note->file();
            process.variables.push_back(DetachedNote::variable());
        }
        try {
            const pid_t started = startAgain(process);
            if (hasNote)
                m_options.note->leave();
            return started;
        } catch (...) {
            endAll();
            throw;
        }
    }

    void look(std::size_t index) {
        Process& process = m_processes[index];
        int status = 0;
        if (!process.isAlive || waitpid(process.id, &status, WNOHANG) != process.id)
            return;
        process.isAlive = false;
        const auto code =
            WIFEXITED(status) ? static_cast<ExitCode>(WEXITSTATUS(status)) : ExitCode::Failed;
        if (index == 0)
            m_ofFirst = code;
        const bool isGood = code == ExitCode::Done || code == ExitCode::Resumable;
        if (isGood || m_areEnded)
            return;
        if (!m_failure) {
            m_failure = code;
            m_end = Clock::now() + kGrace;
        }
        note(index, status);
    }

    /// Remembers why a process has failed, where that is not because another one has.
    void note(std::size_t index, int status) {
        if (WIFSIGNALED(status)) {
            if (m_cause.empty())
                m_cause = nameOf(index) + " " + signalIn(status);
            return;
        }
        if (index == 0) {
            m_hasSpoken = m_hasSpoken || !fs::exists(m_folder.note(0, train::kLostNote));
            return;
        }
        const std::string word = lastWordOf(m_folder.output(index));
        const bool isOthers = word.find(train::kLeftToFirst) != std::string::npos ||
                              word.find(train::kLostOthers) != std::string::npos;
        if (!isOthers && m_cause.empty())
            m_cause = word.starts_with(nameOf(index)) ? word : nameOf(index) + ": " + word;
    }

    /// Empty where the first process has said it.
    std::string causeOf() const {
        if (m_hasSpoken)
            return {};
        if (m_cause.empty())
            return contentOf(m_folder.note(0, train::kLostNote));
        const bool saysWhatToDo = m_cause.find("--resume") != std::string::npos;
        return m_options.restarts > m_starts || saysWhatToDo
                   ? m_cause
                   : m_cause + "; the run stands where it was saved last: go on with --resume";
    }

    /// Of a run that has no word of its own on it, or that others were lost: whoever looks at the
    /// run has not what this program prints.
    void record(const std::string& cause) const {
        const auto run = openedRun();
        if (!run || m_options.nodeRank != 0)
            return;
        try {
            const train::RunFolder folder = train::RunFolder::open(*run);
            const train::RunLock lock(folder);
            runs::RunReader reader({*run, run->filename().string()});
            const std::chrono::duration<double> now =
                std::chrono::system_clock::now().time_since_epoch();
            runs::RunEvent event{
                runs::RunEventKind::Failed, reader.refresh(now.count(), {}).step, {}};
            event.fields = {{"error", toString(ErrorKind::Io)}, {"message", cause}};
            RunRecord(folder, {}).add(std::move(event));
        } catch (...) {
            logSwallowed("recording why a run has ended");
        }
    }

    void endAll() {
        m_areEnded = true;
        for (const Process& process : m_processes)
            if (process.isAlive)
                kill(process.id, SIGKILL);
    }

    const LaunchOptions& m_options;
    VerbContext& m_context;
    LaunchFolder m_folder;
    Clock::time_point m_begin = Clock::now();
    std::vector<Process> m_processes;
    int m_starts = 0; ///< after the first one
    bool m_isStopping = false;
    bool m_printsIntoRun = false;
    bool m_areEnded = false;           ///< those that were left, by this
    bool m_hasSpoken = false;          ///< the first process, of its own failure
    std::optional<ExitCode> m_failure; ///< of the process that failed first
    std::string m_cause;               ///< what failed for itself first; empty: not known
    Clock::time_point m_end;
    ExitCode m_ofFirst = ExitCode::Failed;
};

} // namespace

ExitCode launchProcesses(const LaunchOptions& options, VerbContext& context) {
    return Launch(options, context).run();
}

} // namespace unlit::cli
