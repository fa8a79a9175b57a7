// Ctrl+C, SIGTERM, SIGHUP and SIGUSR1: the first asks; Ctrl+C behind it ends the process at once.
#pragma once

#include <filesystem>
#include <mutex>
#include <thread>
#include <vector>

namespace unlit::cli {

/// One per process, made by main before any other thread. Signals only set a flag and write to a
/// pipe; a thread of this object does what a signal handler may not.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// From now on the first signal is left to the caller, who looks at isRequested(), and so are
    /// further ones but SIGINT, which ends the process. Until then any ends it, with exit code
    /// 130. SIGINT within half a second of another one is the same key press and counts once.
    void waitForCaller();

    bool isRequested() const;

    /// Where temporary files of this process are removed before it ends at once.
    void cleanUp(const std::filesystem::path& folder);

private:
    void watch();
    void removeTemporaryFiles();

    int m_readEnd = -1;
    std::mutex m_mutex;
    std::vector<std::filesystem::path> m_folders;
    std::thread m_thread; // ended by a byte in the pipe: it has no other way to wake from read()
};

} // namespace unlit::cli
