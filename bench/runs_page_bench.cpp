// unlit_studio_bench runs-page [--runs N] [--view WxH] [--frames N]: so many runs on the Runs page:
// until the first rows and until all of them are painted, how late events are meanwhile, the filter
// by a word and by a setting, frames while scrolling, and until all are gone. The runs are made for
// it and removed.
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "bench/frame_times.h"
#include "bench/studio_benches.h"
#include "bench/window_bench.h"
#include "core/train/run_folder.h"
#include "ui/kit/text.h"
#include "ui/pages/runs/runs_page.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>

namespace unlit::bench::runs_page_bench {

namespace {

namespace fs = std::filesystem;

struct Arguments {
    int runs = 5000;
    QSize view{1600, 1000};
    int frames = 600;
};

bool parse(int argc, char** argv, Arguments& arguments) {
    BenchOptions options("unlit_studio_bench runs-page");
    options.addNumber("--runs", arguments.runs, 10);
    options.addSize("--view", arguments.view.rwidth(), arguments.view.rheight());
    options.addNumber("--frames", arguments.frames);
    return options.parse(argc, argv);
}

void makeRuns(const fs::path& root, int count) {
    for (int i = 0; i < count; ++i) {
        const train::RunFolder run = train::RunFolder::create(
            root / ("run_" + std::to_string(i)),
            "max_iter: 50000\nlr: " + std::to_string(1e-5 * (1 + i % 37)) + "\n");
        std::ofstream metrics(run.metrics(), std::ios::binary);
        for (int step = 1; step <= 20; ++step)
            metrics << "{\"step\":" << step << ",\"time\":" << 1.7e9 + 60 * i + step
                    << ",\"epoch\":1,\"train/loss\":0.5,\"val/rooms/psnr\":" << 20 + i % 13
                    << "}\n";
        std::ofstream(run.log()) << "2026-01-01T00:00:00Z info complete after step 20\n";
    }
}

double msOf(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) * 1e-6;
}

class RunsPageBench {
public:
    RunsPageBench(const Arguments& arguments, const fs::path& root)
        : m_arguments(arguments), m_root(root) {
        m_page.resize(arguments.view);
        m_page.show();
        QCoreApplication::processEvents();
    }

    bool run() {
        QElapsedTimer clock;
        clock.start();
        m_page.roots().add(ui::toQString(m_root));
        if (!waitUntil([this] { return m_page.found().model().rowCount() > 0; }))
            return false;
        m_page.table().repaint();
        tell("first rows painted", msOf(clock));
        m_mostLate = 0;
        const auto isAll = [this] {
            return m_page.found().isLooked() &&
                   m_page.found().model().rowCount() == m_arguments.runs;
        };
        if (!waitUntil(isAll))
            return false;
        m_page.table().repaint();
        tell("all rows painted", msOf(clock));
        tell("longest turn of events meanwhile", m_mostLate);
        filter("filter by a word", QStringLiteral("run_42"));
        filter("filter by a setting", QStringLiteral("lr>2e-4"));
        filter("filter taken away", {});
        scroll();
        return removeAll();
    }

private:
    static void tell(const char* what, double ms) {
        std::printf("%-36s %9.1f ms\n", what, ms);
        keepFigure(std::string("runs page: ") + what, ms, "ms");
    }

    /// Handles events until it is so; false after five minutes.
    bool waitUntil(const std::function<bool()>& isSo) {
        QElapsedTimer whole;
        whole.start();
        while (!isSo()) {
            QElapsedTimer turn;
            turn.start();
            QCoreApplication::processEvents();
            m_mostLate = std::max(m_mostLate, msOf(turn));
            if (whole.elapsed() > 300'000)
                return false;
        }
        return true;
    }

    void filter(const char* what, const QString& text) {
        QElapsedTimer clock;
        clock.start();
        m_page.table().filter().setText(text);
        m_page.table().repaint();
        QCoreApplication::processEvents();
        tell(what, msOf(clock));
    }

    void scroll() {
        QScrollBar& bar = *m_page.table().table().verticalScrollBar();
        std::vector<double> frames;
        for (int i = 0; i < m_arguments.frames; ++i) {
            QElapsedTimer clock;
            clock.start();
            bar.setValue(static_cast<int>(bar.maximum() * (0.5 + 0.5 * std::sin(i * 0.05))));
            m_page.table().table().viewport()->repaint();
            QCoreApplication::processEvents();
            frames.push_back(msOf(clock));
        }
        tell("scroll p50", quantile(frames, 0.5));
        tell("scroll p99", quantile(frames, 0.99));
    }

    bool removeAll() {
        for (const fs::directory_entry& run : fs::directory_iterator(m_root))
            fs::remove_all(run.path());
        m_mostLate = 0;
        if (!waitUntil([this] { return m_page.found().model().rowCount() == 0; }))
            return false;
        tell("longest turn while all go", m_mostLate);
        return true;
    }

    const Arguments& m_arguments;
    fs::path m_root;
    double m_mostLate = 0;
    ui::RunsPage m_page;
};

} // namespace

int run(int argc, char** argv) {
    drawWithoutScreen();
    const QApplication application(argc, argv);
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const QTemporaryDir folder;
    const fs::path root = ui::toPath(folder.path());
    makeRuns(root, arguments.runs);
    return RunsPageBench(arguments, root).run() ? 0 : 1;
}

} // namespace unlit::bench::runs_page_bench
