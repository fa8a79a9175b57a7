#include "tests/cli/process.h"

#include "app/cli/command_line.h"
#include "core/image/exr/exr_threads.h"

#include <fcntl.h>
#include <pty.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace unlit::test {

namespace {

struct Pipe {
    int readEnd = -1;
    int writeEnd = -1;
};

Pipe makePipe() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error("no pipe");
    return {ends[0], ends[1]};
}

Pipe makeTerminal() {
    Pipe ends;
    winsize size{};
    size.ws_col = 100;
    size.ws_row = 30;
    if (openpty(&ends.readEnd, &ends.writeEnd, nullptr, nullptr, &size) != 0)
        throw std::runtime_error("no terminal");
    fcntl(ends.readEnd, F_SETFD, FD_CLOEXEC);
    return ends;
}

std::ptrdiff_t threadCount() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

/// Some library that LibTorch brings along starts idle threads when it is loaded.
const std::ptrdiff_t kThreadsOfLibraries = threadCount();

/// A copy of a process has none of its threads: with some at work (OpenMP's, those of another
/// Process) it might wait for them for ever.
bool isAlone() {
#ifdef __SANITIZE_THREAD__ // has a thread of its own that does not show
    return false;
#else
    return threadCount() == kThreadsOfLibraries;
#endif
}

/// In the child. What the parent keeps until its end, folders among it, is not the child's to clear
/// away.
[[noreturn]] void runHere(const std::vector<std::string>& arguments) {
    int code = static_cast<int>(cli::ExitCode::Failed);
    {
        cli::Interrupt interrupt;
        code = static_cast<int>(cli::CommandLine().run(arguments, interrupt));
    }
    std::cout.flush();
    std::cerr.flush();
    std::fflush(nullptr);
    _exit(code);
}

/// In the child, between fork and what runs there.
void prepare(const ProcessOptions& options, int output, int errors) {
    if (!options.standardOutput.empty())
        output = open(options.standardOutput.c_str(), O_WRONLY);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    if (chdir(options.folder.c_str()) != 0)
        _exit(126);
    setenv("TERM", "xterm", 1);
    if (options.largestFile) {
        const rlimit limit{*options.largestFile, *options.largestFile};
        setrlimit(RLIMIT_FSIZE, &limit);
        std::signal(SIGXFSZ, SIG_IGN); // then writing gives EFBIG instead of a signal
    }
}

/// Reads once; false at the end. A terminal whose other side has closed gives EIO.
bool readSome(int descriptor, std::string& text) {
    std::array<char, 4096> buffer{};
    ssize_t count = -1;
    do
        count = read(descriptor, buffer.data(), buffer.size());
    while (count < 0 && errno == EINTR);
    if (count <= 0)
        return false;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    return true;
}

} // namespace

Process::Process(const std::vector<std::string>& arguments, const ProcessOptions& options) {
    const Pipe output = makePipe();
    const Pipe errors = options.isTerminal ? makeTerminal() : makePipe();
    const std::string program = options.program.empty() ? UNLIT_PROGRAM : options.program;
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    endExrThreads(); // of pictures that the test has written
    const bool isHere = !options.isExecuted && options.program.empty() && isAlone();
    std::cout.flush();
    std::fflush(nullptr);
    m_process = fork();
    if (m_process == 0) {
        prepare(options, output.writeEnd, errors.writeEnd);
        if (isHere)
            runHere(arguments);
        execv(program.c_str(), pointers.data());
        _exit(127);
    }
    close(output.writeEnd);
    close(errors.writeEnd);
    m_outputEnd = output.readEnd;
    m_errorEnd = errors.readEnd;
    m_reader = std::thread([this] {
        while (readSome(m_outputEnd, m_output)) {
        }
    });
}

Process::~Process() {
    if (m_process > 0) {
        kill(m_process, SIGKILL);
        wait();
    }
}

bool Process::waitForErrors(std::string_view text) {
    while (m_errors.find(text) == std::string::npos)
        if (!readSome(m_errorEnd, m_errors))
            return false;
    return true;
}

void Process::sendSignal(int number) const {
    kill(m_process, number);
}

ProcessResult Process::wait() {
    readErrors();
    m_reader.join();
    int status = 0;
    while (waitpid(m_process, &status, 0) < 0 && errno == EINTR) {
    }
    m_process = -1;
    close(m_outputEnd);
    close(m_errorEnd);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return {code, m_output, m_errors};
}

void Process::readErrors() {
    while (readSome(m_errorEnd, m_errors)) {
    }
}

ProcessResult runUnlit(const std::vector<std::string>& arguments, const ProcessOptions& options) {
    return Process(arguments, options).wait();
}

pid_t processWith(const std::string& variable, const std::string& text) {
    const auto contentOfEntry = [](const std::filesystem::path& file) {
        std::ifstream stream(file, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(stream), {});
    };
    const std::string wanted = '\0' + variable + '\0';
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos ||
            contentOfEntry(entry.path() / "cmdline").find(text) == std::string::npos)
            continue;
        if (('\0' + contentOfEntry(entry.path() / "environ")).find(wanted) != std::string::npos)
            return std::stoi(name);
    }
    return 0;
}

} // namespace unlit::test
