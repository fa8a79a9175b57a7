// Pictures of the window: fills it with sample content, writes PNG files, and leaves.
#pragma once

#include "ui/main_window.h"

#include <QApplication>
#include <QSize>
#include <QStringList>

#include <optional>

namespace unlit::ui {

enum class ScreenshotState {
    Empty,
    Busy,
    Failed,
    Full,
    Side,        ///< two layers side by side, with the view options
    Difference,  ///< in false colours, the wipe turned elsewhere
    Uncertainty, ///< a scalar layer with its colour bar
    Pixels,      ///< zoomed in until pixels have numbers
    Keys,        ///< the key help
    Paused,      ///< a training that holds still
    Filter,      ///< pairs with a fault
    Pair,        ///< one pair in the viewer
    Figures,     ///< a set in numbers
    Split,       ///< what is kept back
    Synthesize,  ///< a set that could be made
};

QString toString(StudioPage page);
QString toString(ScreenshotState state);
std::optional<StudioPage> pageFromString(const QString& name);
std::optional<ScreenshotState> screenshotStateFromString(const QString& name);

struct ScreenshotOptions {
    QString folder;
    std::optional<StudioPage> page;       ///< unset = all
    std::optional<ScreenshotState> state; ///< unset = all that the page has
    QStringList runRoots = {};            ///< folders of runs instead of the sample ones
    std::filesystem::path trainRun = {};  ///< run of the Train page instead of the sample ones
    QString set = {};                     ///< of the Data page, instead of the sample one
    QSize size{1440, 900};                ///< logical pixels; files are this times the scale
    ThemeKind theme = ThemeKind::Dark;
};

/// Writes FOLDER/<page>-<state>-<theme>.png for each and returns the paths. Everything goes the way
/// real pictures go, but for the network, whose answers are the sample scene's truth. The scale is
/// the application's (QT_SCALE_FACTOR). Throws Error when a file cannot be written.
QStringList takeScreenshots(QApplication& application, const ScreenshotOptions& options);

} // namespace unlit::ui
