// A recipe tried out before it costs days: two steps, a validation, a checkpoint, a resume.
#pragma once

#include "core/session/job_runner.h"
#include "core/session/train/rehearsal_report.h"
#include "core/session/train/train_job.h"

namespace unlit {

/// Trains in a hidden folder beside where the run would be, and takes it away again; what the
/// recipe prepares (a random model, rendered sets) stays, for the run itself needs it. Validates
/// one picture of each set. Whatever fails is the report's failure. Cancelled when stopped. Throws
/// only what is no fault of the recipe. Thread: the compute thread.
Outcome rehearse(const NewRun& run, const TrainJobControl& control, const JobRunner::Post& post,
                 const std::stop_token& stop, const TellRehearsal& tell);

} // namespace unlit
