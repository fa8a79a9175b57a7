// One training run from config or run folder to its end.
#pragma once

#include "core/session/job_runner.h"
#include "core/session/train/train_types.h"

#include <chrono>
#include <functional>
#include <memory>

namespace unlit {

namespace train {
class TrainControl;
}

/// How a job is steered.
struct TrainJobControl {
    std::shared_ptr<train::TrainControl> control;
    std::chrono::steady_clock::time_point start; ///< from which a time limit counts
    std::function<void(AskedBy)> stop = {};      ///< ends the job, saved; any thread
};

/// Nothing is created before model and data have been found. Throws Error. Done also when the run
/// was stopped; Cancelled when it was stopped before there was a run. Thread: the compute thread.
Outcome runNewTraining(const NewRun& run, const TrainJobControl& control,
                       const JobRunner::Post& post, const std::stop_token& stop);
Outcome runResumedTraining(const ResumedRun& run, const TrainJobControl& control,
                           const JobRunner::Post& post, const std::stop_token& stop);

} // namespace unlit
