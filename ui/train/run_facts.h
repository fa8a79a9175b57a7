// What the Train page says of the run on show: functions of what is known of it.
#pragma once

#include "ui/train/run_bar.h"
#include "ui/train/shown_run.h"

namespace unlit::ui {

/// "12 480".
QString groupedSteps(std::int64_t steps);

/// `own` trains in this program: this run, another one, or none.
RunBarState barStateOf(const ShownRun& run, const TrainController& own);

/// "mean psnr 23.1": of the figure that decides, over the whole set; empty where there was no
/// validation at that step.
QString meanText(const ShownRun& run, std::int64_t step);

} // namespace unlit::ui
