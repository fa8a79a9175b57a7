#include "ui/plots/metric_plot.h"

#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_overlay.h"
#include "ui/plots/plot_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cut_label.h"
#include "ui/widgets/form_column.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include <cmath>

namespace unlit::ui {

namespace {

constexpr int kFrameMs = 66; // fifteen times a second
constexpr int kHeaderMarginPx = 12;
constexpr int kHeaderGapPx = 8;

/// What a single curve is about; the whole text first, then shorter ones.
QStringList factsOf(const CurveView& curve) {
    QStringList texts;
    if (const auto last = curve.last(runs::XAxis::Step))
        texts += QObject::tr("now %1").arg(figureText(last->smoothed));
    const auto best = curve.best(runs::XAxis::Step);
    if (best && curve.curve().tag.starts_with("val/")) {
        const QString value = QObject::tr("best %1").arg(figureText(best->raw));
        const QString where = value + QObject::tr(" at %1 ★").arg(best->step);
        texts = QStringList{texts.join(QString()) + QStringLiteral(" · ") + where, where, value};
    }
    return texts;
}

/// Several figures, not several runs.
bool isOfOneRun(const std::vector<CurveView>& curves) {
    return std::ranges::all_of(curves, [&](const CurveView& curve) {
        return curve.curve().run == curves.front().curve().run;
    });
}

/// In the order of the curves; the crosshair shows which colour is whose.
QString namesOf(const std::vector<CurveView>& curves) {
    QStringList names;
    for (const CurveView& curve : curves)
        names += curve.curve().name;
    return names.join(QStringLiteral(" · "));
}

} // namespace

MetricPlot::MetricPlot(QWidget* parent)
    : QWidget(parent), m_title(makeLabel({}, "plotTitle", this)),
      m_facts(makeCutLabel("hint", this)), m_empty(makeLabel({}, "label", this)),
      m_canvas(new PlotCanvas(this)), m_overlay(new PlotOverlay(m_canvas)) {
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);
    auto* header = new QHBoxLayout;
    header->setContentsMargins(kHeaderMarginPx, 8, kHeaderMarginPx, 2);
    header->setSpacing(kHeaderGapPx);
    header->addWidget(m_title);
    header->addWidget(m_facts, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(header);
    column->addWidget(m_canvas, 1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kFrameMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_canvas->follow();
        updateHeader();
    });
    connect(m_canvas, &PlotCanvas::viewChanged, this, [this] {
        if (m_probe)
            showReadout(*m_probe);
        emit viewChanged();
    });
    connect(&m_canvas->hand(), &PlotHand::hovered, this,
            [this](const std::optional<QPointF>& place) {
                probe(place ? std::optional(m_canvas->xAtPixel(place->x())) : std::nullopt);
            });
    connect(&m_canvas->hand(), &PlotHand::boxDragged, m_overlay, &PlotOverlay::setBox);
    connect(m_canvas, &QCustomPlot::afterReplot, this, &MetricPlot::placeOverlay);
    connect(&m_canvas->hand(), &PlotHand::clicked, this, [this](double x) {
        if (m_canvas->curves().empty())
            return;
        if (const auto value = m_canvas->curves().front().near(x, m_canvas->xAxisKind()))
            emit stepClicked(value->step);
    });
    updateHeader();
}

void MetricPlot::setTitle(const QString& title) {
    m_title->setText(title);
    m_canvas->setAccessibleName(tr("Plot of %1").arg(title));
    m_canvas->setAccessibleDescription(tr("Arrows move, plus and minus zoom, F shows everything"));
}

void MetricPlot::setEmptyText(const QString& text) {
    m_empty->setText(text);
}

void MetricPlot::setCurves(std::vector<PlotCurve> curves) {
    m_canvas->setCurves(std::move(curves));
    updateHeader();
}

void MetricPlot::follow() {
    if (!m_timer.isActive())
        m_timer.start();
}

void MetricPlot::setXAxis(runs::XAxis axis) {
    m_canvas->setXAxis(axis);
}

void MetricPlot::setLogarithmic(bool isLogarithmic) {
    m_canvas->setLogarithmic(isLogarithmic);
}

