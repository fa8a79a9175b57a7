// Torch's memory on the CPU with an end: allocations beyond a budget fail as on a full machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace unlit::test {

/// Stands in for Torch's CPU allocator from its first use to the end of the process: make one
/// before Torch allocates anything, since raw memory goes back to whoever stands there then.
/// Between begin and end it counts what is given out; more than the budget throws std::bad_alloc,
/// wherever in forward or backward that is. Any thread.
class LimitedMemory {
public:
    LimitedMemory();

    /// From now on at most `budget` bytes above what is in use.
    void begin(std::int64_t budget);
    void end();

    /// The most that was in use between begin and end, above what was at begin.
    std::int64_t peak() const;
    /// Allocations that were refused so far.
    std::int64_t refusals() const;
};

} // namespace unlit::test
