#include "app/cli/train/detached_training.h"

#include "core/base/error.h"
#include "core/base/steering.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unlit::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kNoteVariable = "UNLIT_DETACHED_NOTE";
constexpr int kNotePipe = 3; ///< of the process that is started
constexpr int kStartLookMs = 100;
constexpr std::size_t kMostSaidAtStart = 4096;

class StartFile {
public:
    explicit StartFile(int number = -1) : m_number(number) {}

    ~StartFile() { close(); }

    StartFile(const StartFile&) = delete;
    StartFile& operator=(const StartFile&) = delete;

    void close() {
        if (m_number >= 0)
            ::close(m_number);
        m_number = -1;
    }

    int number() const { return m_number; }

private:
    int m_number;
};

/// In a session of its own, with three files and the note's pipe.
pid_t spawnDetached(const DetachedStart& start, int output, int note) {
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    posix_spawn_file_actions_adddup2(&actions, note, kNotePipe);
    posix_spawn_file_actions_addclosefrom_np(&actions, kNotePipe + 1);
    if (!start.folder.empty())
        posix_spawn_file_actions_addchdir_np(&actions, start.folder.c_str());
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE})
        sigaddset(&usual, signal);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::vector<std::string> words = {start.program.string()};
    words.insert(words.end(), start.words.begin(), start.words.end());
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::vector<char*> variables;
    for (char** variable = environ; *variable != nullptr; ++variable)
        variables.push_back(*variable);
    const auto [name, value] = DetachedNote::variable();
    std::string noteVariable = name + "=" + value;
    variables.push_back(noteVariable.data());
    variables.push_back(nullptr);
    pid_t process = 0;
    const int problem = posix_spawnp(&process, arguments.front(), &actions, &attributes,
                                     arguments.data(), variables.data());
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (problem != 0)
        throw Error::system(problem, "start", start.program);
    return process;
}

/// What the process printed last, without the program's name in front.
std::string wordsOfStart(int output) {
    struct stat facts {};

    ::fstat(output, &facts);
    std::string text(kMostSaidAtStart, '\0');
    const off_t from = std::max<off_t>(0, facts.st_size - static_cast<off_t>(kMostSaidAtStart));
    const ssize_t count = ::pread(output, text.data(), text.size(), from);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    if (const std::size_t begin = text.rfind('\n'); begin != std::string::npos)
        text.erase(0, begin + 1);
    constexpr std::string_view kName = "unlit: ";
    return withoutSteering(text.starts_with(kName) ? text.substr(kName.size()) : text, '?');
}

[[noreturn]] void failToStart(pid_t process, int output) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    const std::string said = wordsOfStart(output);
    const std::string how = WIFSIGNALED(status)
                                ? "it was ended by signal " + std::to_string(WTERMSIG(status))
                                : "it ended with exit code " + std::to_string(WEXITSTATUS(status));
    throw Error::invalidInput(said.empty() ? "the training did not begin: " + how : said);
}

} // namespace

std::optional<DetachedTraining> startDetached(const DetachedStart& start,
                                              const std::function<bool()>& isCancelled) {
    const StartFile output(::memfd_create("output", MFD_CLOEXEC));
    std::array<int, 2> ends{};
    if (output.number() < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw Error::system(errno, "start", start.program);
    const StartFile read(ends[0]);
    StartFile write(ends[1]);
    const pid_t process = spawnDetached(start, output.number(), write.number());
    write.close();
    std::string told;
    while (!isCancelled()) {
        pollfd file{read.number(), POLLIN, 0};
        if (::poll(&file, 1, kStartLookMs) <= 0)
            continue;
        std::array<char, 4096> bytes{};
        const ssize_t count = ::read(read.number(), bytes.data(), bytes.size());
        if (count > 0)
            told.append(bytes.data(), static_cast<std::size_t>(count));
        else if (count == 0 && told.empty())
            failToStart(process, output.number());
        else if (count == 0)
            return DetachedTraining{told, process};
    }
    ::kill(process, SIGTERM);
    while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
    }
    return {};
}

DetachedNote::DetachedNote() {
    const char* variable = std::getenv(kNoteVariable);
    if (variable == nullptr)
        return;

    struct stat facts {};

    if (std::strcmp(variable, "3") == 0 && ::fstat(kNotePipe, &facts) == 0 &&
        S_ISFIFO(facts.st_mode)) {
        m_pipe = kNotePipe;
        ::fcntl(m_pipe, F_SETFD, FD_CLOEXEC);
    }
    ::unsetenv(kNoteVariable);
}

DetachedNote::~DetachedNote() {
    leave();
}

void DetachedNote::leave() {
    if (m_pipe >= 0)
        ::close(m_pipe);
    m_pipe = -1;
}

std::pair<std::string, std::string> DetachedNote::variable() {
    return {kNoteVariable, std::to_string(kNotePipe)};
}

void DetachedNote::printInto(const fs::path& run) {
    const fs::path console = run / "console.log";
    const int file =
        ::open(console.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    ::dup2(file, STDOUT_FILENO);
    ::dup2(file, STDERR_FILENO);
    ::close(file);
}

void DetachedNote::tell(const fs::path& run) {
    if (m_pipe < 0)
        return;
    printInto(run);
    const std::string text = run.string();
    // Nobody may be there any more, which is no fault: SIGPIPE is off in this program.
    [[maybe_unused]] const ssize_t count = ::write(m_pipe, text.data(), text.size());
    leave();
}

} // namespace unlit::cli
