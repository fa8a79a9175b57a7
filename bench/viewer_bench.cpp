// unlit_studio_bench viewer [--size WxH] [--view WxH] [--frames N]: frame times of the viewer on
// large float images: pan, zoom, wipe, exposure, each beside QPainter::drawImage of the whole image
// as bytes in the same places; the exposure again with the panels of the viewer; how long the
// window is busy with letting go of the pictures.
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "bench/frame_times.h"
#include "bench/studio_benches.h"
#include "bench/window_bench.h"
#include "ui/bridge/freed_elsewhere.h"
#include "ui/viewer/image_view.h"
#include "ui/viewer/tile_pyramid.h"
#include "ui/viewer/viewer.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPainter>
#include <QThread>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

namespace unlit::bench::viewer_bench {

namespace {

struct Arguments {
    QSize picture{7680, 4320};
    QSize view{1920, 1080};
    int frames = 300;
};

bool parse(int argc, char** argv, Arguments& arguments) {
    BenchOptions options("unlit_studio_bench viewer");
    options.addSize("--size", arguments.picture.rwidth(), arguments.picture.rheight());
    options.addSize("--view", arguments.view.rwidth(), arguments.view.rheight());
    options.addNumber("--frames", arguments.frames);
    return options.parse(argc, argv);
}

/// Waves with fine detail, so that no tile is like another.
std::shared_ptr<Image> makePicture(const QSize& size, float phase) {
    auto image = std::make_shared<Image>(
        makeImage(size.width(), size.height(), {"R", "G", "B"}, ColorSpace::Linear));
    for (int channel = 0; channel < 3; ++channel) {
        auto plane = image->plane(channel);
        std::vector<float> column(static_cast<std::size_t>(size.width()));
        for (std::size_t x = 0; x < column.size(); ++x)
            column[x] =
                std::sin(static_cast<float>(x) * 0.013F + phase + static_cast<float>(channel));
        for (int y = 0; y < size.height(); ++y) {
            const float row = std::cos(static_cast<float>(y) * 0.017F + phase);
            auto* to = plane.data() + static_cast<std::size_t>(y) * column.size();
            for (std::size_t x = 0; x < column.size(); ++x)
                to[x] = 0.3F + 0.25F * row * column[x] +
                        0.001F * static_cast<float>((x ^ static_cast<std::size_t>(y)) & 63U);
        }
    }
    return image;
}

/// The whole picture as a screen shows it: what a viewer without tiles would hold.
QImage asBytes(const ui::PixelSource& source) {
    QImage whole(source.size(), QImage::Format_RGB32);
    const ui::ViewTransform transform({}, {});
    std::vector<float> memory(3 * static_cast<std::size_t>(whole.width()));
    const auto width = static_cast<std::size_t>(whole.width());
    const std::span all(memory);
    const ui::ColorRow row{all.subspan(0, width), all.subspan(width, width),
                           all.subspan(2 * width, width)};
    for (int y = 0; y < whole.height(); ++y) {
        source.readColor(0, y, 0, row);
        transform.convert(row, {}, 0, y, {reinterpret_cast<QRgb*>(whole.scanLine(y)), width});
    }
    return whole;
}

class ViewerBench {
public:
    explicit ViewerBench(const Arguments& arguments)
        : m_frames(arguments.frames),
          m_first(std::make_shared<ui::TilePyramid>(makePicture(arguments.picture, 0))),
          m_second(std::make_shared<ui::TilePyramid>(makePicture(arguments.picture, 2))),
          m_plainTarget(arguments.view, QImage::Format_ARGB32_Premultiplied) {
        m_view.resize(arguments.view);
        m_view.show();
    }

    void run() {
        showFirstPicture();
        m_plain = asBytes(*m_first);
        std::printf("%-20s %7s %7s %7s   %8s %8s %8s   %9s %9s\n", "gesture, ms", "p50", "p99",
                    "most", "CPU p50", "CPU p99", "GUI p99", "plain p50", "plain CPU");
        gesture("pan at 100 %", 1.0, [&](int i) { m_view.panBy(way(i, 24)); });
        gesture("pan at 37 %", 0.37, [&](int i) { m_view.panBy(way(i, 24)); });
        gesture("zoom 15 % to 800 %", 0.15, [&](int i) {
            const double period = 90;
            const bool isIn = std::fmod(i, 2 * period) < period;
            m_view.zoomBy(isIn ? 1.045 : 1 / 1.045);
        });
        gesture("wipe, fitted", 0, [&](int i) {
            m_state.setWipe({0.5 + 0.45 * std::sin(i * 0.05), 0});
        });
        gesture("wipe at 30 degrees", 0, [&](int i) {
            m_state.setWipe({0.5 + 0.45 * std::sin(i * 0.05), 30});
        });
        gesture("exposure", 0, [&](int i) { m_state.setExposure(2 * std::sin(i * 0.05)); });
        measureExposure();
        m_view.hide();
        measureViewer();
    }

private:
    static QPointF way(int i, double step) {
        return {step * std::cos(i * 0.03), step * std::sin(i * 0.041)};
    }

    void settle() {
        while (!m_view.isComplete())
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        QCoreApplication::processEvents();
    }

