// What the parts of the Train page work with.
#pragma once

#include "ui/train/run_bar.h"
#include "ui/train/run_message.h"
#include "ui/train/shown_run.h"
#include "ui/train/train_controller.h"

namespace unlit::ui {

/// The page owns all of it, and it outlives the parts. GUI thread.
struct TrainParts {
    QWidget& window; ///< the page: parent of dialogs
    TrainController& controller;
    ShownRun& run;
    const RunBar& bar; ///< what can be done with the run now
    RunMessage& message;
};

} // namespace unlit::ui
