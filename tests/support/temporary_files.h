// Where tests put their files.
#pragma once

#include <cstdlib>

#include <linux/magic.h>
#include <sys/statfs.h>
#include <unistd.h>

namespace unlit::test {

/// From here on temporary files of this process and of those that it starts lie in memory, where
/// there is room and programs may be started from: every run folder waits for the disk some
/// hundred times, and none of the tests is about the disk. $TMPDIR, where it is set, stays.
inline void keepTemporaryFilesInMemory() {
    constexpr const char* kFolder = "/dev/shm";
    constexpr unsigned long long kRoom = 4ULL << 30U;
    constexpr long kNoPrograms = 8; // statfs(2): ST_NOEXEC

    struct statfs files {};

    if (std::getenv("TMPDIR") == nullptr && ::statfs(kFolder, &files) == 0 &&
        files.f_type == TMPFS_MAGIC && (files.f_flags & kNoPrograms) == 0 &&
        files.f_bavail * static_cast<unsigned long long>(files.f_bsize) >= kRoom &&
        ::access(kFolder, W_OK) == 0)
        ::setenv("TMPDIR", kFolder, 1);
}

} // namespace unlit::test
