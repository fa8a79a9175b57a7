// What the Train page remembers.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace unlit::ui {

struct TrainSettings {
    QString run;        ///< folder of the run on show; empty = none
    QStringList recent; ///< folders of runs, the last one first
    QString sweep;      ///< folder of the last sweep; empty = none
    int xAxis = 0;      ///< step, time, epoch
    bool isLogarithmic = true;
    int smoothing = 900; ///< thousandths, 0 … 999
    QByteArray columns;  ///< widths of recipe and run
    QByteArray rows;     ///< heights of plots, pictures, log
    QByteArray plots;    ///< widths of the plots
    bool operator==(const TrainSettings&) const = default;
};

} // namespace unlit::ui
