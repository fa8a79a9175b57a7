// Points of two figures against each other, each of which can be chosen.
#pragma once

#include "ui/plots/plot_range.h"
#include "ui/theme/theme_tokens.h"

#include <QStringList>
#include <QWidget>

#include <filesystem>
#include <optional>
#include <vector>

namespace unlit::ui {

struct ScatterAxis {
    QString name;
    QStringList words{}; ///< of a setting that is no number: its values, at 0, 1, 2, …
    bool isLogarithmic = false;
};

struct ScatterPoint {
    double x = 0; ///< finite; above 0 where the axis is logarithmic
    double y = 0; ///< likewise
    QString name;
    QString run; ///< what chosen() tells
    std::optional<QColor> color{};
};

/// GUI thread.
class ScatterPlot : public QWidget {
    Q_OBJECT

public:
    explicit ScatterPlot(QWidget* parent = nullptr);

    void setPoints(ScatterAxis x, ScatterAxis y, std::vector<ScatterPoint> points);
    /// The one with a ring; "" = none.
    void setCurrent(const QString& run);

    const std::vector<ScatterPoint>& points() const { return m_points; }

    /// Of a point, in the widget's own pixels.
    QPointF placeOf(const ScatterPoint& point) const;

    /// As it is on show, `scale` pixels a logical pixel. Throws Error: Io.
    void savePng(const std::filesystem::path& file, double scale = 2) const;
    /// In the light theme, as lines. Throws Error: Io.
    void saveSvg(const std::filesystem::path& file) const;

signals:
    void chosen(const QString& run);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plotArea() const;
    void paint(QPainter& painter, const ThemeTokens& tokens) const;
    void paintXAxis(QPainter& painter, const ThemeTokens& tokens, const QRectF& area) const;
    void paintYAxis(QPainter& painter, const ThemeTokens& tokens, const QRectF& area) const;
    const ScatterPoint* pointAt(const QPointF& place) const;

    ScatterAxis m_x;
    ScatterAxis m_y;
    PlotRange m_xRange;
    PlotRange m_yRange;
    std::vector<ScatterPoint> m_points;
    QString m_current;
};

} // namespace unlit::ui
