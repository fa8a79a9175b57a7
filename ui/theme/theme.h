// Puts the theme on the application: palette, style sheet and fonts.
#pragma once

#include "ui/theme/theme_tokens.h"

#include <QApplication>
#include <QFont>

namespace unlit::ui {

/// Sets style, palette, style sheet and font of the whole application. Call again to change theme.
void applyTheme(QApplication& application, ThemeKind kind);

/// The style sheet with every @name replaced by its colour. Names that no token has stay as they
/// are (a test looks for them).
QString themeStyleSheet(ThemeKind kind);

/// 13 px interface type: Inter where it is installed, else the system's sans; tabular figures where
/// Qt can ask for them.
QFont interfaceFont();

/// 12 px type of fixed width for values and logs.
QFont valueFont();

/// The interface font at another size, as for small second lines.
QFont interfaceFont(int pixelSize);

} // namespace unlit::ui
