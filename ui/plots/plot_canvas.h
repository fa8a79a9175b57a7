// QCustomPlot with our curves. Only sources in this folder may include it.
#pragma once

#include "ui/plots/curve_layer.h"
#include "ui/plots/plot_hand.h"
#include "ui/plots/plot_ticker.h"

#include <qcustomplot.h>

#include <optional>

namespace unlit::ui {

/// GUI thread.
class PlotCanvas : public QCustomPlot {
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget* parent = nullptr);

    void setCurves(std::vector<PlotCurve> curves);
    /// The series have grown.
    void follow();

    void setXAxis(runs::XAxis axis);
    void setLogarithmic(bool isLogarithmic);
    void setSmoothing(double weight);
    void setTokens(const ThemeTokens& tokens);

    runs::XAxis xAxisKind() const { return m_axis; }

    bool isLogarithmic() const { return m_isLogarithmic; }

    const std::vector<CurveView>& curves() const { return m_curves; }

    bool isFitted() const { return m_isFitted; }

    PlotRange xRange() const;
    PlotRange yRange() const;
    void setRanges(const PlotRange& x, const PlotRange& y);
    void fit();
    /// `place`: 0..1 from the left and from below.
    void zoomBy(double factorX, double factorY, const QPointF& place);
    /// Shares of the ranges, to the right and up.
    void panBy(double shareX, double shareY);

    /// The axis' value under a widget coordinate.
    double xAtPixel(double pixel) const;
    QPointF pixelOf(double x, double y) const;

    /// What mouse and keys ask for.
    PlotHand& hand() { return *m_hand; }

    QRect plotArea() const { return axisRect()->rect(); }

    /// Curves and axes are up to date before the next painting; called by the event loop.
    void replotSoon();
    /// Draws at once; the widget shows it with its next painting.
    void replotNow();

signals:
    void viewChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showEverything();
    std::optional<PlotRange> xBounds() const;
    PlotRange yBounds() const;
    void applyRanges(const PlotRange& x, const PlotRange& y);
    void showRanges(const PlotRange& x, const PlotRange& y);

    std::vector<CurveView> m_curves;
    CurveLayer* m_layer; // owned by the plot
    QSharedPointer<XTicker> m_xTicker;
    QSharedPointer<YTicker> m_yTicker;
    runs::XAxis m_axis = runs::XAxis::Step;
    bool m_isLogarithmic = false;
    double m_smoothing = 0;
    bool m_isFitted = true;
    bool m_isReplotDue = false;
    PlotHand* m_hand; // a child
};

} // namespace unlit::ui
