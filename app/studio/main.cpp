// The desktop program: reads the command line, then opens the window or takes its pictures.
#include "app/studio/first_paint.h"
#include "app/studio/qt_messages.h"
#include "app/studio/studio_options.h"
#include "core/base/failure.h"
#include "core/base/log.h"
#include "core/base/user_folder.h"
#include "core/config/environment_settings.h"
#include "core/session/models/bundled_model.h"
#include "core/session/models/find_models.h"
#include "ui/bridge/session_inference_service.h"
#include "ui/kit/plain_numbers.h"
#include "ui/kit/text.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"
#include "ui/train/session_train_service.h"
#include "ui/widgets/plain_tool_tips.h"

#include <cstdio>
#include <iostream>

namespace {

constexpr int kFailed = 1;
constexpr int kBadUsage = 2;

QStringList argumentsOf(int argc, char** argv) {
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments += QString::fromLocal8Bit(argv[i]);
    return arguments;
}

int writeScreenshots(QApplication& application, const unlit::ui::ScreenshotOptions& options) {
    try {
        for (const QString& file : unlit::ui::takeScreenshots(application, options))
            std::cout << file.toStdString() << '\n';
        return 0;
    } catch (...) {
        std::cerr << "unlit-studio: " << unlit::translateCurrentException().text() << '\n';
        return kFailed;
    }
}

/// For a bench: processor time before main, while the system loads the libraries, and from there.
void tellStart(double beforeMainMs) {
    std::printf("%.1f %.1f\n", beforeMainMs, unlit::processorMs() - beforeMainMs);
    std::fflush(stdout);
    QApplication::quit();
}

int openWindow(QApplication& application, const unlit::StudioOptions& options, double beforeMainMs,
               const std::function<void()>& endSplash) {
    namespace ui = unlit::ui;
    const QString settingsFile = ui::defaultSettingsFile();
    const ui::StudioSettings settings = ui::loadSettings(settingsFile);
    ui::installLanguage(application, options.language.value_or(settings.language));
    ui::applyTheme(application, settings.theme);
    // One computes at a time, and gives way: what is looked at is read and drawn first.
    const auto turn = std::make_shared<unlit::ComputeTurn>(unlit::Haste::Later);
    ui::MainWindow window({.settingsFile = settingsFile,
                           .stateFolder = ui::defaultStateFolder(),
                           .makeService =
                               [turn](unlit::EventSink& sink) {
                                   return std::make_unique<ui::SessionInferenceService>(sink, turn);
                               },
                           .inspectModel = unlit::inspectModel,
                           .makeTrainService =
                               [turn](unlit::EventSink& sink) {
                                   return std::make_unique<ui::SessionTrainService>(sink, turn);
                               },
                           .bundledModel = ui::toQString(unlit::bundledModel()),
                           .modelRoots = unlit::standardModelRoots()});
    if (options.theme)
        window.setTheme(*options.theme);
    if (!options.model.isEmpty())
        window.inferPage().chooseModel(
            ui::toQString(std::filesystem::absolute(ui::toPath(options.model))));
    for (const QString& root : options.runRoots)
        window.runsPage().roots().add(root);
    if (!options.set.isEmpty()) {
        window.dataPage().open(ui::toPath(options.set));
        window.showPage(ui::StudioPage::Data);
    }
    new unlit::FirstPaint(window, [&] {
        endSplash();
        if (options.leavesAfterFirstPaint)
            tellStart(beforeMainMs);
    });
    window.show();
    if (!options.trainRun.empty()) {
        window.trainPage().showRun(options.trainRun);
        window.showPage(ui::StudioPage::Train);
    }
    if (!options.files.empty())
        window.open(options.files);
    return QApplication::exec();
}

/// A form shows what its recipe says, and what is started from here trains that.
void dropSettingsOfEnvironment() {
    for (const unlit::config::EnvironmentSetting& setting : unlit::config::environmentSettings())
        qunsetenv(setting.variable.c_str());
}

} // namespace

int main(int argc, char** argv) {
    const double beforeMainMs = unlit::processorMs();
    dropSettingsOfEnvironment();
    (void)unlit::settleHome(); // where there is none the window says what is not remembered
    const std::function<void()> endSplash = unlit::takeSplash();
    const unlit::StudioOptions options = unlit::readStudioOptions(argumentsOf(argc, argv));
    if (!options.error.isEmpty()) {
        std::cerr << "unlit-studio: " << options.error.toStdString()
                  << "\nTry unlit-studio --help\n";
        return kBadUsage;
    }
    if (!options.answer.isEmpty()) {
        std::cout << options.answer.toStdString();
        return 0;
    }
    if (options.scale > 0)
        qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
    const bool isPicture = options.screenshot.has_value(); // of nobody's work
    const unlit::ProgramLog log(
        {.file = isPicture ? std::filesystem::path() : unlit::programLogFile()});
    unlit::logQtMessages();
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("unlit-studio"));
    QApplication::setApplicationDisplayName(QStringLiteral("Unlit Studio"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.unlit.studio"));
    unlit::ui::keepToolTipsPlain(application);
    unlit::ui::keepNumbersPlain();
    if (options.screenshot) {
        unlit::ui::installLanguage(application,
                                   options.language.value_or(unlit::ui::Language::English));
        return writeScreenshots(application, *options.screenshot);
    }
    return openWindow(application, options, beforeMainMs, endSplash);
}
