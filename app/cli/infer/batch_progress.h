// How far a batch of pictures is: one live line on a terminal, plain lines elsewhere.
#pragma once

#include "app/cli/console.h"
#include "core/events/event.h"

#include <chrono>
#include <string>

namespace unlit::cli {

/// Where a batch stands. Pictures count from 1.
struct BatchState {
    int picture = 0; ///< the one under way; 0 before the first
    int pictures = 0;
    std::string name;  ///< file name of that picture
    Progress progress; ///< of that picture
};

/// "[#####-----] 50 %  image 2 of 5 · member 1 of 1 · step 3 of 4 · 12 s left", cut to `columns`;
/// the bar goes first where there is little room.
std::string liveText(const BatchState& state, std::optional<double> secondsLeft, int columns);

/// Time until all pictures are done, from the time that has passed and the picture under way;
/// unset until there is something to go by.
std::optional<double> batchSecondsLeft(const BatchState& state, double secondsPassed);

/// Main thread only. Clock readings are passed in so that tests need not wait.
class BatchProgress {
public:
    using Clock = std::chrono::steady_clock;

    BatchProgress(Console& console, int pictures, Clock::time_point now = Clock::now());

    void started(const std::string& name, Clock::time_point now = Clock::now());
    void advanced(const Progress& progress, Clock::time_point now = Clock::now());
    /// `how`: "done in 3.2 s", "failed", "cancelled".
    void finished(const std::string& how, Clock::time_point now = Clock::now());

private:
    void show(Clock::time_point now);

    Console& m_console;
    BatchState m_state;
    Clock::time_point m_begin;
    Clock::time_point m_lastShown;
};

} // namespace unlit::cli
