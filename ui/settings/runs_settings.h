// What the Runs page remembers.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace unlit::ui {

struct RunsSettings {
    QStringList roots;  ///< folders that are looked through
    QStringList shown;  ///< folders of the runs whose curves are on show
    QStringList colors; ///< of `shown`, numbers of the run colours
    QString mainFigure;
    QStringList sideFigures;
    int xAxis = 0; ///< step, time, epoch
    bool isLogarithmic = true;
    int smoothing = 900; ///< thousandths, 0 … 999
    int view = 0;        ///< curves, pictures, differences, notes, checkpoints, scatter
    QString scatterX{};  ///< keys of settings or figures; empty = the first
    QString scatterY{};
    bool scatterLogX = false;
    bool scatterLogY = false;
    QByteArray columns;      ///< widths of table and views
    QStringList moreColumns; ///< settings and figures that the table has a column for
    QByteArray tableColumns; ///< widths and order of the table's columns
    bool showsArchived = false;
    bool operator==(const RunsSettings&) const = default;
};

} // namespace unlit::ui