    void showFirstPicture() {
        QElapsedTimer clock;
        clock.start();
        m_view.setPictures({m_first, {}, {}}, {m_second, {}, {}});
        settle();
        const auto shown = clock.elapsed();
        m_first->build({});
        const auto built = clock.elapsed() - shown;
        m_second->build({});
        m_view.refreshTiles();
        settle();
        std::printf("first whole view after %lld ms; levels of one picture in %lld ms\n",
                    static_cast<long long>(shown), static_cast<long long>(built));
    }

    void drawPlain() {
        QPainter painter(&m_plainTarget);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        const QRectF place = m_view.scene().geometry().pictureRect();
        painter.translate(place.topLeft());
        painter.scale(place.width() / m_plain.width(), place.height() / m_plain.height());
        painter.drawImage(0, 0, m_plain);
    }

    /// The tiles that a move of the hand asks for are made while it waits for the next: the
    /// processor's time is that of whole moves, in all threads.
    void gesture(const char* name, double scale, const std::function<void(int)>& act) {
        m_state.setWipe({});
        m_view.fit();
        if (scale > 0)
            m_view.setScale(scale);
        settle();
        measureMoves(name, act);
    }

    void measureMoves(const char* name, const std::function<void(int)>& act) {
        FrameTimes ours;
        FrameTimes plain;
        std::vector<double> whole;
        for (int i = 0; i < m_frames; ++i) {
            QElapsedTimer frame;
            frame.start();
            const double before = clockMs(CLOCK_PROCESS_CPUTIME_ID);
            ours.measure([&] {
                act(i);
                QCoreApplication::processEvents(); // painting, and tiles that have come in
            });
            // Hands move at 60 frames a second; the workers have the rest of the time.
            const double left = kFrameMs - static_cast<double>(frame.nsecsElapsed()) * 1e-6;
            if (left > 0)
                QThread::usleep(static_cast<unsigned long>(left * 1000));
            whole.push_back(clockMs(CLOCK_PROCESS_CPUTIME_ID) - before);
            if (i % 5 == 0)
                plain.measure([&] { drawPlain(); });
        }
        std::printf("%-20s %7.2f %7.2f %7.2f   %8.2f %8.2f %8.2f   %9.2f %9.2f\n", name,
                    quantile(ours.wall, 0.5), quantile(ours.wall, 0.99), quantile(ours.wall, 1),
                    quantile(whole, 0.5), quantile(whole, 0.99), quantile(ours.ownThread, 0.99),
                    quantile(plain.wall, 0.5), quantile(plain.processor, 0.5));
        keepFigure(std::string("viewer: ") + name + ", p99", quantile(ours.wall, 0.99), "ms");
        std::fflush(stdout);
    }

    void measureExposure() {
        std::vector<double> times;
        for (int i = 0; i < 12; ++i) {
            QElapsedTimer clock;
            clock.start();
            m_state.setExposure(0.1 * (i + 1));
            settle();
            times.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        }
        std::printf("exposure key to the last visible tile: p50 %.1f ms, most %.1f ms\n",
                    quantile(times, 0.5), quantile(times, 1));
        keepFigure("viewer: exposure key to the last tile", quantile(times, 0.5), "ms");
    }

    /// With histogram, bar and values, as on the pages; then another picture comes, as when the
    /// next one of a queue is chosen.
    void measureViewer() {
        ui::Viewer viewer;
        viewer.resize(m_view.size());
        viewer.show();
        const QSize size = m_first->size();
        m_first.reset();
        m_second.reset();
        m_view.setPictures({}, {});
        const auto show = [&](float phase) {
            const auto layer = [&](float of) {
                const auto image =
                    ui::freedElsewhere(std::shared_ptr<const Image>(makePicture(size, of)));
                return ui::ViewerLayer{.name = QStringLiteral("Layer"),
                                       .source = viewer.pyramid(image)};
            };
            viewer.setLayers({layer(phase), layer(phase + 2)}, 0, 1);
            while (!viewer.isSettled())
                QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
        };
        show(0);
        measureMoves("exposure, viewer",
                     [&](int i) { viewer.state().setExposure(2 * std::sin(i * 0.05)); });
        FrameTimes clearing;
        for (int i = 0; i < 3; ++i) {
            clearing.measure([&] { viewer.clear(); });
            show(static_cast<float>(i));
        }
        std::printf("letting go of two pictures: GUI thread %.1f ms, by the clock %.1f ms\n",
                    quantile(clearing.ownThread, 1), quantile(clearing.wall, 1));
    }

    int m_frames;
    std::shared_ptr<ui::TilePyramid> m_first;
    std::shared_ptr<ui::TilePyramid> m_second;
    QImage m_plain;
    QImage m_plainTarget;
    ui::ViewState m_state;
    ui::ImageView m_view{m_state};
};

} // namespace

int run(int argc, char** argv) {
    drawWithoutScreen();
    const QApplication application(argc, argv);
    Arguments arguments;
    if (!parse(argc, argv, arguments))
        return 2;
    std::printf("%d x %d floats of 3 channels, two pictures; view of %d x %d; %s; %d threads\n",
                arguments.picture.width(), arguments.picture.height(), arguments.view.width(),
                arguments.view.height(), qPrintable(QGuiApplication::platformName()),
                QThread::idealThreadCount());
    ViewerBench(arguments).run();
    return 0;
}

} // namespace unlit::bench::viewer_bench
