#include "ui/train/wall_painter.h"

#include "ui/theme/theme.h"

#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kChipPaddingPx = 6;

/// Of the colours of an error: short where the name beside them would have no room.
int scaleWidth(const QRect& cell) {
    constexpr int kNarrowCellPx = 200;
    return cell.width() < kNarrowCellPx ? 44 : 76;
}

} // namespace

QString WallPainter::columnName(WallColumn column) const {
    switch (column) {
    case WallColumn::Beauty:
        return tr("Beauty");
    case WallColumn::Prediction:
        return m_shown.mode == WallMode::Wipe && !m_shown.otherName.isEmpty()
                   ? tr("Prediction · %1 | %2").arg(m_shown.otherName, m_shown.shownName)
                   : tr("Prediction");
    case WallColumn::Truth:
        return tr("Truth");
    case WallColumn::Error:
        return tr("Error");
    case WallColumn::Uncertainty:
        return tr("Uncertainty");
    }
    return {};
}

void WallPainter::paint(int width) {
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, m_layout.zoom() < 4);
    for (int row = 0; row < m_layout.rowCount(); ++row)
        if (m_layout.isSeen(row))
            paintRow(row);
    if (m_layout.rowCount() > 0) // a notice stands there else
        paintHeader(width);
}

void WallPainter::paintHeader(int width) {
    m_painter.fillRect(QRect(0, 0, width, WallLayout::kHeaderPx), m_theme.panel);
    m_painter.setFont(interfaceFont(12));
    const auto& all = m_layout.columns();
    for (std::size_t i = 0; i < all.size(); ++i) {
        QRect place = m_layout.cell(0, static_cast<int>(i));
        place.setTop(0);
        place.setHeight(WallLayout::kHeaderPx);
        m_painter.setPen(m_theme.secondary);
        const bool hasScale = isScalar(all[i]);
        const QRect words = place.adjusted(0, 0, hasScale ? -scaleWidth(place) - 30 : 0, 0);
        m_painter.drawText(
            words, Qt::AlignVCenter,
            m_painter.fontMetrics().elidedText(columnName(all[i]), Qt::ElideRight, words.width()));
        if (hasScale)
            paintScale(place);
    }
}

/// The colours of numbers from 0 to the top, with the top beside them.
void WallPainter::paintScale(const QRect& cell) {
    const QString top = QString::number(m_tones.top(), 'g', 2);
    const QString zero = QStringLiteral("0");
    m_painter.setFont(interfaceFont(10));
    const QFontMetrics metrics = m_painter.fontMetrics();
    const int topWidth = metrics.horizontalAdvance(top);
    const int width = scaleWidth(cell);
    const QRect bar(cell.right() - topWidth - 5 - width, cell.center().y() - 3, width, 8);
    if (bar.left() < cell.left() + 60)
        return; // no room: the tool tip of the column has it
    for (int x = 0; x < bar.width(); ++x)
        m_painter.fillRect(QRect(bar.left() + x, bar.top(), 1, bar.height()),
                           QColor(mapColor(ColorMapKind::Inferno, x / (bar.width() - 1.0))));
    m_painter.drawText(QRect(bar.right() + 5, cell.top(), topWidth + 2, cell.height()),
                       Qt::AlignVCenter, top);
    const int zeroWidth = metrics.horizontalAdvance(zero);
    m_painter.drawText(QRect(bar.left() - zeroWidth - 4, cell.top(), zeroWidth + 2, cell.height()),
                       Qt::AlignVCenter, zero);
    m_painter.setFont(interfaceFont(12));
}

void WallPainter::paintRow(int row) {
    const WallRow& content = m_layout.rows()[static_cast<std::size_t>(row)];
    const auto& all = m_layout.columns();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QRect cell = m_layout.cell(row, static_cast<int>(i));
        m_painter.save();
        m_painter.setClipRect(cell);
        paintCell(row, all[i], cell);
        m_painter.restore();
    }
    const QRect first = m_layout.cell(row, 0);
    paintChip(first, Qt::BottomLeftCorner, content.sample);
    if (const QString psnr = psnrText(content); !psnr.isEmpty())
        paintChip(m_layout.cell(row, 1), Qt::BottomRightCorner, psnr);
    if (row == m_shown.current && m_shown.hasFocus) {
        const QRect last = m_layout.cell(row, static_cast<int>(all.size()) - 1);
        m_painter.setPen(m_theme.accent);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(first.united(last).adjusted(-2, -2, 1, 1));
    }
}

void WallPainter::paintCell(int row, WallColumn column, const QRect& cell) {
    const WallRow& content = m_layout.rows()[static_cast<std::size_t>(row)];
    m_painter.fillRect(cell, m_theme.surround);
    const std::filesystem::path& file = m_layout.file(row, column);
    const QImage picture = m_pictures.get(file);
    if (picture.isNull()) {
        m_painter.setPen(m_theme.overlaySoft);
        m_painter.setFont(interfaceFont(12));
        m_painter.drawText(cell, Qt::AlignCenter, file.empty() ? tr("none") : tr("…"));
        return;
    }
    if (column == WallColumn::Prediction && m_shown.mode == WallMode::Wipe &&
        !content.other.empty())
        paintWipe(content, cell, picture);
    else
        m_painter.drawImage(m_layout.picture(cell, picture.size()), m_tones.shown(picture, column));
}

void WallPainter::paintWipe(const WallRow& row, const QRect& cell, const QImage& prediction) {
    const QRectF place = m_layout.picture(cell, prediction.size());
    const int line = cell.left() + static_cast<int>(std::lround(m_shown.wipe * (cell.width() - 1)));
    m_painter.drawImage(place, m_tones.shown(prediction, WallColumn::Prediction));
    const QImage other = m_pictures.get(row.other);
    m_painter.setClipRect(QRect(cell.topLeft(), QPoint(line, cell.bottom())));
    m_painter.fillRect(cell, m_theme.surround);
    if (!other.isNull())
        m_painter.drawImage(place, m_tones.shown(other, WallColumn::Prediction));
    m_painter.setClipRect(cell);
    m_painter.fillRect(QRect(line, cell.top(), 1, cell.height()), m_theme.accentFill);
}

/// What the trainer measured; else what the files' eight bits give, marked as near it.
QString WallPainter::psnrText(const WallRow& row) const {
    if (row.psnr)
        return tr("%1 dB").arg(*row.psnr, 0, 'f', 1);
    const auto estimate = m_pictures.psnr(row.prediction, row.truth);
    if (!estimate)
        return {};
    return std::isinf(*estimate) ? tr("the same") : tr("≈ %1 dB").arg(*estimate, 0, 'f', 1);
}

void WallPainter::paintChip(const QRect& cell, Qt::Corner corner, const QString& text) {
    m_painter.setFont(interfaceFont(11));
    const QFontMetrics metrics = m_painter.fontMetrics();
    const QString shown =
        metrics.elidedText(text, Qt::ElideMiddle, cell.width() - 4 * kChipPaddingPx);
    const int width = metrics.horizontalAdvance(shown) + 2 * kChipPaddingPx;
    const int height = metrics.height() + 2;
    const int left = corner == Qt::BottomLeftCorner ? cell.left() + 4 : cell.right() - 3 - width;
    const QRect chip(left, cell.bottom() - 3 - height, width, height);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.overlay);
    m_painter.drawRoundedRect(chip, 4, 4);
    m_painter.setPen(m_theme.overlayText);
    m_painter.drawText(chip, Qt::AlignCenter, shown);
}

} // namespace unlit::ui
