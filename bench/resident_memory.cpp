#include "bench/resident_memory.h"

#include <fstream>
#include <string>

#include <malloc.h>

namespace unlit::bench {

void resetPeakMemory() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5"; // proc(5): resets the peak
}

uint64_t peakMemory() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stoull(line.substr(6)) * 1024; // "VmHWM:   123 kB"
    return 0;
}

} // namespace unlit::bench
