#include "ui/viewer/color_bar_panel.h"

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kBarHeightPx = 46;

} // namespace

ColorBarPanel::ColorBarPanel(QWidget* parent) : OverlayPanel(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    resize(width(), kBarHeightPx);
    setAccessibleName(tr("Colour bar"));
}

void ColorBarPanel::setScale(ColorMapKind map, const std::array<double, 3>& numbers,
                             const QString& prefix) {
    m_map = map;
    m_numbers = numbers;
    m_prefix = prefix;
    setAccessibleDescription(
        tr("%1 from %2 to %3").arg(colorMapName(map), labels()[0], labels()[2]));
    update();
}

QStringList ColorBarPanel::labels() const {
    const double largest = std::max({std::abs(m_numbers[0]), std::abs(m_numbers[2]), 1e-9});
    int decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(largest))), 0, 6);
    if (decimals > 4)
        --decimals; // two digits that count: three such labels find room side by side
    QStringList labels;
    for (const double value : m_numbers)
        labels += m_prefix + QString::number(value, 'f', value == 0 ? 0 : decimals);
    return labels;
}

void ColorBarPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintPlate(painter);
    const QRectF bar(kPaddingPx, 10, width() - 2 * kPaddingPx, 9);
    const double step = 1 / devicePixelRatioF();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (double x = 0; x < bar.width(); x += step) {
        painter.fillRect(QRectF(bar.left() + x, bar.top(), step, bar.height()),
                         QColor(mapColor(m_map, x / bar.width())));
    }
    const QRect words(kPaddingPx, 22, width() - 2 * kPaddingPx, 18);
    const QStringList texts = labels();
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, texts[0]);
    const auto widthOf = [&](int i) { return painter.fontMetrics().horizontalAdvance(texts[i]); };
    if (widthOf(1) / 2 + std::max(widthOf(0), widthOf(2)) + kPaddingPx / 2 < words.width() / 2)
        painter.drawText(words, Qt::AlignHCenter | Qt::AlignVCenter, texts[1]);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, texts[2]);
}

} // namespace unlit::ui
