// What a plot needs of one curve: points to draw, bounds, the best value, the value under the
// pointer.
#pragma once

#include "core/runs/series_sampler.h"
#include "core/runs/smoothed_series.h"
#include "ui/plots/plot_curve.h"
#include "ui/plots/plot_range.h"

#include <optional>

namespace unlit::ui {

/// A row of a curve.
struct CurveValue {
    double x = 0;
    std::int64_t step = 0;
    double epoch = 0;
    double seconds = 0;
    double raw = 0;      ///< may be NaN
    double smoothed = 0; ///< likewise
};

/// Holds the smoothed values of its curve. GUI thread.
class CurveView {
public:
    CurveView(PlotCurve curve, double smoothing);

    const PlotCurve& curve() const { return m_curve; }

    /// The same run and figure; colour and marks may be others.
    bool isSameSeries(const PlotCurve& other) const;

    void setCurve(PlotCurve curve) { m_curve = std::move(curve); }

    void setSmoothing(double weight);

    bool isSmoothed() const { return m_smoothed.weight() > 0; }

    /// Takes what the series has gained.
    void follow();

    /// nullopt where there is no point.
    std::optional<PlotRange> xBounds(runs::XAxis axis) const;

    /// Two points a column at most; see runs::samplePoints.
    std::vector<runs::PlotPoint> rawPoints(runs::XAxis axis, std::span<const double> edges) const;
    std::vector<runs::PlotPoint> smoothedPoints(runs::XAxis axis,
                                                std::span<const double> edges) const;

    /// The x of values that are no numbers, within the range, at most one a column.
    std::vector<double> notFinite(runs::XAxis axis, const PlotRange& range, int columns) const;

    /// The best raw value by the figure's own direction; nullopt where neither way is better.
    std::optional<CurveValue> best(runs::XAxis axis) const;

    /// The last value with a number.
    std::optional<CurveValue> last(runs::XAxis axis) const;

    /// The row nearest to x.
    std::optional<CurveValue> near(double x, runs::XAxis axis) const;

    /// Of the tag's value at `index`. Precondition: there is one.
    CurveValue valueAt(std::size_t index, runs::XAxis axis) const;

    /// The x of a step, in the axis; nullopt where the run has no such row.
    std::optional<double> xOfStep(std::int64_t step, runs::XAxis axis) const;

private:
    const runs::TagSeries* tag() const { return m_curve.run->find(m_curve.tag); }

    PlotCurve m_curve;
    runs::SmoothedSeries m_smoothed;
};

} // namespace unlit::ui
