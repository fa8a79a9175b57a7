// A setting against a figure: every run of the table is a point.
#pragma once

#include "ui/models/runs_model.h"
#include "ui/plots/scatter_plot.h"
#include "ui/widgets/message_bar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QWidget>

namespace unlit::ui {

/// GUI thread.
class RunsScatter : public QWidget {
    Q_OBJECT

public:
    explicit RunsScatter(const RunsModel& model, QWidget* parent = nullptr);

    /// Rows of the model that the table shows, and the current one; read while it is on show.
    void setRows(std::vector<int> rows, int current);

    /// "" = the first that there is.
    void setAxes(const QString& x, const QString& y, bool isXLogarithmic, bool isYLogarithmic);

    QString xKey() const { return m_x->count() > 0 ? m_x->currentText() : m_wantedX; }

    QString yKey() const { return m_y->count() > 0 ? m_y->currentText() : m_wantedY; }

    bool isXLogarithmic() const { return m_xLogarithmic->isChecked(); }

    bool isYLogarithmic() const { return m_yLogarithmic->isChecked(); }

    ScatterPlot& plot() { return *m_plot; }

signals:
    void chosen(const std::filesystem::path& run);
    /// "png" or "svg".
    void exportAsked(const QString& suffix);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    void fillKeys();
    void refresh();

    const RunsModel& m_model;
    std::vector<int> m_rows;
    int m_current = -1;
    QString m_wantedX;
    QString m_wantedY;
    QComboBox* m_x;
    QComboBox* m_y;
    QCheckBox* m_xLogarithmic;
    QCheckBox* m_yLogarithmic;
    QLabel* m_caption;
    ScatterPlot* m_plot;
};

} // namespace unlit::ui
