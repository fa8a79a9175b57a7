// Draws the curves and their marks between QCustomPlot's axes. Only sources in this folder may
// include it.
#pragma once

#include "ui/plots/curve_view.h"
#include "ui/theme/theme_tokens.h"

#include <qcustomplot.h>

#include <vector>

namespace unlit::ui {

/// The points of all curves within the x range, once for drawing and for the y range that shows
/// them.
struct DrawnCurve {
    std::vector<runs::PlotPoint> raw;
    std::vector<runs::PlotPoint> smoothed;
    std::vector<double> notFinite; ///< x
};

class CurveLayer : public QCPLayerable {
    Q_OBJECT

public:
    /// The curves must outlive it.
    CurveLayer(QCPAxisRect& axes, const std::vector<CurveView>& curves);

    void setAxis(runs::XAxis axis) { m_axis = axis; }

    void setTokens(const ThemeTokens& tokens) { m_tokens = tokens; }

    /// Samples what lies in the range anew.
    void sample(const PlotRange& x);

    const std::vector<DrawnCurve>& drawn() const { return m_drawn; }

protected:
    QRect clipRect() const override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawLine(QCPPainter& painter, const std::vector<runs::PlotPoint>& points, const QPen& pen,
                  bool showsDots) const;
    void drawSteps(QCPPainter& painter, QPolygonF line, QPen pen) const;
    void drawBars(QCPPainter& painter, QPolygonF line, const QPen& pen) const;
    QPolygonF toPixels(const std::vector<runs::PlotPoint>& points) const;
    void drawSeams(QCPPainter& painter, const CurveView& curve);
    void drawCourseMarks(QCPPainter& painter, const CurveView& curve);
    void drawNotes(QCPPainter& painter, const CurveView& curve);
    void drawSeamLabel(QCPPainter& painter, double x, const QString& text);
    bool hasPointsIn(const QRectF& place) const;
    void drawMarks(QCPPainter& painter, const CurveView& curve, const DrawnCurve& drawn) const;
    void drawBest(QCPPainter& painter, const CurveView& curve) const;
    QPointF toPixel(double x, double y) const;

    QCPAxisRect& m_axes;
    const std::vector<CurveView>& m_curves;
    std::vector<DrawnCurve> m_drawn;
    std::vector<QRectF> m_labels; ///< of marks, as far as they are drawn
    runs::XAxis m_axis = runs::XAxis::Step;
    ThemeTokens m_tokens;
};

} // namespace unlit::ui
