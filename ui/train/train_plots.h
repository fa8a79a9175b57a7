// The curves of one run while it goes: the loss large, everything else small beside it.
#pragma once

#include "ui/bridge/run_follower.h"
#include "ui/plots/curve_bar.h"
#include "ui/plots/metric_plot.h"
#include "ui/train/batch_panel.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <map>
#include <string>

namespace unlit::ui {

/// Reads the run's figures as they come. A click on the loss shows the batch of that step. GUI
/// thread.
class TrainPlots : public QWidget {
    Q_OBJECT

public:
    explicit TrainPlots(QWidget* parent = nullptr);

    /// Empty = none.
    void setRun(const std::filesystem::path& folder);

    /// The figure by which the run's checkpoints are judged: its plot is the first small one.
    void setDeciding(const std::string& tag);

    CurveBar& bar() { return *m_bar; }

    MetricPlot& lossPlot() { return *m_loss; }

    BatchPanel& batch() { return *m_batch; }

    QSplitter& columns() { return *m_columns; }

    void fitAll();

    /// What is known of the run; null without one.
    const FollowedRun* followed() const { return m_follower.find(m_folder); }

    /// All that was there when it was asked for has been read.
    bool isRead() const;

signals:
    /// The run has grown.
    void grown();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateCurves();
    void updateSmall();
    void applyView();
    void placeBatch();
    PlotCurve curveOf(const std::string& tag) const;
    std::vector<PlotCurve> curvesOf(const std::string& plot) const;

    std::filesystem::path m_folder;
    CurveBar* m_bar;
    MetricPlot* m_loss;
    QSplitter* m_columns;
    QWidget* m_side;
    QVBoxLayout* m_sideColumn;
    std::string m_deciding;             ///< "" = not known yet
    std::vector<std::string> m_plotted; ///< of m_small, from above
    std::map<std::string, MetricPlot*> m_small;
    BatchPanel* m_batch;
    RunFollower m_follower; // last: it ends first
};

} // namespace unlit::ui
