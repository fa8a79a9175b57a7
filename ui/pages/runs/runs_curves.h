// The curves of the runs on show, laid over each other: one large plot and two small ones.
#pragma once

#include "ui/bridge/run_follower.h"
#include "ui/models/runs_model.h"
#include "ui/plots/curve_bar.h"
#include "ui/plots/figure_plot.h"
#include "ui/settings/runs_settings.h"

#include <QSplitter>

#include <array>
#include <string>

namespace unlit::ui {

/// Reads the figures of what the model says is on show. GUI thread.
class RunsCurves : public QWidget {
    Q_OBJECT

public:
    explicit RunsCurves(RunsModel& model, QWidget* parent = nullptr);

    void setSettings(const RunsSettings& settings);
    /// Puts what is chosen here into the settings.
    void store(RunsSettings& settings) const;

    /// The run of the table's current row: on show while nothing is checked.
    void setCurrent(const std::filesystem::path& folder);

    void fitAll();
    void toggleLogarithmic();
    void stepXAxis();

    MetricPlot& mainPlot() { return m_figures[0]->plot(); }

    /// Everything that is on show has been read.
    bool isRead() const;

signals:
    void exportAsked(const QString& suffix);

private:
    void updateRuns();
    std::string decidingTag() const;
    void updateFigures();
    void updateCurves();
    void applyView();
    std::vector<std::filesystem::path> foldersOnShow() const;
    std::vector<PlotCurve> curvesOf(const QString& figure) const;

    RunsModel& m_model;
    RunFollower m_follower;
    std::array<FigurePlot*, 3> m_figures{};
    CurveBar* m_bar;
    QStringList m_known; // figures of the runs on show
    bool m_hasChosen = false;
    std::filesystem::path m_current;
};

} // namespace unlit::ui
