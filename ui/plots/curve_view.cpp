#include "ui/plots/curve_view.h"

#include "core/config/metric_names.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace unlit::ui {

using runs::XAxis;

CurveView::CurveView(PlotCurve curve, double smoothing)
    : m_curve(std::move(curve)), m_smoothed(smoothing) {}

bool CurveView::isSameSeries(const PlotCurve& other) const {
    return m_curve.run == other.run && m_curve.tag == other.tag;
}

void CurveView::setSmoothing(double weight) {
    if (weight != m_smoothed.weight())
        m_smoothed = runs::SmoothedSeries(weight);
}

void CurveView::follow() {
    const runs::TagSeries* series = tag();
    if (isSmoothed() && series != nullptr)
        m_smoothed.follow(series->values);
}

std::optional<PlotRange> CurveView::xBounds(XAxis axis) const {
    const runs::TagSeries* series = tag();
    if (series == nullptr || series->rows.empty())
        return {};
    return PlotRange{m_curve.run->xAt(series->rows.front(), axis),
                     m_curve.run->xAt(series->rows.back(), axis)};
}

std::vector<runs::PlotPoint> CurveView::rawPoints(XAxis axis, std::span<const double> edges) const {
    const runs::TagSeries* series = tag();
    if (series == nullptr)
        return {};
    return runs::samplePoints(*m_curve.run, *series, series->values, axis, edges);
}

std::vector<runs::PlotPoint> CurveView::smoothedPoints(XAxis axis,
                                                       std::span<const double> edges) const {
    const runs::TagSeries* series = tag();
    if (series == nullptr || !isSmoothed())
        return {};
    return runs::samplePoints(*m_curve.run, *series, m_smoothed.values(), axis, edges);
}

std::vector<double> CurveView::notFinite(XAxis axis, const PlotRange& range, int columns) const {
    const runs::TagSeries* series = tag();
    std::vector<double> places;
    if (series == nullptr || columns < 1)
        return places;
    const std::vector<std::uint32_t>& all = series->values.notFinite();
    const auto xOf = [&](std::uint32_t index) {
        return m_curve.run->xAt(series->rows[index], axis);
    };
    const double width = range.size() / columns;
    double wanted = range.low;
    while (wanted <= range.high) {
        const auto next = std::ranges::lower_bound(all, wanted, {}, xOf);
        if (next == all.end() || xOf(*next) > range.high)
            break;
        places.push_back(xOf(*next));
        wanted = std::max(places.back() + width,
                          std::nextafter(places.back(), std::numeric_limits<double>::max()));
    }
    return places;
}

CurveValue CurveView::valueAt(std::size_t index, XAxis axis) const {
    const runs::TagSeries& series = *tag();
    const runs::RunSeries& run = *m_curve.run;
    const std::uint32_t row = series.rows[index];
    const bool hasSmoothed = isSmoothed() && index < m_smoothed.values().size();
    return {run.xAt(row, axis),   run.stepAt(row),
            run.epochAt(row),     run.timeAt(row),
            series.values[index], hasSmoothed ? m_smoothed.values()[index] : series.values[index]};
}

std::optional<CurveValue> CurveView::best(XAxis axis) const {
    const runs::TagSeries* series = tag();
    const auto goal = config::goalOfFigure(m_curve.tag);
    if (series == nullptr || !goal)
        return {};
    const runs::Extremes extremes = series->values.range(0, series->values.size());
    if (!extremes.hasAny())
        return {};
    return valueAt(*goal == config::MetricGoal::Minimize ? extremes.leastAt : extremes.mostAt,
                   axis);
}

std::optional<CurveValue> CurveView::last(XAxis axis) const {
    const runs::TagSeries* series = tag();
    if (series == nullptr)
        return {};
    for (std::size_t i = series->values.size(); i-- > 0;)
        if (std::isfinite(series->values[i]))
            return valueAt(i, axis);
    return {};
}

std::optional<CurveValue> CurveView::near(double x, XAxis axis) const {
    const runs::TagSeries* series = tag();
    if (series == nullptr || series->rows.empty())
        return {};
    std::size_t index = runs::indexFrom(*m_curve.run, *series, x, axis);
    index = std::min(index, series->rows.size() - 1);
    if (index > 0) {
        const double after = m_curve.run->xAt(series->rows[index], axis);
        const double before = m_curve.run->xAt(series->rows[index - 1], axis);
        if (std::abs(x - before) < std::abs(after - x))
            --index;
    }
    return valueAt(index, axis);
}

std::optional<double> CurveView::xOfStep(std::int64_t step, XAxis axis) const {
    const runs::RunSeries& run = *m_curve.run;
    const std::size_t row = run.rowFrom(static_cast<double>(step), XAxis::Step);
    if (row >= run.rowCount())
        return {};
    return run.xAt(row, axis);
}

} // namespace unlit::ui
