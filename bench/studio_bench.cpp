// unlit_studio_bench studio [--model DIR] [--size WxH] [--ensemble N] [--rows N] [--broken N]: the
// Infer page with the engine behind it. From a drop to the picture, the first preview and the
// result; how long events wait for the GUI thread while the network computes, against an idle
// window, and what that thread is busy with; a queue of many rows with broken files among them.
#include "bench/bench_options.h"
#include "bench/busy_application.h"
#include "bench/event_loop_meter.h"
#include "bench/figures.h"
#include "bench/frame_times.h"
#include "bench/studio_benches.h"
#include "bench/window_bench.h"
#include "core/image/image_file.h"
#include "core/session/models/bundled_model.h"
#include "core/session/models/model_commands.h"
#include "ui/bridge/session_inference_service.h"
#include "ui/kit/text.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QListView>
#include <QScrollBar>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace unlit::bench::studio_bench {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    std::string model = bundledModel().string();
    QSize size{512, 512};
    int ensemble = 4;
    int rows = 1000;
    int broken = 50;
};

bool parse(int argc, char** argv, Arguments& arguments) {
    BenchOptions options("unlit_studio_bench studio");
    options.addText("--model", arguments.model);
    options.addSize("--size", arguments.size.rwidth(), arguments.size.rheight());
    options.addNumber("--ensemble", arguments.ensemble);
    options.addNumber("--rows", arguments.rows);
    options.addNumber("--broken", arguments.broken, 0);
    return options.parse(argc, argv);
}

fs::path makePicture(const fs::path& file, const QSize& size) {
    Image image = makeImage(size.width(), size.height(), {"R", "G", "B"}, ColorSpace::Srgb);
    for (std::size_t i = 0; i < image.samples.size(); ++i)
        image.samples[i] = 0.5F + 0.4F * std::sin(static_cast<float>(i % 977) * 0.01F);
    writeImage(file, image, {.format = FileFormat::Png8});
    return file;
}

BusyApplication& application() {
    return static_cast<BusyApplication&>(*QCoreApplication::instance());
}

double sinceMs(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) * 1e-6;
}

