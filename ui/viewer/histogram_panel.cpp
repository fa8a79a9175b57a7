#include "ui/viewer/histogram_panel.h"

#include "ui/theme/theme.h"
#include "ui/viewer/inspector.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kHistogramHeightPx = 100;

QString share(std::uint64_t count, std::uint64_t all) {
    return formatShare(all == 0 ? 0 : static_cast<double>(count) / static_cast<double>(all));
}

} // namespace

HistogramPanel::HistogramPanel(QWidget* parent) : OverlayPanel(parent) {
    resize(width(), kHistogramHeightPx);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Histogram"));
    setToolTip(
        tr("How often each value on the screen occurs, and how many pixels the view clips "
           "to black or white. Click for logarithmic heights (Ctrl+Shift+H); Ctrl+H hides."));
}

void HistogramPanel::setHistogram(const std::optional<Histogram>& histogram, bool isColored) {
    m_histogram = histogram;
    m_isColored = isColored;
    setAccessibleDescription(
        histogram ? QStringList{belowText(), aboveText(), strangeText()}.join(u' ').simplified()
                  : tr("counting"));
    update();
}

void HistogramPanel::setLogarithmic(bool isLogarithmic) {
    m_isLogarithmic = isLogarithmic;
    update();
}

QString HistogramPanel::belowText() const {
    return m_histogram ? tr("black %1").arg(share(m_histogram->below, m_histogram->pixels))
                       : QString();
}

QString HistogramPanel::aboveText() const {
    return m_histogram ? tr("white %1").arg(share(m_histogram->above, m_histogram->pixels))
                       : QString();
}

QString HistogramPanel::strangeText() const {
    if (!m_histogram || m_histogram->notNumbers + m_histogram->infinite == 0)
        return {};
    QStringList parts;
    if (m_histogram->notNumbers > 0)
        parts += tr("%1 NaN").arg(m_histogram->notNumbers);
    if (m_histogram->infinite > 0)
        parts += tr("%1 Inf").arg(m_histogram->infinite);
    return parts.join(QStringLiteral(" · "));
}

double HistogramPanel::heightOf(double count, double most) const {
    if (most <= 0)
        return 0;
    return m_isLogarithmic ? std::log1p(count) / std::log1p(most) : std::min(1.0, count / most);
}

void HistogramPanel::paintCurve(QPainter& painter, const QRectF& area, const Histogram::Bins& bins,
                                double most, const QColor& line, bool isFilled) const {
    QPainterPath curve(area.bottomLeft());
    for (std::size_t bin = 0; bin < bins.size(); ++bin) {
        const double x = area.left() + area.width() * (static_cast<double>(bin) + 0.5) /
                                           static_cast<double>(bins.size());
        curve.lineTo(x, area.bottom() - area.height() * heightOf(bins[bin], most));
    }
    curve.lineTo(area.bottomRight());
    QColor fill = line;
    fill.setAlpha(46);
    painter.setPen(QPen(line, 1.2));
    painter.setBrush(isFilled ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawPath(curve);
}

void HistogramPanel::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    paintPlate(painter);
    const QRect words(kPaddingPx, height() - 22, width() - 2 * kPaddingPx, 18);
    if (!m_histogram) {
        painter.setPen(tokens.overlaySoft);
        painter.drawText(rect(), Qt::AlignCenter, tr("counting…"));
        return;
    }
    const QRectF area = QRectF(rect()).adjusted(kPaddingPx, 10, -kPaddingPx, -26);
    const Histogram& histogram = *m_histogram;
    // Without the ends: much black around an object must not flatten the rest.
    double most = 0;
    for (const Histogram::Bins* bins :
         {&histogram.scalar, &histogram.red, &histogram.green, &histogram.blue})
        most = std::max(most, *std::max_element(bins->begin() + 1, bins->end() - 1));
    if (most == 0)
        most = *std::ranges::max_element(histogram.scalar);
    paintCurve(painter, area, histogram.scalar, most, tokens.overlayText, true);
    if (m_isColored) {
        paintCurve(painter, area, histogram.red, most, QColor(0xff, 0x6b, 0x5e), false);
        paintCurve(painter, area, histogram.green, most, QColor(0x6f, 0xd0, 0x7d), false);
        paintCurve(painter, area, histogram.blue, most, QColor(0x6c, 0xa8, 0xff), false);
    }
    painter.setPen(histogram.below > 0 ? tokens.overlayText : tokens.overlaySoft);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, belowText());
    painter.setPen(histogram.above > 0 ? tokens.overlayText : tokens.overlaySoft);
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, aboveText());
    painter.setPen(tokens.overlaySoft);
    QStringList corner;
    if (m_isLogarithmic)
        corner += tr("log");
    if (const QString strange = strangeText(); !strange.isEmpty())
        corner += strange;
    painter.drawText(QRect(kPaddingPx, 6, width() - 2 * kPaddingPx, 18), Qt::AlignRight,
                     corner.join(QStringLiteral(" · ")));
}

void HistogramPanel::mousePressEvent(QMouseEvent*) {
    emit clicked();
}

} // namespace unlit::ui
