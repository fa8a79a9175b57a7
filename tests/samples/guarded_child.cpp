#include "tests/samples/guarded_child.h"

#include "core/image/exr/exr_threads.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace unlit {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

[[noreturn]] void runChild(int out, const std::function<std::string()>& work) {
    std::string text;
    try {
        text = work();
    } catch (const std::exception& error) {
        text = std::string("uncaught exception: ") + error.what();
    }
    std::size_t sent = 0;
    while (sent < text.size()) {
        const ssize_t count = ::write(out, text.data() + sent, text.size() - sent);
        if (count <= 0)
            break;
        sent += static_cast<std::size_t>(count);
    }
    std::fflush(nullptr);
    ::_exit(0);
}

/// Reads until the child closes its end; false when the time is over first.
bool readUntilClosed(int in, Clock::time_point start, double seconds, std::string& output) {
    std::array<char, 4096> buffer{};
    for (;;) {
        const double left = seconds - secondsSince(start);
        if (left <= 0)
            return false;
        pollfd waiting{in, POLLIN, 0};
        if (::poll(&waiting, 1, static_cast<int>(left * 1000) + 1) <= 0)
            continue;
        const ssize_t count = ::read(in, buffer.data(), buffer.size());
        if (count <= 0)
            return true;
        output.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

} // namespace

ChildResult runGuarded(const std::function<std::string()>& work, const ChildLimits& limits) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0)
        throw std::runtime_error("cannot make a pipe");
    std::fflush(nullptr); // or the child would print it again
    endExrThreads();
    const auto start = Clock::now();
    const pid_t child = ::fork();
    if (child < 0)
        throw std::runtime_error("cannot fork");
    if (child == 0) {
        ::close(ends[0]);
        runChild(ends[1], work);
    }
    ::close(ends[1]);
    ChildResult result;
    if (!readUntilClosed(ends[0], start, limits.seconds, result.output)) {
        ::kill(child, SIGKILL);
        result.failure = "ran longer than " + std::to_string(limits.seconds) + " s";
    }
    ::close(ends[0]);
    int status = 0;
    rusage usage{};
    ::wait4(child, &status, 0, &usage);
    result.seconds = secondsSince(start);
    result.peakBytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    if (!result.failure.empty())
        return result;
    if (WIFSIGNALED(status))
        result.failure = std::string("died of ") + ::strsignal(WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        result.failure = "ended with status " + std::to_string(WEXITSTATUS(status));
    else if (result.peakBytes > limits.bytes)
        result.failure = "took " + std::to_string(result.peakBytes >> 20U) + " MiB";
    return result;
}

} // namespace unlit
