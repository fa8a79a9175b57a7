#include "ui/screenshot/sample_training.h"

#include "core/base/error.h"
#include "ui/screenshot/wait_until.h"

namespace unlit::ui {

namespace {

constexpr JobId kJob{1}; // the first that the silent service gives

/// Everything that it names would be made by it, so that nothing is missing.
constexpr const char* kRecipe = R"(# Albedo of rendered halls.
model:
  pretrained_path: models/hall
pipeline:
  kwargs:
    target_properties:
      target_names: [albedo]
      albedo:
        prediction_space: srgb   # as a screen shows it
dataset:
  train:
    disp_name: halls
    dir: sets/halls
    filenames: filename_list.txt
  val:
  - disp_name: hall
    dir: sets/hall_val
    filenames: filename_list.txt
  vis:
  - disp_name: hall
    dir: sets/hall_val
    filenames: filename_list.txt
prepare:
  random_model: tiny
  synthetic_pairs: 900
  synthetic_size: 128
dataloader:
  effective_batch_size: 16
  max_train_batch_size: 4
max_iter: 12000
lr: 1.0e-4
trainer:
  validation_period: 500
  save_period: 200
run:
  device: cpu
  output_dir: /data/runs
  base_data_dir: /data
  base_ckpt_dir: /data
)";

void post(TrainPage& page, decltype(Event::body) body) {
    page.controller().sink().post({kJob, std::chrono::system_clock::now(), std::move(body)});
}

/// The run goes on from its last step.
void begin(TrainPage& page, const std::filesystem::path& run) {
    page.starts().resume({.run = run});
    post(page, RunOpened{run, 7400, 12'000});
    post(page, Progress{0.62,
                        4100.0,
                        {{.kind = StagePart::Kind::Step, .at = 7400, .of = 12000},
                         {.kind = StagePart::Kind::Epoch, .at = 9}}});
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
    page.recipe().files().openText(QStringLiteral("hall_wide.yaml"), QString::fromUtf8(kRecipe));
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
    const PlotRange x = page.views().plots().lossPlot().xRange();
    if (state == ScreenshotState::Busy)
        page.views().plots().lossPlot().probe(x.low + 0.6 * x.size());
    if (state == ScreenshotState::Paused)
        page.views().wall().setMode(WallMode::Wipe);
    waitUntil([&] { return page.isSettled(); });
}

} // namespace unlit::ui
