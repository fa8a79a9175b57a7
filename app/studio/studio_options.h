// The command line of unlit-studio.
#pragma once

#include "ui/screenshot/screenshot_mode.h"
#include "ui/settings/language.h"

#include <QStringList>

#include <filesystem>
#include <optional>
#include <vector>

namespace unlit {

struct StudioOptions {
    std::vector<std::filesystem::path> files; ///< pictures, folders, a model folder
    QStringList runRoots;                     ///< absolute
    std::filesystem::path trainRun;           ///< absolute; empty = the one remembered
    QString set;                              ///< of the Data page; empty = none is opened
    QString model;                            ///< empty = the one remembered
    std::optional<ui::ThemeKind> theme;
    std::optional<ui::ScreenshotOptions> screenshot;
    std::optional<ui::Language> language; ///< unset = that of the settings
    double scale = 0;                     ///< 0 = the screen's own
    bool leavesAfterFirstPaint = false;

    QString error;  ///< not empty: bad usage, what is wrong
    QString answer; ///< not empty: print this and leave (--help, --version)
};

/// `arguments` as main gets them, the program's name first. Needs no QApplication, because the
/// scale must be known before there is one.
StudioOptions readStudioOptions(const QStringList& arguments);

} // namespace unlit
