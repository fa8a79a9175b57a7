#include "core/base/error.h"
#include "core/train/run_folder.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace unlit::train {

namespace {

std::filesystem::path lockFile(const RunFolder& folder) {
    return folder.path() / ".lock";
}

/// Of the whole file. Locks of open files, not of processes: two in one process exclude each other.
struct flock wholeFile() {
    struct flock lock {};

    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

} // namespace

RunLock::RunLock(const RunFolder& folder) {
    const std::filesystem::path file = lockFile(folder);
    m_descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (m_descriptor < 0)
        throw Error::system(errno, "write", file);
    struct flock lock = wholeFile();
    if (::fcntl(m_descriptor, F_OFD_SETLK, &lock) == 0)
        return;
    const int reason = errno;
    ::close(m_descriptor);
    m_descriptor = -1;
    if (reason == EAGAIN || reason == EACCES)
        throw Error::invalidInput("the run " + folder.path().string() +
                                      " is being written by another process",
                                  "stop that one first, or start another run");
    throw Error::system(reason, "lock", file);
}

RunLock::~RunLock() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

bool RunLock::isTaken(const RunFolder& folder) noexcept {
    const int descriptor = ::open(lockFile(folder).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    struct flock lock = wholeFile();
    const bool isKnown = ::fcntl(descriptor, F_OFD_GETLK, &lock) == 0;
    ::close(descriptor);
    return isKnown && lock.l_type != F_UNLCK;
}

} // namespace unlit::train
