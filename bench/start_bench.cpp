// unlit_start_bench [--studio FILE] [--runs N]: from the start of unlit-studio to its splash and to
// the window's first frame, by the clock and by the processor, and how much of that goes by before
// main, while the system loads the libraries. With settings and state of its own, as on the very
// first start.
#include "bench/bench_options.h"
#include "bench/frame_times.h"
#include "bench/window_bench.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace unlit::bench;

struct Start {
    double splashMs = 0; ///< by the clock, as the next
    double clockMs = 0;
    double beforeMainMs = 0; ///< of the processor
    double toPaintMs = 0;    ///< of the processor, from there
};

/// Nothing printed where it failed: `clockMs` is 0 then.
Start startOnce(const QString& program, const QString& home) {
    QProcess studio;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME",
                             "XDG_RUNTIME_DIR"})
        environment.insert(QString::fromLatin1(name), home);
    studio.setProcessEnvironment(environment);
    QElapsedTimer clock;
    clock.start();
    studio.start(program, {QStringLiteral("--first-paint")});
    Start start;
    QList<QByteArray> words;
    while (start.clockMs == 0 && studio.waitForReadyRead(120'000)) {
        const double ms = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
        while (studio.canReadLine()) {
            words = studio.readLine().trimmed().split(' ');
            (words.front() == "splash" ? start.splashMs : start.clockMs) = ms;
        }
    }
    studio.waitForFinished(120'000);
    if (words.size() != 2 || studio.exitCode() != 0)
        return {};
    start.beforeMainMs = words[0].toDouble();
    start.toPaintMs = words[1].toDouble();
    return start;
}

void tell(const char* what, const std::vector<double>& times) {
    std::printf("%-46s %8.0f %8.0f %8.0f\n", what, quantile(times, 0), quantile(times, 0.5),
                quantile(times, 1));
}

} // namespace

int main(int argc, char** argv) {
    drawWithoutScreen();
    const QCoreApplication application(argc, argv);
    std::string program =
        (QCoreApplication::applicationDirPath() + QStringLiteral("/unlit-studio")).toStdString();
    int runs = 10;
    BenchOptions options("unlit_start_bench");
    options.addText("--studio", program, "FILE");
    options.addNumber("--runs", runs);
    if (!options.parse(argc, argv))
        return 2;
    const QTemporaryDir home;
    std::vector<double> splash;
    std::vector<double> clock;
    std::vector<double> beforeMain;
    std::vector<double> toPaint;
    for (int run = 0; run <= runs; ++run) {
        const Start start = startOnce(QString::fromStdString(program), home.path());
        if (start.clockMs == 0) {
            std::fprintf(stderr, "unlit_start_bench: %s does not start\n", program.c_str());
            return 1;
        }
        if (run == 0)
            continue; // fills the system's cache of files
        splash.push_back(start.splashMs);
        clock.push_back(start.clockMs);
        beforeMain.push_back(start.beforeMainMs);
        toPaint.push_back(start.toPaintMs);
    }
    std::printf("%d starts, ms                                      least   middle     most\n",
                runs);
    tell("to the splash, by the clock", splash);
    tell("to the window's first frame, by the clock", clock);
    tell("loading libraries, processor", beforeMain);
    tell("from main to the first frame, processor", toPaint);
    return 0;
}
