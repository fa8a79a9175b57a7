#include "ui/theme/theme.h"

#include <QFile>
#include <QFontDatabase>
#include <QStyleFactory>

static void loadStudioResources() {
    Q_INIT_RESOURCE(studio); // a static library's resources are not linked in by themselves
}

namespace unlit::ui {

namespace {

QString hex(const QColor& color) {
    return color.name(QColor::HexRgb);
}

QFont withTabularFigures(QFont font) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature(QFont::Tag("tnum"), 1);
#endif
    return font;
}

} // namespace

QString themeStyleSheet(ThemeKind kind) {
    loadStudioResources();
    QFile file(QStringLiteral(":/style/studio.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString sheet = QString::fromUtf8(file.readAll());
    for (const auto& [name, color] : themeTokens(kind).named())
        sheet.replace(u'@' + name + u'@', hex(color));
    sheet.replace(QStringLiteral("@scheme@"), toString(kind));
    return sheet;
}

QFont interfaceFont(int pixelSize) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    const QString systemFamily = font.family();
    font.setFamilies({QStringLiteral("Inter"), systemFamily, QStringLiteral("DejaVu Sans")});
    font.setPixelSize(pixelSize);
    return withTabularFigures(font);
}

QFont interfaceFont() {
    return interfaceFont(13);
}

QFont valueFont() {
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    const QString systemFamily = font.family();
    font.setFamilies(
        {QStringLiteral("JetBrains Mono"), systemFamily, QStringLiteral("DejaVu Sans Mono")});
    font.setStyleHint(QFont::Monospace);
    font.setPixelSize(12);
    return font;
}

void applyTheme(QApplication& application, ThemeKind kind) {
    loadStudioResources();
    const QString sheet = themeStyleSheet(kind);
    if (application.styleSheet() == sheet)
        return; // every widget would be styled and laid out anew: a second for a whole window
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(themePalette(kind));
    QApplication::setFont(interfaceFont());
    application.setStyleSheet(sheet);
}

} // namespace unlit::ui
