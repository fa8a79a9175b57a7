#include "ui/plots/figure_plot.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace unlit::ui {

FigurePlot::FigurePlot(const QString& accessibleName, QWidget* parent)
    : QWidget(parent), m_choice(new QComboBox(this)), m_plot(new MetricPlot(this)) {
    m_choice->setAccessibleName(accessibleName);
    m_choice->setToolTip(tr("The figure that this plot shows"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_choice->setMaximumWidth(300);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 8, 12, 0);
    row->addWidget(m_choice);
    row->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_plot, 1);
    connect(m_choice, &QComboBox::textActivated, this, [this](const QString& figure) {
        m_figure = figure;
        emit figureChosen(figure);
    });
}

void FigurePlot::setFigures(const QStringList& figures) {
    QStringList all = figures;
    if (!m_figure.isEmpty() && !all.contains(m_figure))
        all.prepend(m_figure);
    QStringList shown;
    for (int i = 0; i < m_choice->count(); ++i)
        shown += m_choice->itemText(i);
    if (shown != all) {
        m_choice->clear();
        m_choice->addItems(all);
    }
    m_choice->setCurrentText(m_figure);
}

void FigurePlot::setFigure(const QString& figure) {
    m_figure = figure;
    if (!figure.isEmpty() && m_choice->findText(figure) < 0)
        m_choice->addItem(figure);
    m_choice->setCurrentText(figure);
}

} // namespace unlit::ui
