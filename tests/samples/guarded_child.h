// Runs a piece of work in a process of its own, so that a crash, a hang or a greedy library is a
// result instead of the end of the test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace unlit {

struct ChildLimits {
    double seconds = 10;                          ///< wall time, then it is killed
    std::uint64_t bytes = std::uint64_t{2} << 30; ///< resident memory at its highest
};

struct ChildResult {
    std::string output;  ///< what the work returned
    std::string failure; ///< "" = ended by itself within its limits; else what happened
    double seconds = 0;
    std::uint64_t peakBytes = 0;
};

/// Forks; the child calls `work` and sends back what it returns. Call it from a process with one
/// thread.
ChildResult runGuarded(const std::function<std::string()>& work, const ChildLimits& limits);

} // namespace unlit
