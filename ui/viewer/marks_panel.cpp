#include "ui/viewer/marks_panel.h"

#include "ui/theme/theme.h"

#include <QImage>

namespace unlit::ui {

namespace {

constexpr int kMarkLinePx = 20;
constexpr int kSwatchPx = 12;
constexpr int kSwatchGapPx = 8;

/// As the stripes lie on a picture, which is grey here.
QImage swatchOf(PixelMark mark) {
    QImage swatch(kSwatchPx, kSwatchPx, QImage::Format_RGB32);
    for (int y = 0; y < kSwatchPx; ++y)
        for (int x = 0; x < kSwatchPx; ++x)
            swatch.setPixel(x, y, isOnMark(mark, x, y) ? markColor(mark) : qRgb(40, 40, 40));
    return swatch;
}

} // namespace

MarksPanel::MarksPanel(QWidget* parent) : OverlayPanel(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(tr("Marks"));
}

void MarksPanel::setLines(const std::vector<MarkLine>& lines) {
    m_lines = lines;
    QStringList words;
    for (const MarkLine& line : lines)
        words += line.text + u' ' + line.share;
    setAccessibleDescription(words.join(QStringLiteral(", ")));
    resize(width(), kPaddingPx + kMarkLinePx * static_cast<int>(lines.size()));
    update();
}

void MarksPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintPlate(painter);
    int top = kPaddingPx / 2;
    for (const MarkLine& line : m_lines) {
        painter.drawImage(QPoint(kPaddingPx, top + (kMarkLinePx - kSwatchPx) / 2),
                          swatchOf(line.mark));
        const QRect words(kPaddingPx + kSwatchPx + kSwatchGapPx, top,
                          width() - 2 * kPaddingPx - kSwatchPx - kSwatchGapPx, kMarkLinePx);
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, line.text);
        painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter,
                         line.share.isEmpty() ? QStringLiteral("…") : line.share);
        top += kMarkLinePx;
    }
}

} // namespace unlit::ui
