// What the status bar says of the machine: threads, and the memory this program holds of what there
// is.
#pragma once

#include <cstdint>

namespace unlit::ui {

struct MemoryStatus {
    std::uint64_t usedBytes = 0;  ///< resident memory of this process; 0 = unknown
    std::uint64_t totalBytes = 0; ///< of the machine, or what its control group allows; 0 = unknown
};

/// Linux: /proc and the control group. Cheap enough for once a second.
MemoryStatus readMemoryStatus();

/// Threads that the networks compute with on a CPU.
int computeThreads();

} // namespace unlit::ui
