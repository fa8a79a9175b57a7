// What the Runs page says of all runs: how many there are, and what to do where there are none.
#pragma once

#include "ui/models/runs_model.h"
#include "ui/widgets/notice_card.h"

#include <optional>

namespace unlit::ui {

/// "12 runs · 1 running"; `isLooked`: the folders have been looked through.
QString countsOf(const RunsModel& runs, bool isLooked);

/// Nothing where there are runs, or may be soon.
std::optional<Notice> noticeOf(const RunsModel& runs, bool isLooked, const QStringList& roots);

} // namespace unlit::ui
