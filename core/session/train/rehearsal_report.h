// What a rehearsal of a recipe has found: plain values without torch.
#pragma once

#include "core/base/failure.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace unlit {

/// What a check has measured; which of it, its kind decides.
struct RehearsalFound {
    std::string text{}; ///< figures of a validation; the error of a check that failed
    double secondsPerStep = 0;
    double loss = 0;
    std::uint64_t bytes = 0; ///< of the checkpoint
    double saveSeconds = 0;
    double waitSeconds = 0; ///< that training waited for it
    std::int64_t step = 0;  ///< that follows the resume
};

/// One thing that was tried.
struct RehearsalCheck {
    enum class Kind { Read, Train, Validate, Save, Resume };
    enum class State { Running, Passed, Failed, LeftOut };

    Kind kind = Kind::Read;
    State state = State::Running;
    RehearsalFound found{};
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

/// "a checkpoint is written".
std::string toEnglish(RehearsalCheck::Kind kind);

/// "3.4 GiB in 6.1 s, training waited 0.1 s"; empty where there is nothing to tell.
std::string foundInEnglish(const RehearsalCheck& check);

/// Told of every change, on the calling thread.
using TellRehearsal = std::function<void(const RehearsalReport&)>;

} // namespace unlit
