// What an evaluation found, as tables: models by metric, and pictures from the worst on.
#pragma once

#include "core/session/evaluate/evaluate_commands.h"

#include <QStandardItemModel>
#include <QStringList>

namespace unlit::ui {

/// A row for each model: means over the pictures that all have, and below each the difference to
/// the first model with its interval. `names`: of the models, in their order. A column for each
/// metric, and one for WHDR where there are judgements. GUI thread.
void fillFigures(QStandardItemModel& table, const Evaluation& evaluation, const QStringList& names,
                 const evaluate::Cell& cell);

/// A row for each picture with a column for each model, the worst of `model` by `metric` first;
/// pictures without a figure last.
void fillWorst(QStandardItemModel& table, const Evaluation& evaluation, const QStringList& names,
               const evaluate::Cell& cell, std::size_t metric, std::size_t model);

} // namespace unlit::ui
