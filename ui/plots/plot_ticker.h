// Our ticks in QCustomPlot's axes. Only sources in this folder may include it.
#pragma once

#include "core/runs/run_series.h"

#include <qcustomplot.h>

namespace unlit::ui {

class XTicker : public QCPAxisTicker {
public:
    void setAxis(runs::XAxis axis) { m_axis = axis; }

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                  QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* labels) override;

private:
    runs::XAxis m_axis = runs::XAxis::Step;
};

class YTicker : public QCPAxisTicker {
public:
    void setLogarithmic(bool isLogarithmic) { m_isLogarithmic = isLogarithmic; }

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                  QVector<double>& ticks, QVector<double>* subTicks,
                  QVector<QString>* labels) override;

private:
    bool m_isLogarithmic = false;
};

} // namespace unlit::ui
