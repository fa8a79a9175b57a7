// How curves are looked at: scale, what lies to the right, smoothing; and the way out of the plot.
#pragma once

#include "core/runs/run_series.h"
#include "ui/widgets/segmented_control.h"

#include <QLabel>
#include <QSlider>
#include <QWidget>

namespace unlit::ui {

/// GUI thread.
class CurveBar : public QWidget {
    Q_OBJECT

public:
    explicit CurveBar(QWidget* parent = nullptr);

    /// `smoothing` in thousandths, 0 … 999.
    void set(bool isLogarithmic, runs::XAxis axis, int smoothing);

    bool isLogarithmic() const { return m_scale->current() == 0; }

    runs::XAxis xAxis() const { return static_cast<runs::XAxis>(m_xAxis->current()); }

    int smoothing() const { return m_smoothing->value(); }

    /// Of the running mean.
    double weight() const { return smoothing() / 1000.0; }

    void toggleLogarithmic();
    void stepXAxis();

signals:
    void changed();
    /// "png", "pdf", "csv".
    void exportAsked(const QString& suffix);

private:
    void tell();

    SegmentedControl* m_scale;
    SegmentedControl* m_xAxis;
    QSlider* m_smoothing;
    QLabel* m_smoothingText;
};

} // namespace unlit::ui
