#include "ui/kit/machine_status.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace unlit::ui {

namespace {

std::uint64_t physicalMemory() {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long pageSize = sysconf(_SC_PAGESIZE);
    return pages > 0 && pageSize > 0
               ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageSize)
               : 0;
}

std::uint64_t controlGroupLimit() {
    for (const char* name :
         {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        std::ifstream file(name);
        std::uint64_t bytes = 0;
        if (file >> bytes)
            return bytes;
    }
    return 0;
}

} // namespace

MemoryStatus readMemoryStatus() {
    MemoryStatus status;
    std::ifstream file("/proc/self/statm");
    std::uint64_t all = 0;
    std::uint64_t resident = 0;
    if (file >> all >> resident)
        status.usedBytes = resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    status.totalBytes = physicalMemory();
    if (const std::uint64_t limit = controlGroupLimit(); limit > 0)
        status.totalBytes = std::min(status.totalBytes, limit);
    return status;
}

int computeThreads() {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

} // namespace unlit::ui
