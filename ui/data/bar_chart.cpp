#include "ui/data/bar_chart.h"

#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kHeightPx = 190;
constexpr double kTopPx = 44;
constexpr double kBottomPx = 26;
constexpr double kSidePx = 2;
constexpr int kScaleMarks = 4; // steps of the scale

} // namespace

BarChart::BarChart(const QString& title, QWidget* parent)
    : QWidget(parent), m_title(title),
      m_text([](double value) { return QString::number(value, 'g', 3); }) {
    setMinimumHeight(kHeightPx);
    setAccessibleName(title);
}

void BarChart::setScale(std::function<QString(double)> text, const QString& unit) {
    m_text = std::move(text);
    m_unit = unit;
}

void BarChart::setHistogram(const data::Histogram& histogram) {
    m_histogram = histogram;
    update();
}

void BarChart::setSummary(const QString& text) {
    m_summary = text;
    setAccessibleDescription(text);
    update();
}

QRectF BarChart::plotArea() const {
    return QRectF(rect()).adjusted(kSidePx, kTopPx, -kSidePx, -kBottomPx);
}

void BarChart::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    QFont bold = interfaceFont();
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(tokens.text);
    painter.drawText(QRectF(kSidePx, 0, width(), 20), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    painter.setFont(interfaceFont(11));
    painter.setPen(tokens.secondary);
    painter.drawText(QRectF(kSidePx, 20, width(), 16), Qt::AlignLeft | Qt::AlignVCenter, m_summary);
    const QRectF area = plotArea();
    paintBars(painter, area);
    paintScale(painter, area);
}

void BarChart::paintBars(QPainter& painter, const QRectF& area) const {
    const ThemeTokens& tokens = themeTokens(palette());
    const std::size_t most = m_histogram.most();
    if (most == 0)
        return;
    const double step = area.width() / static_cast<double>(m_histogram.counts.size());
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.accent);
    for (std::size_t i = 0; i < m_histogram.counts.size(); ++i) {
        if (m_histogram.counts[i] == 0)
            continue;
        const double share = static_cast<double>(m_histogram.counts[i]) / static_cast<double>(most);
        const double tall = std::max(1.5, share * area.height()); // one pair can be seen
        painter.drawRect(QRectF(area.left() + static_cast<double>(i) * step + 0.5,
                                area.bottom() - tall, std::max(1.0, step - 1), tall));
    }
}

void BarChart::paintScale(QPainter& painter, const QRectF& area) const {
    const ThemeTokens& tokens = themeTokens(palette());
    painter.setPen(tokens.line);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setFont(interfaceFont(11));
    painter.setPen(tokens.secondary);
    for (int mark = 0; mark <= kScaleMarks; ++mark) {
        const double share = static_cast<double>(mark) / kScaleMarks;
        QString text = m_text(m_histogram.low + share * (m_histogram.high - m_histogram.low));
        if (mark == kScaleMarks && !m_unit.isEmpty())
            text += u' ' + m_unit;
        const double x = area.left() + share * area.width();
        const Qt::Alignment side = mark == 0             ? Qt::AlignLeft
                                   : mark == kScaleMarks ? Qt::AlignRight
                                                         : Qt::AlignHCenter;
        const double left = mark == 0 ? x : mark == kScaleMarks ? x - 120 : x - 60;
        painter.drawText(QRectF(left, area.bottom() + 4, 120, 18), side | Qt::AlignTop, text);
    }
}

QString BarChart::binText(const QPointF& place) const {
    const QRectF area = plotArea();
    if (m_histogram.counts.empty() || !area.contains(place))
        return {};
    const auto bins = static_cast<double>(m_histogram.counts.size());
    const double step = (m_histogram.high - m_histogram.low) / bins;
    const auto bin = static_cast<std::size_t>(
        std::clamp((place.x() - area.left()) / area.width() * bins, 0.0, bins - 1));
    const double low = m_histogram.low + static_cast<double>(bin) * step;
    const std::size_t count = m_histogram.counts[bin];
    return tr("%1 to %2 %3: %4")
        .arg(m_text(low), m_text(low + step), m_unit,
             tr("%n pairs", nullptr, static_cast<int>(count)));
}

bool BarChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    QToolTip::showText(help.globalPos(), binText(help.pos()), this);
    return true;
}

} // namespace unlit::ui
