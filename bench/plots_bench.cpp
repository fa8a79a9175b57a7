// unlit_studio_bench plots [--points N] [--view WxH] [--frames N]: frame times of a plot of a long
// series: zoom, pan, crosshair, growing; and what it takes in memory.
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "bench/frame_times.h"
#include "bench/resident_memory.h"
#include "bench/studio_benches.h"
#include "bench/window_bench.h"
#include "ui/plots/metric_plot.h"

#include <QApplication>
#include <QThread>

#include <cmath>
#include <cstdio>
#include <functional>
#include <random>

namespace unlit::bench::plots_bench {

namespace {

struct Arguments {
    int points = 10'000'000;
    QSize view{1200, 500};
    int frames = 300;
};

bool parse(int argc, char** argv, Arguments& arguments) {
    BenchOptions options("unlit_studio_bench plots");
    options.addNumber("--points", arguments.points, 2);
    options.addSize("--view", arguments.view.rwidth(), arguments.view.rheight());
    options.addNumber("--frames", arguments.frames);
    return options.parse(argc, argv);
}

/// A loss that falls, with noise and spikes.
class Loss {
public:
    train::MetricRow next() {
        ++m_step;
        const double trend = 0.5 * std::exp(-m_step * 4e-7) + 0.04;
        double value = trend * std::exp(0.35 * m_normal(m_random));
        if (m_random() % 5000 == 0)
            value *= 8;
        if (m_random() % 1000000 == 0)
            value = std::nan("");
        return {m_step, 1 + m_step / 10000, m_step * 0.5, {{"train/loss", value}}};
    }

private:
    std::int64_t m_step = 0;
    std::mt19937 m_random{7};
    std::normal_distribution<double> m_normal{0, 1};
};

class PlotsBench {
public:
    explicit PlotsBench(const Arguments& arguments)
        : m_frames(arguments.frames), m_series(std::make_shared<runs::RunSeries>()) {
        m_plot.resize(arguments.view);
        m_plot.setTitle(QStringLiteral("train/loss"));
        m_plot.show();
        QCoreApplication::processEvents();
        fill(arguments.points);
    }

    void run() {
        showFirst();
        std::printf("%-28s %8s %8s %8s   %8s %8s\n", "gesture, ms", "p50", "p99", "most", "CPU p50",
                    "CPU p99");
        gesture("zoom", [this](int i) {
            m_plot.zoomBy(i / 75 % 2 == 0 ? 1.1 : 1 / 1.1, {0.3 + 0.4 * std::sin(i * 0.1), 0.5});
        });
        m_plot.fit();
        m_plot.zoomBy(3, {0.5, 0.5});
        gesture("pan", [this](int i) { m_plot.panBy(0.03 * std::cos(i * 0.03), 0); });
        m_plot.zoomBy(2000, {0.5, 0.5});
        gesture("pan, zoomed in 6000 times",
                [this](int i) { m_plot.panBy(0.03 * std::cos(i * 0.03), 0); });
        m_plot.fit();
        gesture(
            "crosshair",
            [this](int i) {
                const ui::PlotRange x = m_plot.xRange();
                m_plot.probe(x.low + x.size() * (0.5 + 0.45 * std::sin(i * 0.05)));
            },
            false);
        m_plot.probe({});
        gesture("growing by 100 a frame", [this](int) {
            for (int k = 0; k < 100; ++k)
                m_series->append(m_loss.next());
            m_plot.setCurves({curve()});
        });
        m_plot.setLogarithmic(false);
        gesture("zoom, linear axis", [this](int i) {
            m_plot.zoomBy(i / 75 % 2 == 0 ? 1.1 : 1 / 1.1, {0.5, 0.5});
        });
    }

private:
    ui::PlotCurve curve() const {
        return {QStringLiteral("run"), QColor(0xe8, 0xa3, 0x3d), m_series, "train/loss"};
    }

    void fill(int points) {
        QElapsedTimer clock;
        clock.start();
        for (int i = 0; i < points; ++i)
            m_series->append(m_loss.next());
        const double seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
        const double millions = points / 1e6;
        std::printf("%d points in %.2f s; %.1f MB a million in the series, %.1f MB at most\n",
                    points, seconds, static_cast<double>(m_series->bytes()) / 1e6 / millions,
                    static_cast<double>(peakMemory()) / 1e6);
    }

    void showFirst() {
        m_plot.setLogarithmic(true);
        QElapsedTimer clock;
        clock.start();
        m_plot.setCurves({curve()});
        m_plot.paintNow();
        const auto raw = clock.restart();
        m_plot.setSmoothing(0.98);
        m_plot.paintNow();
        std::printf("first paint after %lld ms; with smoothing %lld ms more; %.1f MB at most\n",
                    static_cast<long long>(raw), static_cast<long long>(clock.elapsed()),
                    static_cast<double>(peakMemory()) / 1e6);
        keepFigure("plots: first paint", static_cast<double>(raw), "ms");
    }

    void gesture(const char* name, const std::function<void(int)>& act, bool replots = true) {
        FrameTimes times;
        for (int i = 0; i < m_frames; ++i) {
            times.measure([&] {
                act(i);
                if (replots)
                    m_plot.paintNow(); // at once what the event loop would paint next
                QCoreApplication::processEvents();
            });
            const double left = kFrameMs - times.wall.back();
            if (left > 0)
                QThread::usleep(static_cast<unsigned long>(left * 1000));
        }
        std::printf("%-28s %8.2f %8.2f %8.2f   %8.2f %8.2f\n", name, quantile(times.wall, 0.5),
                    quantile(times.wall, 0.99), quantile(times.wall, 1),
                    quantile(times.processor, 0.5), quantile(times.processor, 0.99));
        keepFigure(std::string("plots: ") + name + ", p99", quantile(times.wall, 0.99), "ms");
        std::fflush(stdout);
    }

    int m_frames;
    Loss m_loss;
    std::shared_ptr<runs::RunSeries> m_series;
    ui::MetricPlot m_plot;
};

} // namespace

int run(int argc, char** argv) {
    drawWithoutScreen();
    const QApplication application(argc, argv);
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    std::printf("plot of %d x %d; %s; %d threads\n", arguments.view.width(),
                arguments.view.height(), qPrintable(QGuiApplication::platformName()),
                QThread::idealThreadCount());
    PlotsBench(arguments).run();
    return 0;
}

} // namespace unlit::bench::plots_bench
