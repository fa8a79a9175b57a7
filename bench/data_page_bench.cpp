// unlit_studio_bench data-page [--pairs N] [--size PX] [--view WxH] [--frames N]: a set of so many
// pairs on the Data page: until pairs and first small pictures are there, frames while scrolling,
// memory. The set is made for it and removed.
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "bench/frame_times.h"
#include "bench/resident_memory.h"
#include "bench/studio_benches.h"
#include "bench/window_bench.h"
#include "core/session/data/synthesize_dataset.h"
#include "ui/data/data_page.h"

#include <QApplication>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QThread>

#include <cmath>
#include <cstdio>
#include <functional>

namespace unlit::bench::data_page_bench {

namespace {

namespace fs = std::filesystem;

constexpr int kDifferent = 24; // pairs that are rendered; the others are links to them

struct Arguments {
    int pairs = 5000;
    int size = 256;
    QSize view{1600, 1000};
    int frames = 600;
};

bool parse(int argc, char** argv, Arguments& arguments) {
    BenchOptions options("unlit_studio_bench data-page");
    options.addNumber("--pairs", arguments.pairs);
    options.addNumber("--size", arguments.size, 16);
    options.addSize("--view", arguments.view.rwidth(), arguments.view.rheight());
    options.addNumber("--frames", arguments.frames);
    return options.parse(argc, argv);
}

std::string nameOf(int index) {
    const std::string digits = std::to_string(index);
    return std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits + ".exr";
}

void makeSet(const fs::path& set, const Arguments& arguments) {
    SynthesisOptions options;
    options.output = set;
    options.count = std::min(kDifferent, arguments.pairs);
    options.size = arguments.size;
    options.samples = 1;
    options.half = true;
    synthesizeDataset(options, [](const SynthesisProgress&) {}, {});
    for (int i = options.count; i < arguments.pairs; ++i)
        for (const char* part : {"beauty", "albedo"})
            fs::create_hard_link(set / part / nameOf(i % options.count), set / part / nameOf(i));
    fs::remove_all(set / "mask");
}

class DataPageBench {
public:
    DataPageBench(const Arguments& arguments, const fs::path& set, const fs::path& cache)
        : m_arguments(arguments), m_set(set), m_page(cache) {
        m_page.set().forgetReports();
        m_page.resize(arguments.view);
        m_page.show();
        QCoreApplication::processEvents();
    }

    void run(const char* title) {
        m_title = std::string("data-page: ") + title;
        std::printf("%s\n", title);
        m_clock.start();
        m_page.open(m_set);
        until([this] { return m_page.model().rowCount() > 0; });
        std::printf("  pairs found            %8.2f s\n", seconds());
        until([this] { return m_page.model().thumbnailCount() > 0; });
        std::printf("  first small picture    %8.2f s\n", seconds());
        until([this] { return isViewComplete(); });
        std::printf("  all pictures in view   %8.2f s\n", seconds());
        keepFigure(m_title + ", all pictures in view", seconds(), "s");
        std::printf(
            "  frames, ms                  p50      p99     most  its own CPU p50      p99     "
            "most\n");
        scroll("slowly", 12);
        scroll("a screen at a time", m_arguments.view.height());
        const QScrollBar& bar = *m_page.shownPairs().grid().verticalScrollBar();
        scroll("end to end", bar.maximum() / 7);
        std::printf("  pictures kept %d; %.0f MB at most\n", m_page.model().thumbnailCount(),
                    static_cast<double>(peakMemory()) / 1e6);
        m_page.set().stop();
        std::fflush(stdout);
    }

private:
    double seconds() const { return static_cast<double>(m_clock.nsecsElapsed()) * 1e-9; }

    void until(const std::function<bool()>& isTrue) {
        while (!isTrue())
            QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents,
                                            5);
    }

    bool isViewComplete() {
        const auto [first, last] = m_page.shownPairs().grid().rowsInView();
        for (int row = first; row <= last; ++row)
            if (!m_page.model().hasThumbnail(row))
                return false;
        return true;
    }

    /// There and back, by so many pixels a frame, with doctor and small pictures at work.
    void scroll(const char* name, int pixels) {
        QScrollBar& bar = *m_page.shownPairs().grid().verticalScrollBar();
        bar.setValue(0);
        FrameTimes times;
        int step = pixels;
        for (int i = 0; i < m_arguments.frames; ++i) {
            if (bar.value() + step > bar.maximum() || bar.value() + step < 0)
                step = -step;
            times.measure([&] {
                bar.setValue(bar.value() + step);
                m_page.shownPairs().grid().viewport()->repaint();
                QCoreApplication::processEvents();
            });
            const double left = kFrameMs - times.wall.back();
            if (left > 0)
                QThread::usleep(static_cast<unsigned long>(left * 1000));
        }
        std::printf("  %-24s %8.2f %8.2f %8.2f         %8.2f %8.2f %8.2f\n", name,
                    quantile(times.wall, 0.5), quantile(times.wall, 0.99), quantile(times.wall, 1),
                    quantile(times.ownThread, 0.5), quantile(times.ownThread, 0.99),
                    quantile(times.ownThread, 1));
        keepFigure(m_title + ", scroll " + name + ", p99", quantile(times.wall, 0.99), "ms");
    }

    std::string m_title; ///< of the figures that are kept
    Arguments m_arguments;
    fs::path m_set;
    ui::DataPage m_page;
    QElapsedTimer m_clock;
};

} // namespace

int run(int argc, char** argv) {
    drawWithoutScreen();
    const QApplication application(argc, argv);
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    std::setvbuf(stdout, nullptr, _IOLBF, 0); // minutes pass between lines
    const QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    makeSet(root / "set", arguments);
    resetPeakMemory();
    std::printf("%d pairs of %d x %d in a page of %d x %d; %s; %d threads\n", arguments.pairs,
                arguments.size, arguments.size, arguments.view.width(), arguments.view.height(),
                qPrintable(QGuiApplication::platformName()), QThread::idealThreadCount());
    DataPageBench(arguments, root / "set", root / "cache").run("nothing remembered");
    DataPageBench(arguments, root / "set", root / "cache").run("again, small pictures remembered");
    return 0;
}

} // namespace unlit::bench::data_page_bench
