// Asks something of a run that another process trains, or this one.
#pragma once

#include "core/runs/control/run_request.h"

#include <chrono>
#include <filesystem>
#include <stop_token>

namespace unlit::runs {

/// Times the rate that is there, or as much less: a larger change is asked about before it is made.
inline constexpr double kLargestRateChange = 10;

/// The run has taken the request when this returns; it does what it was asked for before its next
/// micro-batch (of several processes: its next step), or picture of a validation. Throws Error:
/// NotFound where no process trains the run; Unsupported where another machine's does, or one that
/// cannot be asked; Io where it belongs to somebody else or does not answer in time; InvalidInput
/// with what the run says against the request. Thread: any.
RunAnswer askRun(const std::filesystem::path& run, const RunRequest& request,
                 std::chrono::milliseconds patience = std::chrono::seconds(10));

enum class RunReaction {
    Done,   ///< what was asked for is in the run's record
    Ended,  ///< the run has ended without
    TimeUp, ///< neither, so far
};

/// As askRun(), and waits for the record of what was asked for (of a stop: for the end). Stopping
/// `stop` ends the waiting alone, as TimeUp.
RunReaction askRunAndWait(const std::filesystem::path& run, const RunRequest& request,
                          const std::stop_token& stop);

} // namespace unlit::runs
