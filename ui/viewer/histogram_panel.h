// The histogram on top of the picture, with counts of what the view clips.
#pragma once

#include "ui/viewer/histogram.h"
#include "ui/viewer/overlay_panel.h"

#include <optional>

namespace unlit::ui {

/// How often each display value occurs, and how much the view clips. A click changes between linear
/// and logarithmic heights.
class HistogramPanel : public OverlayPanel {
    Q_OBJECT

public:
    explicit HistogramPanel(QWidget* parent = nullptr);

    /// Unset while pixels are being counted.
    void setHistogram(const std::optional<Histogram>& histogram, bool isColored);
    void setLogarithmic(bool isLogarithmic);

    const std::optional<Histogram>& histogram() const { return m_histogram; }

    bool isLogarithmic() const { return m_isLogarithmic; }

    /// "black 0.1 %", "white 2 %", "3 NaN": what stands under the curves.
    QString belowText() const;
    QString aboveText() const;
    QString strangeText() const;

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void paintCurve(QPainter& painter, const QRectF& area, const Histogram::Bins& bins, double most,
                    const QColor& line, bool isFilled) const;
    double heightOf(double count, double most) const;

    std::optional<Histogram> m_histogram;
    bool m_isColored = true;
    bool m_isLogarithmic = false;
};

} // namespace unlit::ui
