#include "core/base/child_process.h"

#include "core/base/error.h"
#include "core/base/steering.h"
#include "core/base/text.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unlit {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostLastWords = 4096;
constexpr int kFirstOwnFile = 3; ///< after input, output and errors

class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}

    ~Descriptor() { close(); }

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    void reset(int number) {
        close();
        m_number = number;
    }

    void close() {
        if (m_number >= 0)
            ::close(m_number);
        m_number = -1;
    }

    int number() const { return m_number; }

private:
    int m_number;
};

struct Pipe {
    Descriptor read, write;

    Pipe() {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            throw Error::system(errno, "making a pipe", {});
        read.reset(ends[0]);
        write.reset(ends[1]);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
};

/// A file without a name: no reader has to keep up with a writer.
void fill(Descriptor& file, const std::string& text) {
    file.reset(memfd_create("input", MFD_CLOEXEC));
    if (file.number() < 0)
        throw Error::system(errno, "making a file in memory", {});
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = ::write(file.number(), text.data() + done, text.size() - done);
        if (count < 0 && errno != EINTR)
            throw Error::system(errno, "writing a file in memory", {});
        done += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    lseek(file.number(), 0, SEEK_SET);
}

class SpawnActions {
public:
    SpawnActions() { posix_spawn_file_actions_init(&m_actions); }

    ~SpawnActions() { posix_spawn_file_actions_destroy(&m_actions); }

    SpawnActions(const SpawnActions&) = delete;
    SpawnActions& operator=(const SpawnActions&) = delete;

    posix_spawn_file_actions_t* get() { return &m_actions; }

private:
    posix_spawn_file_actions_t m_actions{};
};

class SpawnAttributes {
public:
    /// A group of its own, so that all of it can be ended; signals as a program expects them.
    SpawnAttributes() {
        posix_spawnattr_init(&m_attributes);
        sigset_t none;
        sigemptyset(&none);
        sigset_t usual;
        sigemptyset(&usual);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE})
            sigaddset(&usual, signal);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &usual);
        posix_spawnattr_setpgroup(&m_attributes, 0);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                    POSIX_SPAWN_SETSIGDEF);
    }

    ~SpawnAttributes() { posix_spawnattr_destroy(&m_attributes); }

    SpawnAttributes(const SpawnAttributes&) = delete;
    SpawnAttributes& operator=(const SpawnAttributes&) = delete;

    const posix_spawnattr_t* get() const { return &m_attributes; }

private:
    posix_spawnattr_t m_attributes{};
};

class Child {
public:
    explicit Child(const Command& command) : m_command(command) {
        fill(m_input, command.input);
        start();
        m_input.close();
        m_output.write.close();
        m_errors.write.close();
    }

