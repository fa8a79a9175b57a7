#include "ui/viewer/inspector.h"

#include "core/image/color/color.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kColumn = 8; // characters of a number

struct InspectorWords {
    Q_DECLARE_TR_FUNCTIONS(Inspector)
};

template <class Values>
QString columns(const Values& values) {
    QString text;
    for (const auto value : values)
        text += formatNumber(value).rightJustified(kColumn);
    return text;
}

QString integers(const std::array<int, 3>& values) {
    QString text;
    for (const int value : values)
        text += QString::number(value).rightJustified(kColumn);
    return text;
}

} // namespace

QPoint pixelIn(const QSize& size, const QPoint& pixel, const QSize& reference) {
    if (size == reference || reference.isEmpty())
        return pixel;
    const auto scaled = [](int place, int count, int from) {
        const auto at = static_cast<qint64>((place + 0.5) * count / from);
        return static_cast<int>(std::clamp<qint64>(at, 0, count - 1));
    };
    return {scaled(pixel.x(), size.width(), reference.width()),
            scaled(pixel.y(), size.height(), reference.height())};
}

QString formatNumber(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("+Inf") : QStringLiteral("−Inf");
    const double size = std::abs(value);
    if (size != 0 && (size < 0.00095 || size >= 99999.5))
        return QString::number(value, 'e', 1);
    const int decimals = size < 9.9995 ? 4 : size < 99.995 ? 3 : size < 999.95 ? 2 : 1;
    return QString::number(value, 'f', decimals);
}

QString formatShare(double share) {
    const double percent = 100 * share;
    if (percent <= 0)
        return QStringLiteral("0 %");
    return percent < 0.1 ? QStringLiteral("< 0.1 %")
                         : QStringLiteral("%1 %").arg(percent, 0, 'f', percent < 10 ? 1 : 0);
}

PixelReading readPixel(const PixelSource& source, const QPoint& pixel,
                       const ViewTransform& transform) {
    PixelReading reading;
    reading.pixel = pixel;
    reading.linear = source.colorAt(pixel);
    reading.isRaw = source.isRaw();
    reading.hasAlpha = source.hasAlpha();
    reading.alpha = source.alphaAt(pixel);
    for (std::size_t c = 0; c < 3; ++c) {
        const float value = reading.linear[c];
        reading.encoded[c] = reading.isRaw ? value : encodeSrgb(value);
        reading.bytes[c] = std::isnan(value) ? 0 : toByte(reading.encoded[c]);
    }
    reading.screen = transform.colorOf(reading.linear, reading.alpha);
    return reading;
}

std::vector<ReadoutLine> linesFor(const QString& name, const PixelReading& reading,
                                  ReadoutDetail detail, const QString& note) {
    const bool isOne = reading.isRaw && reading.linear[0] == reading.linear[1] &&
                       reading.linear[1] == reading.linear[2];
    const QString numbers =
        isOne ? formatNumber(reading.linear[0]).rightJustified(kColumn) : columns(reading.linear);
    const QString kind = reading.isRaw ? InspectorWords::tr("raw") : InspectorWords::tr("lin");
    std::vector<ReadoutLine> lines{
        {name, numbers, note.isEmpty() ? kind : kind + QStringLiteral("  ") + note}};
    if (detail == ReadoutDetail::Linear || reading.isRaw)
        return lines;
    lines.push_back({{}, columns(reading.encoded), InspectorWords::tr("sRGB")});
    lines.push_back({{}, integers(reading.bytes), InspectorWords::tr("8-bit")});
    const std::array screen = {qRed(reading.screen), qGreen(reading.screen), qBlue(reading.screen)};
    if (screen != reading.bytes)
        lines.push_back({{}, integers(screen), InspectorWords::tr("screen")});
    return lines;
}

std::vector<ReadoutLine> linesFor(const QString& name, const RegionStatistics& region) {
    if (region.finite == 0)
        return {{name, InspectorWords::tr("no finite pixel"), {}}};
    std::vector<ReadoutLine> lines{{name, columns(region.mean), InspectorWords::tr("mean")},
                                   {{}, columns(region.least), InspectorWords::tr("min")},
                                   {{}, columns(region.most), InspectorWords::tr("max")}};
    if (region.strange > 0)
        lines.push_back({{},
                         QString::number(region.strange).rightJustified(kColumn),
                         InspectorWords::tr("NaN or Inf")});
    return lines;
}

} // namespace unlit::ui
