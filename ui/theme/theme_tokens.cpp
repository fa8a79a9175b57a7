#include "ui/theme/theme_tokens.h"

namespace unlit::ui {

namespace {

ThemeTokens darkTokens() {
    return {.window = QColor(0x20, 0x21, 0x24),
            .rail = QColor(0x1a, 0x1b, 0x1d),
            .panel = QColor(0x26, 0x28, 0x2b),
            .raised = QColor(0x34, 0x37, 0x3c),
            .hover = QColor(0x3e, 0x42, 0x48),
            .field = QColor(0x1b, 0x1c, 0x1f),
            .trough = QColor(0x1b, 0x1c, 0x1f),
            .line = QColor(0x2e, 0x30, 0x33),
            .border = QColor(0x3d, 0x40, 0x46),
            .surround = QColor(0x4d, 0x4d, 0x4d),
            .text = QColor(0xd9, 0xdb, 0xde),
            .secondary = QColor(0x9a, 0xa0, 0xa6),
            .disabled = QColor(0x6a, 0x6f, 0x76),
            .accentFill = QColor(0xe8, 0xa3, 0x3d),
            .accentHover = QColor(0xf2, 0xb3, 0x55),
            .accentText = QColor(0x1a, 0x1b, 0x1d),
            .accent = QColor(0xe8, 0xa3, 0x3d),
            .good = QColor(0x7f, 0xc4, 0x8b),
            .bad = QColor(0xef, 0x7a, 0x6d),
            .info = QColor(0x7d, 0xb3, 0xd8),
            .overlay = QColor(0x12, 0x13, 0x14, 214),
            .overlayText = QColor(0xe6, 0xe7, 0xe9),
            .overlaySoft = QColor(0x9a, 0xa0, 0xa6)};
}

ThemeTokens lightTokens() {
    ThemeTokens tokens = darkTokens();
    tokens.window = QColor(0xee, 0xef, 0xf0);
    tokens.rail = QColor(0xe3, 0xe4, 0xe6);
    tokens.panel = QColor(0xf6, 0xf6, 0xf7);
    tokens.raised = QColor(0xff, 0xff, 0xff);
    tokens.hover = QColor(0xf0, 0xf1, 0xf2);
    tokens.field = QColor(0xff, 0xff, 0xff);
    tokens.trough = QColor(0xe3, 0xe4, 0xe6);
    tokens.line = QColor(0xd9, 0xdb, 0xde);
    tokens.border = QColor(0xc6, 0xc9, 0xcd);
    tokens.text = QColor(0x20, 0x22, 0x25);
    tokens.secondary = QColor(0x5c, 0x62, 0x69);
    tokens.disabled = QColor(0x96, 0x9b, 0xa1);
    tokens.accentHover = QColor(0xd9, 0x93, 0x2c);
    tokens.accent = QColor(0x95, 0x5a, 0x06);
    tokens.good = QColor(0x2a, 0x74, 0x3b);
    tokens.bad = QColor(0xb9, 0x33, 0x25);
    tokens.info = QColor(0x2b, 0x69, 0x9b);
    return tokens;
}

} // namespace

QString toString(ThemeKind kind) {
    return kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light");
}

std::optional<ThemeKind> themeKindFromString(const QString& name) {
    for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
        if (toString(kind) == name)
            return kind;
    }
    return {};
}

std::vector<std::pair<QString, QColor>> ThemeTokens::named() const {
    return {{QStringLiteral("window"), window},
            {QStringLiteral("rail"), rail},
            {QStringLiteral("panel"), panel},
            {QStringLiteral("raised"), raised},
            {QStringLiteral("hover"), hover},
            {QStringLiteral("field"), field},
            {QStringLiteral("trough"), trough},
            {QStringLiteral("line"), line},
            {QStringLiteral("border"), border},
            {QStringLiteral("surround"), surround},
            {QStringLiteral("text"), text},
            {QStringLiteral("secondary"), secondary},
            {QStringLiteral("disabled"), disabled},
            {QStringLiteral("accentFill"), accentFill},
            {QStringLiteral("accentHover"), accentHover},
            {QStringLiteral("accentText"), accentText},
            {QStringLiteral("accent"), accent},
            {QStringLiteral("good"), good},
            {QStringLiteral("bad"), bad},
            {QStringLiteral("info"), info}};
}

const ThemeTokens& themeTokens(ThemeKind kind) {
    static const ThemeTokens dark = darkTokens();
    static const ThemeTokens light = lightTokens();
    return kind == ThemeKind::Dark ? dark : light;
}

const ThemeTokens& themeTokens(const QPalette& palette) {
    const bool isDark = palette.color(QPalette::Window).lightness() < 128;
    return themeTokens(isDark ? ThemeKind::Dark : ThemeKind::Light);
}

QPalette themePalette(ThemeKind kind) {
    const ThemeTokens& tokens = themeTokens(kind);
    QPalette palette;
    palette.setColor(QPalette::Window, tokens.window);
    palette.setColor(QPalette::WindowText, tokens.text);
    palette.setColor(QPalette::Base, tokens.field);
    palette.setColor(QPalette::AlternateBase, tokens.panel);
    palette.setColor(QPalette::Text, tokens.text);
    palette.setColor(QPalette::PlaceholderText, tokens.secondary);
    palette.setColor(QPalette::Button, tokens.raised);
    palette.setColor(QPalette::ButtonText, tokens.text);
    palette.setColor(QPalette::BrightText, tokens.bad);
    palette.setColor(QPalette::Highlight, tokens.accentFill);
    palette.setColor(QPalette::HighlightedText, tokens.accentText);
    palette.setColor(QPalette::Link, tokens.accent);
    palette.setColor(QPalette::LinkVisited, tokens.accent);
    palette.setColor(QPalette::ToolTipBase, tokens.raised);
    palette.setColor(QPalette::ToolTipText, tokens.text);
    palette.setColor(QPalette::Light, tokens.hover);
    palette.setColor(QPalette::Midlight, tokens.raised);
    palette.setColor(QPalette::Mid, tokens.border);
    palette.setColor(QPalette::Dark, tokens.line);
    palette.setColor(QPalette::Shadow, tokens.rail);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, tokens.disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, tokens.raised);
    return palette;
}

} // namespace unlit::ui
