// Plays a training session over a sample run, so that the Train page can be shown in any state.
#pragma once

#include "ui/screenshot/sample_runs.h"
#include "ui/screenshot/screenshot_mode.h"

namespace unlit::ui {

/// Takes jobs and never answers; prepareTraining() posts the events.
class SilentTrainService : public TrainService {
public:
    JobId start(NewRun) override { return JobId{++m_lastId}; }

    JobId resumeRun(ResumedRun) override { return JobId{++m_lastId}; }

    JobId rehearse(NewRun, TellRehearsal) override { return JobId{++m_lastId}; }

    void pause() override {}

    void resume() override {}

    void stopAndSave() override {}

    void validateNow() override {}

    void saveNow() override {}

    void setLearningRate(double) override {}

private:
    std::uint64_t m_lastId = 0;
};

/// Brings the page into the state: busy, paused, failed, or full (a run that has ended). `run` is
/// shown as it is instead, unless it is empty. GUI thread.
void prepareTraining(MainWindow& window, SampleRuns& runs, const std::filesystem::path& run,
                     ScreenshotState state);

} // namespace unlit::ui
