// What lies over a plot while the pointer is there: crosshair, all values, the box of a zoom.
#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <QWidget>

#include <vector>

namespace unlit::ui {

/// One curve at the crosshair.
struct ReadoutRow {
    QColor color;
    QString name;
    QString value;
    QPointF point; ///< of the value, in the widget; null = not on show
};

/// Lets every event through. Painting it paints the plot's finished picture below it, not the plot.
class PlotOverlay : public QWidget {
    Q_OBJECT

public:
    explicit PlotOverlay(QWidget* parent);

    /// The area between the axes.
    void setArea(const QRect& area) { m_area = area; }

    /// A line at `x`, and the values in a panel beside it, under `title`.
    void showReadout(double x, const QString& title, std::vector<ReadoutRow> rows);
    void hideReadout();
    void setBox(const QRectF& box);

    /// As the panel has it, a line each; "" while nothing is shown.
    QString readoutText() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintPanel(QPainter& painter) const;

    QRect m_area;
    bool m_isShown = false;
    double m_x = 0;
    QString m_title;
    std::vector<ReadoutRow> m_rows;
    QRectF m_box;
};

} // namespace unlit::ui
