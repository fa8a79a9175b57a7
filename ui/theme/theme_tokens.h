// The colours of the studio, once, by what they mean. Every widget and the style sheet read them
// from here.
#pragma once

#include <QColor>
#include <QPalette>
#include <QString>

#include <optional>
#include <vector>

namespace unlit::ui {

enum class ThemeKind { Dark, Light };

/// "dark", "light".
QString toString(ThemeKind kind);
std::optional<ThemeKind> themeKindFromString(const QString& name);

struct ThemeTokens {
    QColor window;      ///< behind everything
    QColor rail;        ///< page rail and status bar
    QColor panel;       ///< columns beside the picture
    QColor raised;      ///< buttons, the chosen segment
    QColor hover;       ///< raised, under the pointer
    QColor field;       ///< things that are typed or chosen in
    QColor trough;      ///< behind a row of words of which one is raised
    QColor line;        ///< hairlines between areas
    QColor border;      ///< outline of fields and buttons
    QColor surround;    ///< around pictures; neutral grey in both themes, people judge colour there
    QColor text;        ///< words and numbers
    QColor secondary;   ///< labels, units, what is less important
    QColor disabled;    ///< words of what cannot be used now
    QColor accentFill;  ///< warm light: primary action, progress
    QColor accentHover; ///< accentFill under the pointer
    QColor accentText;  ///< words on accentFill
    QColor accent;      ///< warm light as a text or icon colour, readable on panel
    QColor good;
    QColor bad;
    QColor info;
    QColor overlay;     ///< behind words on a picture; translucent, dark in both themes
    QColor overlayText; ///< words on overlay
    QColor overlaySoft; ///< less important words on overlay

    /// Name and colour of each, for the style sheet's @names.
    std::vector<std::pair<QString, QColor>> named() const;
};

const ThemeTokens& themeTokens(ThemeKind kind);

/// The tokens of the theme that made this palette: what painting code calls with its own palette().
const ThemeTokens& themeTokens(const QPalette& palette);

/// The palette of plain Qt widgets that goes with the tokens.
QPalette themePalette(ThemeKind kind);

} // namespace unlit::ui
