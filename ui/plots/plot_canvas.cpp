#include "ui/plots/plot_canvas.h"

#include "ui/plots/plot_text.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::ui {

namespace {

constexpr double kRoom = 0.04; // above and below the curves
constexpr int kPixelsPerTickX = 90;
constexpr int kPixelsPerTickY = 42;

void styleAxis(QCPAxis& axis, const ThemeTokens& tokens, bool showsSubGrid) {
    axis.setBasePen(QPen(tokens.border, 1));
    axis.setTickPen(Qt::NoPen);
    axis.setSubTickPen(Qt::NoPen);
    axis.setTickLabelColor(tokens.secondary);
    axis.setTickLabelFont(interfaceFont(11));
    axis.setTickLengthIn(0);
    axis.setSubTickLengthIn(0);
    axis.setTickLabelPadding(6);
    axis.grid()->setPen(QPen(tokens.line, 1));
    axis.grid()->setZeroLinePen(QPen(tokens.border, 1));
    QColor faint = tokens.line;
    faint.setAlpha(110);
    axis.grid()->setSubGridPen(QPen(faint, 1));
    axis.grid()->setSubGridVisible(showsSubGrid);
}

} // namespace

PlotCanvas::PlotCanvas(QWidget* parent)
    : QCustomPlot(parent), m_layer(new CurveLayer(*axisRect(), m_curves)), m_xTicker(new XTicker),
      m_yTicker(new YTicker), m_hand(new PlotHand(*this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(160, 90);
    xAxis->setTicker(m_xTicker);
    yAxis->setTicker(m_yTicker);
    axisRect()->setMinimumMargins(QMargins(44, 6, 14, 24));
    setTokens(themeTokens(palette()));
    showEverything();
}

void PlotCanvas::setTokens(const ThemeTokens& tokens) {
    m_layer->setTokens(tokens);
    setBackground(QBrush(tokens.window));
    styleAxis(*xAxis, tokens, false);
    styleAxis(*yAxis, tokens, m_isLogarithmic);
    xAxis->grid()->setVisible(false);
    replotSoon();
}

void PlotCanvas::setCurves(std::vector<PlotCurve> curves) {
    std::vector<CurveView> views;
    for (PlotCurve& curve : curves) {
        const auto known = std::ranges::find_if(
            m_curves, [&](const CurveView& view) { return view.isSameSeries(curve); });
        if (known != m_curves.end()) {
            known->setCurve(std::move(curve));
            views.push_back(std::move(*known));
            m_curves.erase(known);
        } else {
            views.emplace_back(std::move(curve), m_smoothing);
        }
    }
    m_curves = std::move(views);
    follow();
}

void PlotCanvas::follow() {
    for (CurveView& curve : m_curves)
        curve.follow();
    if (m_isFitted)
        showEverything();
    else
        applyRanges(xRange(), yRange());
}

void PlotCanvas::setXAxis(runs::XAxis axis) {
    if (axis == m_axis)
        return;
    m_axis = axis;
    m_layer->setAxis(axis);
    m_xTicker->setAxis(axis);
    fit(); // a stretch of steps is no stretch of time
}

void PlotCanvas::setLogarithmic(bool isLogarithmic) {
    if (isLogarithmic == m_isLogarithmic)
        return;
    m_isLogarithmic = isLogarithmic;
    m_yTicker->setLogarithmic(isLogarithmic);
    const PlotRange x = xRange();
    if (isLogarithmic)
        yAxis->setRange(1e-3, 1); // any that a logarithm has; the right one follows
    yAxis->setScaleType(isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->grid()->setSubGridVisible(isLogarithmic);
    m_layer->sample(x);
    showRanges(x, yBounds());
}

void PlotCanvas::setSmoothing(double weight) {
    m_smoothing = weight;
    for (CurveView& curve : m_curves)
        curve.setSmoothing(weight);
    follow();
}

PlotRange PlotCanvas::xRange() const {
    return {xAxis->range().lower, xAxis->range().upper};
}

PlotRange PlotCanvas::yRange() const {
    return {yAxis->range().lower, yAxis->range().upper};
}

void PlotCanvas::setRanges(const PlotRange& x, const PlotRange& y) {
    m_isFitted = false;
    applyRanges(x, y);
}

void PlotCanvas::applyRanges(const PlotRange& x, const PlotRange& y) {
    m_layer->sample(x);
    showRanges(x, y);
}

/// What lies in `x` has been sampled.
void PlotCanvas::showRanges(const PlotRange& x, const PlotRange& y) {
    xAxis->setRange(x.low, x.high);
    yAxis->setRange(y.low, y.high);
    m_xTicker->setTickCount(std::max(2, axisRect()->width() / kPixelsPerTickX));
    m_yTicker->setTickCount(std::max(2, axisRect()->height() / kPixelsPerTickY));
    replotSoon();
    emit viewChanged();
}

void PlotCanvas::replotSoon() {
    if (std::exchange(m_isReplotDue, true))
        return;
    // QCustomPlot's own queue would draw once more what replotNow() has just drawn.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_isReplotDue)
                replotNow();
        },
        Qt::QueuedConnection);
}

void PlotCanvas::replotNow() {
    m_isReplotDue = false;
    replot(QCustomPlot::rpQueuedRefresh); // one painting for all that the event loop brings
}

std::optional<PlotRange> PlotCanvas::xBounds() const {
    std::optional<PlotRange> all;
    for (const CurveView& curve : m_curves) {
        const auto own = curve.xBounds(m_axis);
        if (!own)
            continue;
        if (!all)
            all = own;
        all = PlotRange{std::min(all->low, own->low), std::max(all->high, own->high)};
    }
    return all;
}

/// Of what is drawn.
PlotRange PlotCanvas::yBounds() const {
    PlotRange all{std::numeric_limits<double>::infinity(),
                  -std::numeric_limits<double>::infinity()};
    const auto take = [&](const std::vector<runs::PlotPoint>& points) {
        for (const runs::PlotPoint& point : points) {
            if (m_isLogarithmic && point.y <= 0)
                continue;
            all.low = std::min(all.low, point.y);
            all.high = std::max(all.high, point.y);
        }
    };
    for (const DrawnCurve& curve : m_layer->drawn()) {
        take(curve.raw);
        take(curve.smoothed);
    }
    if (!(all.low <= all.high))
        return m_isLogarithmic ? PlotRange{1e-3, 1} : PlotRange{0, 1};
    return widened(all, kRoom, m_isLogarithmic);
}

void PlotCanvas::fit() {
    m_isFitted = true;
    showEverything();
}

void PlotCanvas::showEverything() {
    const PlotRange x = widened(xBounds().value_or(PlotRange{0, 1}), 0, false);
    m_layer->sample(x);
    showRanges(x, yBounds());
}

void PlotCanvas::zoomBy(double factorX, double factorY, const QPointF& place) {
    setRanges(zoomed(xRange(), factorX, place.x(), false),
              zoomed(yRange(), factorY, place.y(), m_isLogarithmic));
}

void PlotCanvas::panBy(double shareX, double shareY) {
    setRanges(panned(xRange(), shareX, false), panned(yRange(), shareY, m_isLogarithmic));
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
    QCustomPlot::resizeEvent(event); // replots with the new margins
    if (m_isFitted)
        showEverything();
    else
        applyRanges(xRange(), yRange());
}

double PlotCanvas::xAtPixel(double pixel) const {
    return xAxis->pixelToCoord(pixel);
}

QPointF PlotCanvas::pixelOf(double x, double y) const {
    return {xAxis->coordToPixel(x), yAxis->coordToPixel(y)};
}

} // namespace unlit::ui
