// The door to training: verbs in, events out. No torch, no Qt, nothing blocks.
#pragma once

#include "core/base/compute_turn.h"
#include "core/base/job_id.h"
#include "core/events/event_sink.h"
#include "core/session/train/rehearsal_report.h"
#include "core/session/train/train_types.h"

#include <memory>

namespace unlit {

/// Owns the compute thread of a training. Runs go one after the other. Events of a job: Started,
/// LogLine…, RunOpened, then Progress, ScalarsReady, CheckpointSaved, ValidationDone,
/// PicturesSaved, TrainingPaused, at the end RunClosed and Finished. A run that was stopped and
/// saved ends as Done: RunClosed says how it ended. Thread: any one thread may call the verbs,
/// which act on the run under way. The sink outlives the session. The destructor stops the run,
/// waits until it is saved, and posts the last events.
class TrainSession {
public:
    /// `turn`: shared with the other sessions of the program, so that one computes at a time:
    /// theirs go between two micro-batches, and all the time while a run is paused. null = there
    /// are none. `by`: who speaks through this session, for the record of a run.
    explicit TrainSession(EventSink& sink, std::shared_ptr<ComputeTurn> turn = nullptr,
                          AskedBy by = AskedBy::Terminal);
    ~TrainSession();
    TrainSession(const TrainSession&) = delete;
    TrainSession& operator=(const TrainSession&) = delete;

    /// Return at once; faults of model, data or run folder are the job's failure, and then nothing
    /// was created.
    JobId start(NewRun run);
    JobId resumeRun(ResumedRun run);
    /// Tries a recipe out and leaves nothing behind but what it prepares; see rehearsal.h. Events:
    /// Started, Progress, LogLine, Finished. `tell` is called on the compute thread, the last time
    /// with RehearsalReport::isOver unless the job is cancelled; faults of the recipe are in the
    /// report.
    JobId rehearse(NewRun run, TellRehearsal tell);

    /// Holds still before the next micro-batch, the model loaded; other sessions have the machine.
    void pause();
    void resume();
    /// Ends within a micro-batch, with everything saved that a resume needs.
    void stopAndSave();
    /// The same for somebody else than who speaks otherwise: a signal.
    void stopAndSave(AskedBy by);
    void validateNow(); ///< figures, and pictures where this step has none yet
    void saveNow();
    /// The schedule goes on multiplying the new rate. Throws Error::invalidInput unless it is above
    /// 0.
    void setLearningRate(double rate);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace unlit
