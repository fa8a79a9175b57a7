#include "ui/viewer/view_overlays.h"

#include "ui/bridge/display_curve.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kLineHeightPx = 18;
constexpr int kPaddingPx = 10;
constexpr int kLevelSidePx = 512;

void paintPanel(QPainter& painter, const QRect& area, const ThemeTokens& tokens) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.overlay);
    painter.drawRoundedRect(area, 6, 6);
}

/// Calls visit(red, green, blue) for each pixel of a small level.
template <class Visit>
void forEachPixel(const MipImage& mip, Visit visit) {
    const int level = mip.levelWithin(kLevelSidePx);
    const QSize size = mip.levelSize(level);
    for (int y = 0; y < size.height(); ++y) {
        const auto red = mip.row(level, 0, y);
        const auto green = mip.row(level, 1, y);
        const auto blue = mip.row(level, 2, y);
        for (int x = 0; x < size.width(); ++x)
            visit(red[x], green[x], blue[x]);
    }
}

} // namespace

PixelReadout::PixelReadout(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFont(valueFont());
}

void PixelReadout::setLines(const QString& place, const std::vector<ReadoutLine>& lines) {
    m_place = place;
    m_lines = lines;
    update();
}

QSize PixelReadout::sizeHint() const {
    const QFontMetrics metrics(valueFont());
    const int rows = static_cast<int>(m_lines.size()) + 1;
    const int columns = metrics.horizontalAdvance(QLatin1Char('0')) * 43;
    return {columns + 2 * kPaddingPx, rows * kLineHeightPx + 2 * kPaddingPx - 4};
}

void PixelReadout::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    paintPanel(painter, rect(), tokens);
    painter.setFont(valueFont());
    const int digit = painter.fontMetrics().horizontalAdvance(QLatin1Char('0'));
    int y = kPaddingPx - 2;
    const auto text = [&](int x, const QString& words, const QColor& color) {
        painter.setPen(color);
        painter.drawText(QRect(x, y, width() - x, kLineHeightPx), Qt::AlignVCenter, words);
    };
    text(kPaddingPx, m_place, tokens.overlayText);
    for (const ReadoutLine& line : m_lines) {
        y += kLineHeightPx;
        text(kPaddingPx, line.name, tokens.overlayText);
        text(kPaddingPx + 12 * digit, line.values, tokens.overlayText);
        text(kPaddingPx + 34 * digit, line.note, tokens.overlaySoft);
    }
}

HistogramOverlay::HistogramOverlay(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    resize(196, 76);
}

void HistogramOverlay::setBins(const std::array<double, kBins>& bins) {
    m_bins = bins;
    update();
}

void HistogramOverlay::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    paintPanel(painter, rect(), tokens);
    const QRectF area = QRectF(rect()).adjusted(10, 12, -10, -10);
    QPainterPath curve(area.bottomLeft());
    for (int bin = 0; bin < kBins; ++bin) {
        curve.lineTo(area.left() + area.width() * (bin + 0.5) / kBins,
                     area.bottom() - area.height() * m_bins[bin]);
    }
    curve.lineTo(area.bottomRight());
    QColor fill = tokens.overlayText;
    fill.setAlpha(46);
    painter.setPen(QPen(tokens.overlayText, 1.2));
    painter.setBrush(fill);
    painter.drawPath(curve);
}

std::array<double, HistogramOverlay::kBins> histogramOf(const MipImage& mip, double exposureEv) {
    std::array<double, HistogramOverlay::kBins> bins{};
    const DisplayCurve curve(mip.space(), exposureEv);
    forEachPixel(mip, [&](float red, float green, float blue) {
        const double luminance = 0.2126 * curve(red) + 0.7152 * curve(green) + 0.0722 * curve(blue);
        const auto bin = static_cast<std::size_t>(luminance / 256.0 * HistogramOverlay::kBins);
        bins[std::min(bin, bins.size() - 1)] += 1;
    });
    // A single crowded bin (a black background) must not flatten the rest: square roots, as eyes
    // do.
    for (double& bin : bins)
        bin = std::sqrt(bin);
    const double most = *std::ranges::max_element(bins);
    for (double& bin : bins)
        bin /= std::max(most, 1.0);
    return bins;
}

HeatLegend::HeatLegend(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    resize(196, 46);
}

void HeatLegend::setTop(double top) {
    m_top = top;
    update();
}

void HeatLegend::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    paintPanel(painter, rect(), tokens);
    const QRectF bar(10, 10, width() - 20, 8);
    for (int x = 0; x < static_cast<int>(bar.width()); ++x) {
        painter.fillRect(QRectF(bar.left() + x, bar.top(), 1, bar.height()),
                         QColor(heatColor(x / bar.width())));
    }
    painter.setFont(valueFont());
    painter.setPen(tokens.overlayText);
    const QRect words(10, 22, width() - 20, 18);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, tr("± 0"));
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, tr("± %1").arg(m_top, 0, 'f', 3));
}

double heatTopOf(const MipImage& mip) {
    std::vector<float> values;
    forEachPixel(mip, [&](float red, float green, float blue) {
        const float mean = (red + green + blue) / 3.0F;
        if (std::isfinite(mean))
            values.push_back(mean);
    });
    constexpr double least = 0.001;
    if (values.empty())
        return least;
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(values.size() * 99 / 100);
    std::ranges::nth_element(values, place);
    return std::max<double>(*place, least);
}

} // namespace unlit::ui