/// Handles events until it is so; milliseconds, or below 0 after ten minutes. Sleeps between events
/// as a window does (a thread that never sleeps is the last to be woken); the meter's wake it.
double msUntil(const std::function<bool()>& isSo) {
    QElapsedTimer clock;
    clock.start();
    while (!isSo()) {
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        if (clock.elapsed() > 600'000)
            return -1;
    }
    return sinceMs(clock);
}

void tellWaits(const char* when, const std::vector<double>& waits, double idle) {
    const double p99 = quantile(waits, 0.99);
    std::printf("%-34s p50 %6.2f  p99 %7.2f  most %7.2f ms   %5.1f x idle, %zu events\n", when,
                quantile(waits, 0.5), p99, quantile(waits, 1), p99 / idle, waits.size());
    keepFigure(std::string("studio: ") + when + ", p99", p99, "ms");
    tellBusiest(application().take(), 8);
}

class StudioBench {
public:
    explicit StudioBench(const Arguments& arguments)
        : m_arguments(arguments), m_root(ui::toPath(m_folder.path())) {
        m_window.resize(1280, 800);
        m_window.show();
        ui::InferSettings settings;
        settings.quality = ui::Quality::Custom;
        settings.setCustom({1, arguments.ensemble, 0});
        m_window.inferPage().setSettings(settings);
    }

    bool run() {
        QElapsedTimer clock;
        clock.start();
        msUntil([&] { return clock.elapsed() > 1000; }); // the window comes up
        startMeasure();
        msUntil([&] { return clock.elapsed() > 3000; });
        const std::vector<double> idle = m_meter.take();
        m_idle = quantile(idle, 0.99);
        tellWaits("idle", idle, m_idle);
        return measureOnePicture() && measureQueue();
    }

private:
    /// Drops what was counted so far, with the events that still wait from when nobody handled any.
    void startMeasure() {
        QCoreApplication::processEvents();
        m_meter.take();
        application().take();
    }

    ui::InferPage& page() { return m_window.inferPage(); }

    ui::InferenceQueueModel& queue() { return page().controller().queue(); }

    bool isDone(int row) {
        return queue().rowCount() > row && queue().at(row).state == ui::QueueState::Done;
    }

    bool measureOnePicture() {
        page().chooseModel(ui::toQString(m_arguments.model));
        // The model is loaded with the first; the second finds it warm.
        page().open({makePicture(m_root / "first.png", m_arguments.size)});
        if (msUntil([&] { return isDone(0); }) < 0)
            return false;
        QElapsedTimer clock;
        double preview = 0;
        QObject::connect(&page().controller().runner(), &ui::QueueRunner::previewReady, &m_window,
                         [&] { preview = preview > 0 ? preview : sinceMs(clock); });
        page().controller().edits().clearDone();
        msUntil([&] { return !page().viewerPanel().hasPicture(); });
        const fs::path second = makePicture(m_root / "second.png", m_arguments.size);
        startMeasure();
        clock.start();
        page().open({second});
        const double shown = msUntil([&] { return page().viewerPanel().hasPicture(); });
        const double done = shown + msUntil([&] { return isDone(0); });
        std::printf("drop of %dx%d: picture %.0f ms, first preview %.0f ms, result of %d members "
                    "%.0f ms\n",
                    m_arguments.size.width(), m_arguments.size.height(), shown, preview,
                    m_arguments.ensemble, done);
        keepFigure("studio: drop to picture", shown, "ms");
        keepFigure("studio: drop to result", done, "ms");
        tellWaits("while the network computes", m_meter.take(), m_idle);
        page().controller().runner().disconnect(&m_window);
        return done > 0;
    }

    bool measureQueue() {
        page().controller().hold().set(true);
        page().controller().edits().clearDone();
        std::vector<fs::path> files;
        const fs::path folder = m_root / "many";
        fs::create_directories(folder);
        const fs::path picture = makePicture(m_root / "small.png", {96, 64});
        for (int i = 0; i < m_arguments.rows; ++i) {
            files.push_back(folder / ("shot." + std::to_string(10000 + i) + ".png"));
            if (i < m_arguments.broken)
                std::ofstream(files.back()) << "no picture";
            else
                fs::copy_file(picture, files.back());
        }
        startMeasure();
        QElapsedTimer clock;
        clock.start();
        page().open(files);
        const double there = msUntil([&] { return queue().rowCount() == m_arguments.rows; });
        const auto isLooked = [&] {
            return queue().countIn(ui::QueueState::Failed) == m_arguments.broken &&
                   !queue().at(m_arguments.rows - 1).thumbnail.isNull();
        };
        if (there < 0 || msUntil(isLooked) < 0)
            return false;
        std::printf("drop of %d files, %d broken: rows after %.0f ms, all looked at after %.0f "
                    "ms\n",
                    m_arguments.rows, m_arguments.broken, there, sinceMs(clock));
        tellWaits("while they are looked at", m_meter.take(), m_idle);
        page().controller().hold().set(false);
        msUntil([&] { return queue().countIn(ui::QueueState::Done) >= 1; });
        startMeasure();
        scroll();
        tellWaits("scrolling while the queue runs", m_meter.take(), m_idle);
        page().controller().edits().cancelAll();
        return true;
    }

    void scroll() {
        QListView& list = page().queuePanel().list();
        FrameTimes frames;
        for (int i = 0; i < 300; ++i) {
            frames.measure([&] {
                list.verticalScrollBar()->setValue(i * list.verticalScrollBar()->maximum() / 300);
                list.viewport()->repaint();
            });
            QElapsedTimer pause;
            pause.start();
            msUntil([&] { return sinceMs(pause) > kFrameMs / 2; });
        }
        std::printf("scroll of the queue: frame p50 %.2f, p99 %.2f, most %.2f ms\n",
                    quantile(frames.wall, 0.5), quantile(frames.wall, 0.99),
                    quantile(frames.wall, 1));
    }

    Arguments m_arguments;
    QTemporaryDir m_folder;
    fs::path m_root;
    ui::MainWindow m_window{
        {.settingsFile = {},
         .stateFolder = {},
         .makeService =
             [](EventSink& sink) { return std::make_unique<ui::SessionInferenceService>(sink); },
         .inspectModel = inspectModel,
         .makeTrainService = {}}};
    EventLoopMeter m_meter;
    double m_idle = 1;
};

} // namespace

int run(int argc, char** argv) {
    drawWithoutScreen();
    BusyApplication application(argc, argv);
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    if (arguments.model.empty()) {
        std::fprintf(stderr,
                     "unlit_studio_bench studio: no bundled model here; give --model DIR\n");
        return 1;
    }
    ui::applyTheme(application, ui::ThemeKind::Dark);
    StudioBench bench(arguments);
    if (!bench.run()) {
        std::fprintf(stderr, "unlit_studio_bench studio: waited ten minutes for nothing\n");
        return 1;
    }
    return 0;
}

} // namespace unlit::bench::studio_bench
