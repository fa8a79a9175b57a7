// How the wall is drawn.
#include "ui/theme/theme.h"
#include "ui/train/picture_wall.h"

#include <QPainter>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kChipPaddingPx = 6;

/// Of the colours of an error: short where the name beside them would have no room.
int scaleWidth(const QRect& cell) {
    constexpr int kNarrowCellPx = 200;
    return cell.width() < kNarrowCellPx ? 44 : 76;
}

/// The mean of the channels, from 0 to 255.
int greyOf(QRgb pixel) {
    return (qRed(pixel) + qGreen(pixel) + qBlue(pixel)) / 3;
}

} // namespace

QString PictureWall::columnName(Column column) const {
    switch (column) {
    case Column::Beauty:
        return tr("Beauty");
    case Column::Prediction:
        return m_mode == WallMode::Wipe && !m_otherName.isEmpty()
                   ? tr("Prediction · %1 | %2").arg(m_otherName, m_shownName)
                   : tr("Prediction");
    case Column::Truth:
        return tr("Truth");
    case Column::Error:
        return tr("Error");
    case Column::Uncertainty:
        return tr("Uncertainty");
    }
    return {};
}

void PictureWall::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::SmoothPixmapTransform, m_zoom < 4);
    painter.fillRect(viewport()->rect(), themeTokens(palette()).panel);
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row)
        if (cellRect(row, 0).intersects(viewport()->rect()))
            paintRow(painter, row);
    if (!m_rows.empty()) // a notice stands there else
        paintHeader(painter);
}

void PictureWall::paintHeader(QPainter& painter) const {
    const ThemeTokens& tokens = themeTokens(palette());
    painter.fillRect(QRect(0, 0, viewport()->width(), kHeaderPx), tokens.panel);
    painter.setFont(interfaceFont(12));
    const auto all = columns();
    for (std::size_t i = 0; i < all.size(); ++i) {
        QRect place = cellRect(0, static_cast<int>(i));
        place.setTop(0);
        place.setHeight(kHeaderPx);
        painter.setPen(tokens.secondary);
        const bool hasScale = all[i] == Column::Error || all[i] == Column::Uncertainty;
        const QRect words = place.adjusted(0, 0, hasScale ? -scaleWidth(place) - 30 : 0, 0);
        painter.drawText(
            words, Qt::AlignVCenter,
            painter.fontMetrics().elidedText(columnName(all[i]), Qt::ElideRight, words.width()));
        if (hasScale)
            paintScale(painter, place);
    }
}

/// The colours of numbers from 0 to the top, with the top beside them.
void PictureWall::paintScale(QPainter& painter, const QRect& cell) const {
    const QString top = QString::number(kErrorTop * std::exp2(-m_exposureEv), 'g', 2);
    const QString zero = QStringLiteral("0");
    painter.setFont(interfaceFont(10));
    const QFontMetrics metrics = painter.fontMetrics();
    const int topWidth = metrics.horizontalAdvance(top);
    const int width = scaleWidth(cell);
    const QRect bar(cell.right() - topWidth - 5 - width, cell.center().y() - 3, width, 8);
    if (bar.left() < cell.left() + 60)
        return; // no room: the tool tip of the column has it
    for (int x = 0; x < bar.width(); ++x)
        painter.fillRect(QRect(bar.left() + x, bar.top(), 1, bar.height()),
                         QColor(mapColor(ColorMapKind::Inferno, x / (bar.width() - 1.0))));
    painter.drawText(QRect(bar.right() + 5, cell.top(), topWidth + 2, cell.height()),
                     Qt::AlignVCenter, top);
    const int zeroWidth = metrics.horizontalAdvance(zero);
    painter.drawText(QRect(bar.left() - zeroWidth - 4, cell.top(), zeroWidth + 2, cell.height()),
                     Qt::AlignVCenter, zero);
    painter.setFont(interfaceFont(12));
}

void PictureWall::paintRow(QPainter& painter, int row) {
    const WallRow& content = m_rows[static_cast<std::size_t>(row)];
    const auto all = columns();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QRect cell = cellRect(row, static_cast<int>(i));
        painter.save();
        painter.setClipRect(cell);
        paintCell(painter, content, all[i], cell);
        painter.restore();
    }
    const QRect first = cellRect(row, 0);
    paintChip(painter, first, Qt::BottomLeftCorner, content.sample);
    if (const QString psnr = psnrText(content); !psnr.isEmpty())
        paintChip(painter, cellRect(row, 1), Qt::BottomRightCorner, psnr);
    if (row == m_current && hasFocus()) {
        const QRect last = cellRect(row, static_cast<int>(all.size()) - 1);
        painter.setPen(themeTokens(palette()).accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(first.united(last).adjusted(-2, -2, 1, 1));
    }
}

