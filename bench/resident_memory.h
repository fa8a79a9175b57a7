// How much memory this process holds, from /proc (Linux).
#pragma once

#include <cstdint>

namespace unlit::bench {

/// Gives freed memory back and starts a new peak.
void resetPeakMemory();

/// The largest resident size since then, bytes; 0 where the system does not say.
uint64_t peakMemory();

} // namespace unlit::bench
