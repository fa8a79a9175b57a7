// A plot of one figure, of one run or of several: the widget that pages use. Its view is moved
// through it, not through its canvas, whose header is dear.
#pragma once

#include "ui/plots/plot_curve.h"
#include "ui/plots/plot_range.h"

#include <QLabel>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <optional>
#include <vector>

namespace unlit::ui {

class CurveView;
class PlotCanvas;
class PlotOverlay;

/// Raw values faint, a running mean on top; crosshair with all values; best point, checkpoints,
/// resumes and values that are no numbers marked. GUI thread; the series of its curves may grow
/// between two events.
class MetricPlot : public QWidget {
    Q_OBJECT

public:
    explicit MetricPlot(QWidget* parent = nullptr);

    /// Stands above the plot, before what is best or last.
    void setTitle(const QString& title);
    /// What is shown in place of curves that hold nothing yet.
    void setEmptyText(const QString& text);

    /// Those that were there keep what they know; the view stays unless it shows everything.
    void setCurves(std::vector<PlotCurve> curves);
    /// The series have grown: they are drawn anew, at most fifteen times a second.
    void follow();

    void setXAxis(runs::XAxis axis);
    void setLogarithmic(bool isLogarithmic);
    /// 0 … 0.999; see runs::SmoothedSeries.
    void setSmoothing(double weight);

    runs::XAxis xAxis() const;
    bool isLogarithmic() const;

    PlotRange xRange() const;
    PlotRange yRange() const;
    void setRanges(const PlotRange& x, const PlotRange& y);
    /// Everything is shown, now and when it grows, until the next zoom or pan.
    void fit();
    bool isFitted() const;
    /// `place`: 0..1 from the left and from below.
    void zoomBy(double factor, const QPointF& place);
    /// Shares of the ranges.
    void panBy(double shareX, double shareY);

    /// The crosshair as if the pointer were at that x; nullopt takes it away.
    void probe(std::optional<double> x);
    /// What the crosshair tells, a line each.
    QString readoutText() const;

    QString title() const { return m_title->text(); }

    /// For who writes it to a file (plot_export.h).
    PlotCanvas& canvas() const { return *m_canvas; }

    /// Draws what is due at once; for measurements and pictures.
    void paintNow();

signals:
    /// By a gesture or by growing.
    void viewChanged();
    /// A click; the step nearest to it of the first curve.
    void stepClicked(std::int64_t step);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void showReadout(double x);
    void updateHeader();
    void showFacts();
    void placeOverlay();

    QLabel* m_title;
    QLabel* m_facts;
    QStringList m_factTexts; ///< the whole one first, then shorter ones
    QLabel* m_empty;
    PlotCanvas* m_canvas;
    PlotOverlay* m_overlay;
    QTimer m_timer;
    std::optional<double> m_probe;
};

} // namespace unlit::ui
