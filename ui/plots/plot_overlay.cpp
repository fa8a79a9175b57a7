#include "ui/plots/plot_overlay.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kLinePx = 16;
constexpr int kPaddingPx = 8;
constexpr int kSwatchPx = 14;
constexpr int kGapPx = 14;
constexpr std::size_t kMostRows = 14;

} // namespace

PlotOverlay::PlotOverlay(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
}

void PlotOverlay::showReadout(double x, const QString& title, std::vector<ReadoutRow> rows) {
    m_isShown = true;
    m_x = x;
    m_title = title;
    m_rows = std::move(rows);
    update();
}

void PlotOverlay::hideReadout() {
    if (std::exchange(m_isShown, false))
        update();
}

void PlotOverlay::setBox(const QRectF& box) {
    m_box = box;
    update();
}

QString PlotOverlay::readoutText() const {
    if (!m_isShown)
        return {};
    QString text = m_title;
    for (const ReadoutRow& row : m_rows)
        text += u'\n' + row.name + u' ' + row.value;
    return text;
}

void PlotOverlay::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    if (!m_box.isEmpty()) {
        QColor fill = tokens.accent;
        fill.setAlpha(40);
        painter.setPen(QPen(tokens.accent, 1));
        painter.setBrush(fill);
        painter.drawRect(m_box);
    }
    if (!m_isShown)
        return;
    painter.setPen(QPen(tokens.secondary, 1));
    painter.drawLine(QPointF(m_x, m_area.top()), QPointF(m_x, m_area.bottom()));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const ReadoutRow& row : m_rows) {
        if (row.point.isNull() || !m_area.contains(row.point.toPoint()))
            continue;
        painter.setPen(QPen(tokens.window, 1.5));
        painter.setBrush(row.color);
        painter.drawEllipse(row.point, 4, 4);
    }
    paintPanel(painter);
}

void PlotOverlay::paintPanel(QPainter& painter) const {
    const ThemeTokens& tokens = themeTokens(palette());
    const QFont font = interfaceFont(11);
    const QFontMetrics metrics(font);
    const std::size_t rows = std::min(m_rows.size(), kMostRows);
    int names = 0;
    int values = 0;
    for (std::size_t i = 0; i < rows; ++i) {
        names = std::max(names, metrics.horizontalAdvance(m_rows[i].name));
        values = std::max(values, metrics.horizontalAdvance(m_rows[i].value));
    }
    names =
        std::min(names, std::max(m_area.width() / 2, // whole, wherever there is room
                                 m_area.width() - 2 * kPaddingPx - kSwatchPx - kGapPx - values));
    const int width = 2 * kPaddingPx + std::max(metrics.horizontalAdvance(m_title),
                                                kSwatchPx + names + kGapPx + values);
    const int height = 2 * kPaddingPx + kLinePx * (1 + static_cast<int>(rows));
    const int left = m_x + 14 + width < m_area.right() ? static_cast<int>(m_x) + 14
                                                       : static_cast<int>(m_x) - 14 - width;
    const QRect panel(std::max(0, left), m_area.top() + 6, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.overlay);
    painter.drawRoundedRect(panel, 6, 6);
    painter.setFont(font);
    painter.setPen(tokens.overlaySoft);
    QRect line(panel.left() + kPaddingPx, panel.top() + kPaddingPx, width - 2 * kPaddingPx,
               kLinePx);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_title);
    for (std::size_t i = 0; i < rows; ++i) {
        line.translate(0, kLinePx);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_rows[i].color);
        painter.drawEllipse(QPointF(line.left() + 4, line.center().y() + 0.5), 3.5, 3.5);
        painter.setPen(tokens.overlayText);
        painter.drawText(line.adjusted(kSwatchPx, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(m_rows[i].name, Qt::ElideMiddle, names));
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, m_rows[i].value);
    }
}

} // namespace unlit::ui
