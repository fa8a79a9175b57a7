// A plot with the choice of its figure above it.
#pragma once

#include "ui/plots/metric_plot.h"

#include <QComboBox>
#include <QStringList>
#include <QWidget>

namespace unlit::ui {

class FigurePlot : public QWidget {
    Q_OBJECT

public:
    explicit FigurePlot(const QString& accessibleName, QWidget* parent = nullptr);

    /// The figures that there are; a chosen one that is not among them stays chosen.
    void setFigures(const QStringList& figures);
    void setFigure(const QString& figure);

    QString figure() const { return m_figure; }

    MetricPlot& plot() { return *m_plot; }

signals:
    /// By the user.
    void figureChosen(const QString& figure);

private:
    QComboBox* m_choice;
    MetricPlot* m_plot;
    QString m_figure;
};

} // namespace unlit::ui