void PictureWall::paintCell(QPainter& painter, const WallRow& row, Column column,
                            const QRect& cell) {
    const ThemeTokens& tokens = themeTokens(palette());
    painter.fillRect(cell, tokens.surround);
    const std::filesystem::path& file = fileOf(row, column);
    const QImage picture = m_pictures.get(file);
    if (picture.isNull()) {
        painter.setPen(tokens.overlaySoft);
        painter.setFont(interfaceFont(12));
        painter.drawText(cell, Qt::AlignCenter, file.empty() ? tr("none") : tr("…"));
        return;
    }
    if (column == Column::Prediction && m_mode == WallMode::Wipe && !row.other.empty())
        paintWipe(painter, row, cell, picture);
    else
        painter.drawImage(pictureRect(cell, picture.size()), toned(picture, column));
}

void PictureWall::paintWipe(QPainter& painter, const WallRow& row, const QRect& cell,
                            const QImage& prediction) {
    const QRectF place = pictureRect(cell, prediction.size());
    const int line = cell.left() + static_cast<int>(std::lround(m_wipe * (cell.width() - 1)));
    painter.drawImage(place, toned(prediction, Column::Prediction));
    const QImage other = m_pictures.get(row.other);
    painter.setClipRect(QRect(cell.topLeft(), QPoint(line, cell.bottom())));
    painter.fillRect(cell, themeTokens(palette()).surround);
    if (!other.isNull())
        painter.drawImage(place, toned(other, Column::Prediction));
    painter.setClipRect(cell);
    painter.fillRect(QRect(line, cell.top(), 1, cell.height()), themeTokens(palette()).accentFill);
}

QImage PictureWall::toned(const QImage& picture, Column column) {
    const bool isScalar = column == Column::Error || column == Column::Uncertainty;
    if (!isScalar && m_exposureEv == 0)
        return picture;
    constexpr qsizetype kMost = 64; // rows that can be seen at once, and some
    if (m_toned.size() > kMost)
        m_toned.clear();
    QImage& kept = m_toned[picture.cacheKey()];
    if (kept.isNull())
        kept = convert(picture, column);
    return kept;
}

QImage PictureWall::convert(const QImage& picture, Column column) const {
    const bool isScalar = column == Column::Error || column == Column::Uncertainty;
    QImage shown = picture;
    const auto scale = static_cast<float>(std::exp2(m_exposureEv) / (kErrorTop * 255.0));
    for (int y = 0; y < shown.height(); ++y) {
        auto* row = reinterpret_cast<QRgb*>(shown.scanLine(y));
        for (int x = 0; x < shown.width(); ++x)
            row[x] = isScalar ? m_map(static_cast<float>(greyOf(row[x])) * scale)
                              : qRgb(m_curve[static_cast<std::size_t>(qRed(row[x]))],
                                     m_curve[static_cast<std::size_t>(qGreen(row[x]))],
                                     m_curve[static_cast<std::size_t>(qBlue(row[x]))]);
    }
    return shown;
}

/// What the trainer measured; else what the files' eight bits give, marked as near it.
QString PictureWall::psnrText(const WallRow& row) const {
    if (row.psnr)
        return tr("%1 dB").arg(*row.psnr, 0, 'f', 1);
    const auto estimate = m_pictures.psnr(row.prediction, row.truth);
    if (!estimate)
        return {};
    return std::isinf(*estimate) ? tr("the same") : tr("≈ %1 dB").arg(*estimate, 0, 'f', 1);
}

void PictureWall::paintChip(QPainter& painter, const QRect& cell, Qt::Corner corner,
                            const QString& text) const {
    const ThemeTokens& tokens = themeTokens(palette());
    painter.setFont(interfaceFont(11));
    const QFontMetrics metrics = painter.fontMetrics();
    const QString shown =
        metrics.elidedText(text, Qt::ElideMiddle, cell.width() - 4 * kChipPaddingPx);
    const int width = metrics.horizontalAdvance(shown) + 2 * kChipPaddingPx;
    const int height = metrics.height() + 2;
    const int left = corner == Qt::BottomLeftCorner ? cell.left() + 4 : cell.right() - 3 - width;
    const QRect chip(left, cell.bottom() - 3 - height, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.overlay);
    painter.drawRoundedRect(chip, 4, 4);
    painter.setPen(tokens.overlayText);
    painter.drawText(chip, Qt::AlignCenter, shown);
}

} // namespace unlit::ui
