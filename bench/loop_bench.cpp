// unlit_studio_bench loop [--seconds N]: how late the studio's event loop is while it trains on all
// cores, against the same window at rest.
#include "bench/bench_options.h"
#include "bench/event_loop_meter.h"
#include "bench/figures.h"
#include "bench/frame_times.h"
#include "bench/studio_benches.h"
#include "bench/window_bench.h"
#include "core/session/train/train_session.h"
#include "ui/bridge/session_inference_service.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"
#include "ui/train/session_train_service.h"

#include <QApplication>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <vector>

namespace unlit::bench::loop_bench {

namespace {

/// A small model on pairs that are rendered first.
QString recipeIn(const QString& folder) {
    return QStringLiteral("model: {pretrained_path: model}\n"
                          "dataset:\n"
                          "  train: {disp_name: t, dir: train, filenames: filename_list.txt}\n"
                          "prepare: {random_model: tiny, synthetic_pairs: 8, synthetic_size: 128}\n"
                          "dataloader: {effective_batch_size: 4, max_train_batch_size: 4}\n"
                          "trainer: {save_period: 20, validation_period: 0, "
                          "visualization_period: 0}\n"
                          "max_iter: 1000000\n"
                          "run: {name: bench, device: cpu, output_dir: %1/out, base_data_dir: %1, "
                          "base_ckpt_dir: %1}\n")
        .arg(folder);
}

std::vector<double> latencies(double seconds) {
    EventLoopMeter meter;
    QTimer::singleShot(static_cast<int>(seconds * 1000), qApp, &QCoreApplication::quit);
    QApplication::exec();
    return meter.take();
}

void tell(const char* what, const std::vector<double>& waited) {
    std::printf("%-9s %6zu events  p50 %7.2f ms  p99 %7.2f ms  most %7.2f ms\n", what,
                waited.size(), quantile(waited, 0.5), quantile(waited, 0.99), quantile(waited, 1));
    keepFigure(std::string("loop: ") + what + ", p99", quantile(waited, 0.99), "ms");
    std::fflush(stdout);
}

int run(double seconds) {
    QTemporaryDir folder;
    ui::applyTheme(*qApp, ui::ThemeKind::Dark);
    const auto turn = std::make_shared<ComputeTurn>();
    ui::MainWindow window({.settingsFile = {},
                           .stateFolder = {},
                           .makeService =
                               [turn](EventSink& sink) {
                                   return std::make_unique<ui::SessionInferenceService>(sink, turn);
                               },
                           .inspectModel = {},
                           .makeTrainService =
                               [turn](EventSink& sink) {
                                   return std::make_unique<ui::SessionTrainService>(sink, turn);
                               }});
    window.showPage(ui::StudioPage::Train);
    window.show();
    latencies(1); // the window settles
    tell("at rest", latencies(seconds));
    ui::TrainPage& page = window.trainPage();
    page.starts().start(recipeIn(folder.path()), folder.path(), QStringLiteral("bench"));
    while (page.controller().phase() == ui::TrainPhase::Starting)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    if (page.controller().phase() != ui::TrainPhase::Running)
        return 1;
    latencies(2);
    tell("training", latencies(seconds));
    page.controller().stopAndSave();
    while (page.controller().isBusy())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return 0;
}

} // namespace

int run(int argc, char** argv) {
    drawWithoutScreen();
    QApplication application(argc, argv);
    double seconds = 20;
    BenchOptions options("unlit_studio_bench loop");
    options.addNumber("--seconds", seconds);
    if (!options.parse(argc, argv))
        return 2;
    return run(seconds);
}

} // namespace unlit::bench::loop_bench
