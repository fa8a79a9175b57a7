#include "app/cli/interrupt.h"

#include "app/cli/exit_code.h"
#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

namespace unlit::cli {

namespace {

// A signal handler can reach nothing but statics; lock-free atomics are safe in it.
std::atomic<int> signalCount{0};
std::atomic<int> interruptCount{0};
std::atomic<bool> firstIsLeftToCaller{false};
std::atomic<int> pipeWriteEnd{-1};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

constexpr char kInterrupt = 'i';
constexpr char kOther = 'o';
constexpr char kEnd = 'e';
constexpr int kPatience = 3; // the watching thread may hang on a dead disk: then leave without it

void onSignal(int number) {
    const int savedErrno = errno;
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
