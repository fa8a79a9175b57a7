// The desktop program: reads the command line, then opens the window or takes its pictures.
#include "app/studio/studio_options.h"
#include "core/base/failure.h"
#include "core/session/bundled_model.h"
#include "ui/bridge/session_inference_service.h"
#include "ui/bridge/text.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"

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

int openWindow(QApplication& application, const unlit::StudioOptions& options) {
    namespace ui = unlit::ui;
    const QString settingsFile = ui::defaultSettingsFile();
    ui::applyTheme(application, ui::loadSettings(settingsFile).theme);
    ui::MainWindow window({.settingsFile = settingsFile,
                           .stateFolder = ui::defaultStateFolder(),
                           .makeService =
                               [](unlit::EventSink& sink) {
                                   return std::make_unique<ui::SessionInferenceService>(sink);
                               },
                           .inspectModel = unlit::inspectModel,
                           .bundledModel = ui::toQString(unlit::bundledModel())});
    if (options.theme)
        window.setTheme(*options.theme);
    if (!options.model.isEmpty())
        window.inferPage().chooseModel(
            ui::toQString(std::filesystem::absolute(ui::toPath(options.model))));
    for (const QString& root : options.runRoots)
        window.runsPage().addRoot(root);
    window.show();
    if (!options.files.empty())
        window.open(options.files);
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
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
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("unlit-studio"));
    QApplication::setApplicationDisplayName(QStringLiteral("Unlit Studio"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.unlit.Studio"));
    if (options.screenshot)
        return writeScreenshots(application, *options.screenshot);
    return openWindow(application, options);
}
