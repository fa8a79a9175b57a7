#include "ui/viewer/pixel_grid.h"

#include "ui/theme/theme.h"
#include "ui/viewer/inspector.h"

#include <QStringList>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr double kFontPx = 10; // logical
constexpr double kLinePx = 13;

/// Of the three numbers one where all are the same.
QStringList linesFor(const PictureLayer& layer, const QPoint& pixel, QRgb shown, bool asBytes) {
    if (asBytes) {
        return qRed(shown) == qGreen(shown) && qGreen(shown) == qBlue(shown)
                   ? QStringList{QString::number(qRed(shown))}
                   : QStringList{QString::number(qRed(shown)), QString::number(qGreen(shown)),
                                 QString::number(qBlue(shown))};
    }
    const auto color = layer.source()->colorAt(pixel);
    QStringList lines{formatNumber(color[0])};
    if (color[0] != color[1] || color[1] != color[2])
        lines += {formatNumber(color[1]), formatNumber(color[2])};
    return lines;
}

} // namespace

QRect PixelGrid::pixelsIn(const QRect& clip) const {
    const QRectF seen = picture & QRectF(clip);
    if (seen.isEmpty())
        return {};
    const auto first = [&](double place, double start) {
        return static_cast<int>(std::floor((place - start) / scale));
    };
    const auto last = [&](double place, double start) {
        return static_cast<int>(std::ceil((place - start) / scale)) - 1;
    };
    return {QPoint(first(seen.left(), picture.left()), first(seen.top(), picture.top())),
            QPoint(last(seen.right(), picture.left()), last(seen.bottom(), picture.top()))};
}

void PixelGrid::paintLines(QPainter& painter, const QRect& clip) const {
    const QRect pixels = pixelsIn(clip);
    if (pixels.isEmpty())
        return;
    const auto thickness = std::max(1, static_cast<int>(std::lround(ratio)));
    const QRect seen = (picture & QRectF(clip)).toAlignedRect();
    const QColor color(128, 128, 128, 90);
    for (int x = pixels.left(); x <= pixels.right() + 1; ++x) {
        const auto at = static_cast<int>(std::lround(picture.left() + x * scale));
        painter.fillRect(QRect(at, seen.top(), thickness, seen.height()), color);
    }
    for (int y = pixels.top(); y <= pixels.bottom() + 1; ++y) {
        const auto at = static_cast<int>(std::lround(picture.top() + y * scale));
        painter.fillRect(QRect(seen.left(), at, seen.width(), thickness), color);
    }
}

void PixelGrid::paintValues(QPainter& painter, const QRect& clip,
                            const std::function<const PictureLayer&(const QPointF&)>& layerAt,
                            bool asBytes) const {
    QFont font = valueFont();
    font.setPixelSize(static_cast<int>(std::lround(kFontPx * ratio)));
    painter.setFont(font);
    const double line = kLinePx * ratio;
    const QRect pixels = pixelsIn(clip);
    for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
        for (int x = pixels.left(); x <= pixels.right(); ++x) {
            const QRectF cell(picture.left() + x * scale, picture.top() + y * scale, scale, scale);
            const PictureLayer& layer = layerAt(cell.center());
            const QSize inner = layer.source()->size();
            const QPoint pixel = pixelIn(inner, {x, y}, (picture.size() / scale).toSize());
            const QRgb shown = layer.transform()->colorOf(layer.source()->colorAt(pixel),
                                                          layer.source()->alphaAt(pixel));
            painter.setPen(qGray(shown) > 127 ? Qt::black : Qt::white);
            const QStringList lines = linesFor(layer, pixel, shown, asBytes);
            double top = cell.center().y() - line * static_cast<double>(lines.size()) / 2;
            for (const QString& text : lines) {
                painter.drawText(QRectF(cell.left(), top, scale, line), Qt::AlignCenter, text);
                top += line;
            }
        }
    }
}

} // namespace unlit::ui