    ~Child() { endGroup(); }

    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    CommandResult wait() {
        const Clock::time_point deadline = Clock::now() + m_command.patience;
        while (!hasEnded()) {
            if (Clock::now() > deadline)
                return stop(
                    "was ended after " +
                    formatSeconds(std::chrono::duration<double>(m_command.patience).count()));
            listen();
            if (m_result.output.size() > m_command.mostOutput)
                return stop("was ended, as it said more than " + formatBytes(m_command.mostOutput));
        }
        take(m_output.read, m_result.output); // what is left in the pipes
        take(m_errors.read, m_said);
        if (m_result.output.size() > m_command.mostOutput)
            return stop("said more than " + formatBytes(m_command.mostOutput));
        return finish();
    }

private:
    void start() {
        SpawnActions actions;
        posix_spawn_file_actions_adddup2(actions.get(), m_input.number(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(actions.get(), m_output.write.number(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(actions.get(), m_errors.write.number(), STDERR_FILENO);
        posix_spawn_file_actions_addclosefrom_np(actions.get(), kFirstOwnFile);
        if (!m_command.folder.empty())
            posix_spawn_file_actions_addchdir_np(actions.get(), m_command.folder.c_str());
        const SpawnAttributes attributes;
        std::vector<std::string> words = m_command.words;
        std::vector<char*> arguments;
        for (std::string& word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        const int problem = posix_spawnp(&m_id, arguments.front(), actions.get(), attributes.get(),
                                         arguments.data(), environ);
        if (problem == ENOENT)
            throw Error::notFound("there is no program " + m_command.words.front() +
                                      (m_command.folder.empty()
                                           ? std::string()
                                           : ", or no folder " + m_command.folder.string()),
                                  "write its whole path, or put its folder into $PATH");
        if (problem != 0)
            throw Error::system(problem, "starting", m_command.words.front());
    }

    /// Also when its children hold the pipes open still.
    bool hasEnded() {
        if (m_id == 0)
            return true;
        if (waitpid(m_id, &m_status, WNOHANG) != m_id)
            return false;
        m_group = m_id;
        m_id = 0;
        return true;
    }

    void listen() {
        std::array<pollfd, 2> files = {pollfd{m_output.read.number(), POLLIN, 0},
                                       pollfd{m_errors.read.number(), POLLIN, 0}};
        constexpr int kMilliseconds = 5; // a process that has closed both may go on for long
        if (files[0].fd < 0 && files[1].fd < 0)
            ::poll(nullptr, 0, kMilliseconds);
        else
            ::poll(files.data(), files.size(), kMilliseconds);
        take(m_output.read, m_result.output);
        take(m_errors.read, m_said);
        if (m_said.size() > kMostLastWords)
            m_said.erase(0, m_said.size() - kMostLastWords);
    }

    void take(Descriptor& file, std::string& text) const {
        std::array<char, 65536> bytes{};
        while (file.number() >= 0 && text.size() <= m_command.mostOutput) {
            const ssize_t count = ::read(file.number(), bytes.data(), bytes.size());
            if (count < 0 && errno == EINTR)
                continue;
            if (count == 0)
                file.close();
            if (count <= 0)
                return;
            text.append(bytes.data(), static_cast<std::size_t>(count));
        }
    }

    CommandResult stop(std::string why) {
        m_result.whyItEnded = std::move(why);
        m_result.lastWords = lastLine();
        return m_result;
    }

    CommandResult finish() {
        m_result.lastWords = lastLine();
        if (WIFSIGNALED(m_status))
            m_result.whyItEnded = "was ended by signal " + std::to_string(WTERMSIG(m_status)) +
                                  " (" + strsignal(WTERMSIG(m_status)) + ")";
        else
            m_result.exitCode = WEXITSTATUS(m_status);
        return m_result;
    }

    std::string lastLine() const {
        std::string text = m_said;
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
            text.pop_back();
        const std::size_t begin = text.rfind('\n');
        return withoutSteering(begin == std::string::npos ? text : text.substr(begin + 1), '?');
    }

    void endGroup() {
        const pid_t group = m_id != 0 ? m_id : m_group;
        if (group > 0)
            kill(-group, SIGKILL);
        if (m_id > 0)
            while (waitpid(m_id, nullptr, 0) < 0 && errno == EINTR) {
            }
    }

    const Command& m_command;
    Descriptor m_input;
    Pipe m_output;
    Pipe m_errors;
    pid_t m_id = 0;    ///< 0: it has ended
    pid_t m_group = 0; ///< its number after that, for what it has started
    int m_status = 0;
    std::string m_said; ///< the end of its standard error
    CommandResult m_result;
};

} // namespace

std::string CommandResult::problem() const {
    if (isGood())
        return "";
    constexpr std::size_t most = 80;
    const std::string why =
        whyItEnded.empty() ? "ended with exit code " + std::to_string(exitCode) : whyItEnded;
    const std::string said = lastWords.size() > most ? lastWords.substr(0, most) + "…" : lastWords;
    return said.empty() ? why : why + ": " + said;
}

CommandResult runCommand(const Command& command) {
    if (command.words.empty() || command.words.front().empty())
        throw Error::invalidInput("a command has no words", "name the program first");
    return Child(command).wait();
}

} // namespace unlit
