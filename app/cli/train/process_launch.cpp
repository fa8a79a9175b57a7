#include "app/cli/train/process_launch.h"

#include "core/base/error.h"
#include "core/train/distributed/rendezvous.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unlit::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kLook = std::chrono::milliseconds(50);
/// Of processes that have lost one: time to say so and to leave everything whole.
constexpr auto kGrace = std::chrono::seconds(10);

/// Removed with everything in it. Only this user can look into it.
class LaunchFolder {
public:
    LaunchFolder() {
        std::string pattern = (fs::temp_directory_path() / "unlit-XXXXXX").string();
        if (mkdtemp(pattern.data()) == nullptr)
            throw Error::system(errno, "making a folder", pattern);
        m_path = pattern;
    }

    ~LaunchFolder() {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    LaunchFolder(const LaunchFolder&) = delete;
    LaunchFolder& operator=(const LaunchFolder&) = delete;

    fs::path store() const { return m_path / "rendezvous"; }

    fs::path output(int process) const { return m_path / (std::to_string(process) + ".log"); }

    const fs::path& path() const { return m_path; }

private:
    fs::path m_path;
};

/// This process's own command line.
std::vector<std::string> ownArguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline(file, argument, '\0');)
        arguments.push_back(argument);
    return arguments;
}

/// This process's variables, some of them with other values.
std::vector<std::string>
environmentWith(const std::vector<std::pair<std::string, std::string>>& set) {
    std::vector<std::string> all;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text = *variable;
        const auto isSet = [&text](const auto& other) {
            return text.starts_with(other.first + "=");
        };
        if (std::ranges::none_of(set, isSet))
            all.push_back(text);
    }
    for (const auto& [name, value] : set)
        all.push_back(name + "=" + value);
    return all;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

int threadsOfEach(int processes) {
    const auto threads = static_cast<int>(std::thread::hardware_concurrency());
    return std::max(1, threads / processes);
}

/// What the program said last, without its name in front; empty where it said nothing.
std::string lastWordOf(const fs::path& output) {
    std::ifstream file(output);
    std::string last;
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("unlit: "))
            last = line.substr(std::strlen("unlit: "));
    return last;
}

class Launch {
public:
    Launch(const LaunchOptions& options, VerbContext& context)
        : m_options(options), m_context(context) {
        context.interrupt.cleanUp(m_folder.path());
        for (int i = 0; i < options.processes; ++i)
            m_processes.push_back({.id = start(i)});
    }

    ExitCode run() {
        while (std::ranges::any_of(m_processes, &Process::isAlive)) {
            if (m_context.interrupt.isRequested() && !m_isStopping) {
                m_isStopping = true;
                askToStop();
            }
            for (std::size_t i = 0; i < m_processes.size(); ++i)
                look(i);
            if (m_failure && Clock::now() > m_end)
                endAll();
            std::this_thread::sleep_for(kLook);
        }
        return m_failure.value_or(m_ofFirst);
    }

private:
    struct Process {
        pid_t id = 0;
        bool isAlive = true;
    };

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

    std::vector<std::pair<std::string, std::string>> variablesOf(int index) const {
        std::vector<std::pair<std::string, std::string>> set = {
            {"RANK", std::to_string(rankOf(static_cast<std::size_t>(index)))},
            {"WORLD_SIZE", std::to_string(m_options.allProcesses())},
            {"LOCAL_RANK", std::to_string(index)},
            {train::kRendezvousFile, m_options.rendezvous ? "" : m_folder.store().string()}};
        if (m_options.rendezvous) {
            set.emplace_back("MASTER_ADDR", m_options.rendezvous->first);
            set.emplace_back("MASTER_PORT", std::to_string(m_options.rendezvous->second));
        }
        if (std::getenv("OMP_NUM_THREADS") == nullptr)
            set.emplace_back("OMP_NUM_THREADS", std::to_string(threadsOfEach(m_options.processes)));
        return set;
    }

    pid_t start(int index) {
        std::vector<std::string> arguments = ownArguments();
        std::vector<std::string> variables = environmentWith(variablesOf(index));
        const std::vector<char*> argv = pointersTo(arguments);
        const std::vector<char*> environment = pointersTo(variables);
        const std::string output = m_folder.output(index).string();
        const pid_t parent = getpid();
        const pid_t child = fork();
        if (child < 0) {
            const int problem = errno;
            endAll();
            throw Error::system(problem, "starting a process", "/proc/self/exe");
        }
        if (child > 0)
            return child;
        // Between fork and exec nothing may be asked of the C++ library.
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(static_cast<int>(ExitCode::Failed));
        setpgid(0, 0); // a terminal's Ctrl+C is for the one that watches
        if (index > 0) {
            const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            dup2(file, STDOUT_FILENO);
            dup2(file, STDERR_FILENO);
        }
        execve("/proc/self/exe", argv.data(), environment.data());
        _exit(static_cast<int>(ExitCode::Failed));
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
        if (isGood || m_failure)
            return;
        m_failure = code;
        m_end = Clock::now() + kGrace;
        tell(index, status);
    }

    /// The first process has spoken for itself.
    void tell(std::size_t index, int status) {
        if (WIFSIGNALED(status)) {
            m_context.console.error(
                nameOf(index) + " was ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
                strsignal(WTERMSIG(status)) +
                "); the run stands where it was saved last: go on with --resume");
            return;
        }
        const std::string word = lastWordOf(m_folder.output(static_cast<int>(index)));
        const bool isOthers = word.find(train::kLeftToFirst) != std::string::npos ||
                              word.find(train::kLostOthers) != std::string::npos;
        if (index > 0 && !isOthers)
            m_context.console.error(nameOf(index) + ": " + word);
    }

    void endAll() {
        for (const Process& process : m_processes)
            if (process.isAlive)
                kill(process.id, SIGKILL);
    }

    const LaunchOptions& m_options;
    VerbContext& m_context;
    LaunchFolder m_folder;
    std::vector<Process> m_processes;
    bool m_isStopping = false;
    std::optional<ExitCode> m_failure; ///< of the process that failed first
    Clock::time_point m_end;
    ExitCode m_ofFirst = ExitCode::Failed;
};

} // namespace

ExitCode launchProcesses(const LaunchOptions& options, VerbContext& context) {
    return Launch(options, context).run();
}

} // namespace unlit::cli
