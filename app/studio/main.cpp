// The desktop program: reads the command line, opens the window.
#include "core/base/version.h"
#include "ui/bridge/text.h"
#include "ui/main_window.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    unlit::ui::applyTheme(application, unlit::ui::ThemeKind::Dark);
    unlit::ui::MainWindow window(
        {.settingsFile = unlit::ui::defaultSettingsFile(),
         .makeService =
             [](unlit::EventSink& sink) {
                 return std::make_unique<unlit::ui::SessionInferenceService>(sink);
             },
         .inspectModel = unlit::inspectModel});
    window.show();
    return QApplication::exec();
}
