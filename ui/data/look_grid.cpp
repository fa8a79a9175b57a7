#include "ui/data/look_grid.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kColumns = 2;
constexpr double kGapPx = 16;
constexpr double kTextPx = 20;
constexpr double kMostSidePx = 260; // of each half: the pictures are small

} // namespace

LookGrid::LookGrid(QWidget* parent) : QWidget(parent), m_looks(kCount) {
    setMinimumSize(200, 200); // beside the form in the smallest window
    setAccessibleName(tr("The first pictures of the set"));
}

void LookGrid::setWaiting() {
    for (Look& look : m_looks)
        look.isOld = true;
    update();
}

void LookGrid::setLook(int index, const QImage& pair, const QString& text) {
    m_looks[static_cast<std::size_t>(index)] = {pair, text, false};
    update();
}

bool LookGrid::isWaiting() const {
    return std::ranges::any_of(m_looks, &Look::isOld);
}

QRectF LookGrid::cellOf(int index) const {
    constexpr int rows = (kCount + kColumns - 1) / kColumns;
    const double byWidth = (width() - kGapPx * (kColumns - 1)) / kColumns / 2;
    const double byHeight = (height() - kGapPx * (rows - 1)) / rows - kTextPx;
    const double side = std::clamp(std::min(byWidth, byHeight), 40.0, kMostSidePx);
    return {(index % kColumns) * (2 * side + kGapPx),
            (index / kColumns) * (side + kTextPx + kGapPx), 2 * side, side};
}

void LookGrid::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    for (int i = 0; i < kCount; ++i)
        paintLook(painter, cellOf(i), m_looks[static_cast<std::size_t>(i)]);
}

void LookGrid::paintLook(QPainter& painter, const QRectF& cell, const Look& look) const {
    const ThemeTokens& tokens = themeTokens(palette());
    painter.setOpacity(look.isOld ? 0.4 : 1);
    if (look.pair.isNull())
        painter.fillRect(cell, tokens.trough);
    else
        painter.drawImage(cell, look.pair);
    painter.setOpacity(1);
    painter.setFont(interfaceFont(11));
    painter.setPen(tokens.secondary);
    const QString text =
        painter.fontMetrics().elidedText(look.text, Qt::ElideRight, static_cast<int>(cell.width()));
    painter.drawText(QRectF(cell.left(), cell.bottom() + 2, cell.width(), kTextPx),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace unlit::ui
