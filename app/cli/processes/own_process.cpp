#include "app/cli/processes/own_process.h"

#include "app/cli/exit_code.h"
#include "core/base/error.h"
#include "core/base/this_process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unlit::cli {

namespace {

namespace fs = std::filesystem;

/// This process's variables, some of them with other values.
std::vector<std::string> environmentWith(const Variables& set) {
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

} // namespace

pid_t startAgain(const OwnProcess& process) {
    std::vector<std::string> arguments = thisProcess().commandLine;
    std::vector<std::string> variables = environmentWith(process.variables);
    const std::vector<char*> argv = pointersTo(arguments);
    const std::vector<char*> environment = pointersTo(variables);
    const std::string output = process.output.string();
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0)
        throw Error::system(errno, "starting a process", "/proc/self/exe");
    if (child > 0)
        return child;
    // Between fork and exec nothing may be asked of the C++ library.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(static_cast<int>(ExitCode::Failed));
    setpgid(0, 0); // a terminal's Ctrl+C is for the one that watches
    if (!output.empty()) {
        const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(file, STDOUT_FILENO);
        dup2(file, STDERR_FILENO);
    }
    if (process.file >= 0)
        fcntl(process.file, F_SETFD, 0);
    execve("/proc/self/exe", argv.data(), environment.data());
    _exit(static_cast<int>(ExitCode::Failed));
}

PrivateFolder::PrivateFolder() {
    std::string pattern = (fs::temp_directory_path() / "unlit-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
        throw Error::system(errno, "making a folder", pattern);
    m_path = pattern;
}

PrivateFolder::~PrivateFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

int threadsOfEach(int processes) {
    const auto threads = static_cast<int>(std::thread::hardware_concurrency());
    return std::max(1, threads / processes);
}

std::string lastWordOf(const fs::path& output) {
    std::ifstream file(output);
    std::string last;
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("unlit: "))
            last = line.substr(std::strlen("unlit: "));
    return last;
}

std::string signalIn(int waitStatus) {
    if (!WIFSIGNALED(waitStatus))
        return {};
    const int number = WTERMSIG(waitStatus);
    return "was ended by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
}

std::string contentOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace unlit::cli
