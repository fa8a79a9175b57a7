// unlit_start_bench [--studio FILE] [--image FILE] [--runs N]: from the start of unlit-studio to
// the window's first frame, by the clock and by the processor, and how much of that goes by before
// main, while the system loads the libraries; with settings and state of its own, as on the very
// first start. Then what short commands take, `unlit image info` beside `oiiotool --info` of the
// same picture.
#include "bench/bench_options.h"
#include "bench/figures.h"
#include "bench/frame_times.h"
#include "bench/window_bench.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include <sys/resource.h>

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

/// Of all processes that have been started and have ended.
double othersProcessorMs() {
    rusage used{};
    getrusage(RUSAGE_CHILDREN, &used);
    const auto ms = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
    };
    return ms(used.ru_utime) + ms(used.ru_stime);
}

struct Command {
    std::string name;
    QString program;
    QStringList arguments;
    std::vector<double> clock;
    std::vector<double> processor;
};

bool runCommand(Command& command, bool isMeasured) {
    QElapsedTimer clock;
    const double before = othersProcessorMs();
    clock.start();
    QProcess process;
    process.start(command.program, command.arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        return false;
    if (isMeasured) {
        command.clock.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        command.processor.push_back(othersProcessorMs() - before);
    }
    return true;
}

void tell(const std::string& what, const std::vector<double>& times) {
    std::printf("%-46s %8.1f %8.1f %8.1f\n", what.c_str(), quantile(times, 0), quantile(times, 0.5),
                quantile(times, 1));
    keepFigure("start: " + what, quantile(times, 0.5), "ms");
}

/// One after the other in each round: what else the machine does is shared by all.
bool timeCommands(std::vector<Command> commands, int runs) {
    for (int run = 0; run <= runs; ++run)
        for (Command& command : commands)
            if (!runCommand(command, run > 0)) {
                std::fprintf(stderr, "unlit_start_bench: %s fails\n", command.name.c_str());
                return false;
            }
    for (const Command& command : commands) {
        tell(command.name + ", by the clock", command.clock);
        tell(command.name + ", processor", command.processor);
    }
    if (commands.size() == 3)
        std::printf("image info / oiiotool --info: %.2f by the clock, %.2f of the processor\n",
                    quantile(commands[1].clock, 0.5) / quantile(commands[2].clock, 0.5),
                    quantile(commands[1].processor, 0.5) / quantile(commands[2].processor, 0.5));
    if (commands.size() == 3)
        keepFigure("start: image info beside oiiotool",
                   quantile(commands[1].clock, 0.5) / quantile(commands[2].clock, 0.5), "");
    return true;
}

} // namespace

int main(int argc, char** argv) {
    drawWithoutScreen();
    const QCoreApplication application(argc, argv);
    std::string program =
        (QCoreApplication::applicationDirPath() + QStringLiteral("/unlit-studio")).toStdString();
    std::string image = UNLIT_SAMPLE_PICTURE;
    int runs = 10;
    BenchOptions options("unlit_start_bench");
    options.addText("--studio", program, "FILE");
    options.addText("--image", image, "FILE");
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
    const QString unlit = QCoreApplication::applicationDirPath() + QStringLiteral("/unlit");
    const QString picture = QString::fromStdString(image);
    std::vector<Command> commands{{"unlit --version", unlit, {QStringLiteral("--version")}, {}, {}},
                                  {"unlit image info",
                                   unlit,
                                   {QStringLiteral("image"), QStringLiteral("info"), picture},
                                   {},
                                   {}}};
    const QString peer = QStandardPaths::findExecutable(QStringLiteral("oiiotool"));
    if (!peer.isEmpty())
        commands.push_back({"oiiotool --info", peer, {QStringLiteral("--info"), picture}, {}, {}});
    return timeCommands(std::move(commands), runs) ? 0 : 1;
}
