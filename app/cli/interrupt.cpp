#include "app/cli/interrupt.h"

#include "app/cli/exit_code.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace unlit::cli {

namespace {

// A signal handler can reach nothing but statics; lock-free atomics are safe in it.
std::atomic<int> signalCount{0};
std::atomic<int> interruptCount{0};
std::atomic<bool> firstIsLeftToCaller{false};
std::atomic<std::int64_t> lastInterrupt{0}; // the last key press that counted, in milliseconds
std::atomic<int> pipeWriteEnd{-1};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free &&
              std::atomic<std::int64_t>::is_always_lock_free);

constexpr char kInterrupt = 'i';
constexpr char kOther = 'o';
constexpr char kEnd = 'e';
constexpr int kPatience = 3; // the watching thread may hang on a dead disk: then leave without it
constexpr std::int64_t kSamePressMs = 500;

/// 0 is no time. clock_gettime may be called in a signal handler.
std::int64_t nowMs() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{1} + now.tv_sec * 1000 + now.tv_nsec / 1'000'000;
}

/// Whether SIGINT comes so soon behind another one that nobody has pressed a key twice: `timeout`
/// and some launchers signal the process and then its whole group.
bool isOfSamePress() {
    const std::int64_t now = nowMs();
    const std::int64_t last = lastInterrupt;
    if (last != 0 && now - last < kSamePressMs)
        return true;
    lastInterrupt = now;
    return false;
}

void onSignal(int number) {
    const int savedErrno = errno;
    if (number == SIGINT && isOfSamePress()) {
        errno = savedErrno;
        return;
    }
    ++signalCount;
    if (number == SIGINT && ++interruptCount >= kPatience)
        _exit(static_cast<int>(ExitCode::Cancelled));
    [[maybe_unused]] const auto written =
        write(pipeWriteEnd, number == SIGINT ? &kInterrupt : &kOther, 1);
    errno = savedErrno;
}

void setHandler(void (*handler)(int)) {
    struct sigaction action {};

    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1}) {
        struct sigaction before {};

        sigaction(number, nullptr, &before);
        // nohup asks that a closed terminal goes unnoticed. An ignored SIGINT is what a shell gives
        // to background jobs; there it still has to cancel when it is sent on purpose.
        if (number == SIGHUP && before.sa_handler == SIG_IGN)
            continue;
        sigaction(number, &action, nullptr);
    }
}

} // namespace

Interrupt::Interrupt() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0)
        throw Error::system(errno, "make a pipe for signals", "");
    m_readEnd = ends[0];
    pipeWriteEnd = ends[1];
    m_thread = std::thread([this] { watch(); });
    setHandler(&onSignal);
    // A closed stdout is found when it is flushed, not by dying in the middle of a file.
    std::signal(SIGPIPE, SIG_IGN);
}

Interrupt::~Interrupt() {
    setHandler(SIG_DFL);
    [[maybe_unused]] const auto written = write(pipeWriteEnd, &kEnd, 1);
    m_thread.join();
    close(pipeWriteEnd.exchange(-1));
    close(m_readEnd);
}

void Interrupt::waitForCaller() {
    firstIsLeftToCaller = true;
}

bool Interrupt::isRequested() const {
    return signalCount > 0;
}

void Interrupt::cleanUp(const std::filesystem::path& folder) {
    const std::lock_guard lock(m_mutex);
    m_folders.push_back(folder);
}

void Interrupt::watch() {
    int heard = 0;
    char byte = 0;
    while (true) {
        const auto count = ::read(m_readEnd, &byte, 1);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0 || byte == kEnd)
            return;
        // A batch system sends SIGUSR1, then SIGTERM, and grants the time between them and its
        // SIGKILL: only a person who presses Ctrl+C again does not want to wait.
        const bool isImpatient = byte == kInterrupt && heard > 0;
        ++heard;
        if (firstIsLeftToCaller && !isImpatient)
            continue;
        removeTemporaryFiles();
        _exit(static_cast<int>(ExitCode::Cancelled));
    }
}

void Interrupt::removeTemporaryFiles() {
    const std::lock_guard lock(m_mutex);
    for (const std::filesystem::path& folder : m_folders)
        AtomicFile::removeTemporariesIn(folder);
}

} // namespace unlit::cli
