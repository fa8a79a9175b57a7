#include "ui/plots/curve_bar.h"

#include "ui/plots/plot_file.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

namespace unlit::ui {

CurveBar::CurveBar(QWidget* parent)
    : QWidget(parent), m_scale(new SegmentedControl(this)), m_xAxis(new SegmentedControl(this)),
      m_smoothing(new QSlider(Qt::Horizontal, this)), m_smoothingText(makeLabel({}, "hint", this)) {
    m_scale->setItems({tr("log"), tr("linear")},
                      {tr("Logarithmic values (Ctrl+L)"), tr("Values as they are (Ctrl+L)")});
    m_xAxis->setItems({tr("step"), tr("time"), tr("epoch")},
                      {tr("Optimizer steps to the right (Ctrl+T)"),
                       tr("Time since the start (Ctrl+T)"),
                       tr("Passes over the training set (Ctrl+T)")});
    m_smoothing->setRange(0, 999);
    m_smoothing->setPageStep(50);
    m_smoothing->setMinimumWidth(32); // beside a training in a window of 1024 pixels
    m_smoothing->setMaximumWidth(110);
    m_smoothing->setAccessibleName(tr("Smoothing"));
    m_smoothing->setToolTip(tr("Weight of the running mean: 0 is none, 0.999 the most"));
    m_smoothingText->setFixedWidth(34);
    auto* exporting = new QPushButton(tr("Export"), this);
    auto* menu = new QMenu(exporting);
    for (const QString& kind : plotExports())
        menu->addAction(plotExportText(kind), this, [this, kind] { emit exportAsked(kind); });
    exporting->setMenu(menu);
    exporting->setToolTip(tr("The large plot as a picture, as a drawing, or its numbers"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 7, 8, 7);
    row->setSpacing(6);
    row->addWidget(m_scale);
    row->addWidget(m_xAxis);
    row->addWidget(makeLabel(tr("Smoothing"), "label", this));
    row->addWidget(m_smoothing, 1);
    row->addWidget(m_smoothingText);
    row->addStretch(1);
    row->addWidget(exporting);
    connect(m_scale, &SegmentedControl::chosen, this, &CurveBar::tell);
    connect(m_xAxis, &SegmentedControl::chosen, this, &CurveBar::tell);
    connect(m_smoothing, &QSlider::valueChanged, this, &CurveBar::tell);
}

void CurveBar::set(bool isLogarithmic, runs::XAxis axis, int smoothing) {
    m_scale->setCurrent(isLogarithmic ? 0 : 1);
    m_xAxis->setCurrent(static_cast<int>(axis));
    {
        const QSignalBlocker quiet(m_smoothing);
        m_smoothing->setValue(smoothing);
    }
    tell();
}

void CurveBar::toggleLogarithmic() {
    m_scale->setCurrent(1 - m_scale->current());
    tell();
}

void CurveBar::stepXAxis() {
    m_xAxis->setCurrent((m_xAxis->current() + 1) % 3);
    tell();
}

void CurveBar::tell() {
    m_smoothingText->setText(QString::number(weight(), 'f', weight() > 0.99 ? 3 : 2));
    emit changed();
}

} // namespace unlit::ui
