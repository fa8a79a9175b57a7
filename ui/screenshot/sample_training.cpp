#include "ui/screenshot/sample_training.h"

#include "core/base/error.h"
#include "ui/screenshot/wait_until.h"

namespace unlit::ui {

namespace {

constexpr JobId kJob{1}; // the first that the silent service gives

void post(TrainPage& page, decltype(Event::body) body) {
    page.controller().sink().post({kJob, std::chrono::system_clock::now(), std::move(body)});
}

/// The run goes on from its last step.
void begin(TrainPage& page, const std::filesystem::path& run) {
    page.resumeRun(run);
    post(page, RunOpened{run, 7400, 12'000});
    post(page, Progress{0.62, 4100.0, "step 7400 of 12000 · epoch 9"});
    waitUntil([&] { return page.controller().phase() == TrainPhase::Running; });
}

void end(TrainPage& page, const Finished& finished) {
    post(page, finished);
    waitUntil([&] { return !page.controller().isBusy(); });
}

} // namespace

void prepareTraining(MainWindow& window, SampleRuns& runs, const std::filesystem::path& run,
                     ScreenshotState state) {
    TrainPage& page = window.trainPage();
    if (state == ScreenshotState::Empty)
        return waitUntil([&] { return page.isSettled(); });
    if (!run.empty()) {
        page.showRun(run);
    } else if (state == ScreenshotState::Failed) {
        begin(page, runs.folderOf(SampleRuns::Failed));
        end(page, {Outcome::Failed,
                   Failure{ErrorKind::InvalidInput,
                           "the loss is not finite at step 1900",
                           "try a lower lr; the run can be resumed from its last checkpoint",
                           {}}});
    } else if (state == ScreenshotState::Full) {
        const auto folder = runs.folderOf(SampleRuns::Complete);
        begin(page, folder);
        post(page, RunClosed{folder, 12'000, "complete"});
        end(page, {});
    } else {
        begin(page, runs.folderOf(SampleRuns::Stopped));
        if (state == ScreenshotState::Paused) {
            post(page, TrainingPaused{true});
            waitUntil([&] { return page.controller().phase() == TrainPhase::Paused; });
        }
    }
    waitUntil([&] { return page.isSettled(); });
    const PlotRange x = page.plots().lossPlot().xRange();
    if (state == ScreenshotState::Busy)
        page.plots().lossPlot().probe(x.low + 0.6 * x.size());
    if (state == ScreenshotState::Paused)
        page.wall().setMode(WallMode::Wipe);
    waitUntil([&] { return page.isSettled(); });
}

} // namespace unlit::ui
