// One line of a plot: a figure of a run, in a colour.
#pragma once

#include "core/runs/run_history.h"
#include "core/runs/run_notes.h"
#include "core/runs/run_series.h"

#include <QColor>
#include <QString>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace unlit::ui {

struct PlotCurve {
    QString name;
    QColor color;
    std::shared_ptr<const runs::RunSeries> run; ///< never null; it may grow between two paintings
    std::string tag;                            ///< may not be told yet
    std::vector<std::int64_t> checkpoints{};    ///< steps
    std::vector<std::int64_t> resumes{};        ///< steps after which the run went on
    std::vector<runs::CourseMark> courseMarks{};
    std::vector<runs::StepNote> notes{};
};

} // namespace unlit::ui