void MetricPlot::setSmoothing(double weight) {
    m_canvas->setSmoothing(weight);
}

runs::XAxis MetricPlot::xAxis() const {
    return m_canvas->xAxisKind();
}

bool MetricPlot::isLogarithmic() const {
    return m_canvas->isLogarithmic();
}

PlotRange MetricPlot::xRange() const {
    return m_canvas->xRange();
}

PlotRange MetricPlot::yRange() const {
    return m_canvas->yRange();
}

void MetricPlot::setRanges(const PlotRange& x, const PlotRange& y) {
    m_canvas->setRanges(x, y);
}

void MetricPlot::fit() {
    m_canvas->fit();
}

bool MetricPlot::isFitted() const {
    return m_canvas->isFitted();
}

void MetricPlot::zoomBy(double factor, const QPointF& place) {
    m_canvas->zoomBy(factor, factor, place);
}

void MetricPlot::panBy(double shareX, double shareY) {
    m_canvas->panBy(shareX, shareY);
}

void MetricPlot::probe(std::optional<double> x) {
    m_probe = x;
    if (x)
        showReadout(*x);
    else
        m_overlay->hideReadout();
}

QString MetricPlot::readoutText() const {
    return m_overlay->readoutText();
}

void MetricPlot::showReadout(double x) {
    std::vector<ReadoutRow> rows;
    QString title;
    double lineX = x;
    for (const CurveView& curve : m_canvas->curves()) {
        const auto value = curve.near(x, m_canvas->xAxisKind());
        if (!value)
            continue;
        if (rows.empty()) {
            title = placeText(value->step, value->epoch, value->seconds);
            lineX = value->x;
        }
        QString text = figureText(value->raw);
        if (curve.isSmoothed())
            text = figureText(value->smoothed) + QStringLiteral("  (%1)").arg(text);
        const double y = curve.isSmoothed() ? value->smoothed : value->raw;
        const bool isDrawn = std::isfinite(y) && (!m_canvas->isLogarithmic() || y > 0);
        rows.push_back({curve.curve().color, curve.curve().name, text,
                        isDrawn ? m_canvas->pixelOf(value->x, y) : QPointF()});
    }
    if (rows.empty()) {
        m_overlay->hideReadout();
        return;
    }
    m_overlay->showReadout(m_canvas->pixelOf(lineX, 1).x(), title, std::move(rows));
}

/// One curve: its last and its best value; several: of which figures, or of how many runs.
void MetricPlot::updateHeader() {
    const std::vector<CurveView>& curves = m_canvas->curves();
    bool hasPoints = false;
    for (const CurveView& curve : curves)
        hasPoints = hasPoints || curve.last(runs::XAxis::Step).has_value();
    m_empty->setVisible(!hasPoints);
    m_factTexts.clear();
    if (hasPoints && curves.size() == 1)
        m_factTexts = factsOf(curves.front());
    else if (hasPoints && isOfOneRun(curves))
        m_factTexts += namesOf(curves);
    else if (hasPoints)
        m_factTexts += tr("%n runs", nullptr, static_cast<int>(curves.size()));
    showFacts();
}

/// As much as there is room for; the tooltip has all of it.
void MetricPlot::showFacts() {
    const int room = width() - m_title->sizeHint().width() - 2 * kHeaderMarginPx - kHeaderGapPx;
    QString shown;
    for (const QString& text : m_factTexts) {
        shown = text;
        if (m_facts->fontMetrics().horizontalAdvance(text) <= room)
            break;
    }
    m_facts->setText(shown);
    m_facts->setToolTip(m_factTexts.value(0));
}

void MetricPlot::placeOverlay() {
    m_overlay->setGeometry(m_canvas->rect());
    m_overlay->setArea(m_canvas->plotArea());
    m_overlay->raise();
    m_empty->setGeometry(m_canvas->geometry().adjusted(24, 0, -24, 0));
    m_empty->raise();
}

void MetricPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_canvas->setTokens(themeTokens(palette()));
}

void MetricPlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeOverlay();
    showFacts();
}

void MetricPlot::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    placeOverlay();
}

void MetricPlot::paintNow() {
    m_canvas->replotNow();
    m_canvas->repaint();
}

} // namespace unlit::ui
