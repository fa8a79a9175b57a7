// The verbs of a training session as the studio needs them, so that tests and the screenshot mode
// can stand in for the engine. The real one: session_train_service.h.
#pragma once

#include "core/events/event_sink.h"
#include "core/session/train/rehearsal_report.h"
#include "core/session/train/train_types.h"

namespace unlit::ui {

/// See TrainSession: every verb returns at once; answers come as events.
class TrainService {
public:
    virtual ~TrainService() = default;
    virtual JobId start(NewRun run) = 0;
    virtual JobId resumeRun(ResumedRun run) = 0;
    /// `tell` may be called on any thread.
    virtual JobId rehearse(NewRun run, TellRehearsal tell) = 0;
    virtual void pause() = 0;
    virtual void resume() = 0;
    virtual void stopAndSave() = 0;
    virtual void validateNow() = 0;
    virtual void saveNow() = 0;
    /// Throws Error::invalidInput unless it is above 0.
    virtual void setLearningRate(double rate) = 0;
};

} // namespace unlit::ui
