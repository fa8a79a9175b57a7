// What a rehearsal of a recipe has found: plain values without torch.
#pragma once

#include "core/base/failure.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

/// One thing that was tried.
struct RehearsalCheck {
    enum class State { Running, Passed, Failed, LeftOut };

    std::string what; ///< "a checkpoint is written"
    State state = State::Running;
    std::string found{}; ///< "psnr 12.1", "3.4 GiB in 6.1 s"; may be empty
    double seconds = 0;
};

struct RehearsalReport {
    std::vector<RehearsalCheck> checks; ///< in their order
    std::optional<Failure> failure;     ///< of the check that failed
    bool isOver = false;
    double seconds = 0;                             ///< so far
    std::optional<std::uint64_t> peakMemoryBytes{}; ///< above those in use before; unset = not told
    std::uint64_t checkpointBytes = 0;
    std::uint64_t freeDiskBytes = 0; ///< where the run will be written
    double secondsPerStep = 0;       ///< of the last step; 0 = none was done
    std::int64_t maxIter = 0;        ///< of the recipe; <= 0: its epochs decide

    bool hasPassed() const { return isOver && !failure; }
};

/// Told of every change, on the calling thread.
using TellRehearsal = std::function<void(const RehearsalReport&)>;

} // namespace unlit
