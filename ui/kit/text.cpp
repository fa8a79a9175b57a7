#include "ui/kit/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

struct TextWords {
    Q_DECLARE_TR_FUNCTIONS(Text)
};

} // namespace

QString toQString(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString toQString(const std::string& utf8) {
    return toQString(std::string_view(utf8));
}

QString toQString(const std::filesystem::path& path) {
    return QString::fromStdString(path.string());
}

std::filesystem::path toPath(const QString& text) {
    return text.toStdString();
}

QString pixelSizeText(int width, int height) {
    return QStringLiteral("%1 × %2").arg(width).arg(height);
}

QString countText(std::uint64_t count) {
    const auto value = static_cast<double>(count);
    const auto scaled = [](double number, const QString& unit) {
        return QStringLiteral("%1 %2").arg(number, 0, 'f', number < 99.95 ? 1 : 0).arg(unit);
    };
    if (value >= 1e9)
        return scaled(value / 1e9, QStringLiteral("G"));
    if (value >= 1e6)
        return scaled(value / 1e6, QStringLiteral("M"));
    if (value >= 1e3)
        return scaled(value / 1e3, QStringLiteral("k"));
    return QString::number(count);
}

QString timeLeftText(double seconds) {
    const auto whole = static_cast<qint64>(std::ceil(std::max(0.0, seconds)));
    if (whole < 60)
        return TextWords::tr("%1 s left").arg(whole);
    if (whole < 3600)
        return TextWords::tr("%1 min %2 s left").arg(whole / 60).arg(whole % 60);
    return TextWords::tr("%1 h %2 min left").arg(whole / 3600).arg(whole % 3600 / 60);
}

QString sentence(std::string_view message) {
    QString text = toQString(message).trimmed();
    if (text.isEmpty())
        return text;
    // A path or a name in quotes at the beginning stays as it is.
    if (text[0].isLetter() && !text.section(u' ', 0, 0).contains(u'.') &&
        !text.section(u' ', 0, 0).contains(u'/'))
        text[0] = text[0].toUpper();
    if (!text.endsWith(u'.') && !text.endsWith(u'!') && !text.endsWith(u'?'))
        text += u'.';
    return text;
}

} // namespace unlit::ui
