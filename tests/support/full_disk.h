// A disk that is full, without one.
#pragma once

#include <sys/resource.h>

#include <csignal>

namespace unlit::test {

/// While it lives no file of this process grows beyond `largestFile` bytes: writing more fails as
/// it does on a full disk. Of the whole process, so one at a time.
class FullDisk {
public:
    explicit FullDisk(rlim_t largestFile) : m_handler(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit small{largestFile, m_before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }

    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int);
};

} // namespace unlit::test
