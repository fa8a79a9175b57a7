// The pages of the window, and which one is on show.
#pragma once

#include "ui/data/data_page.h"
#include "ui/pages/infer/infer_page.h"
#include "ui/pages/models/models_page.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/train/train_page.h"

#include <QStackedWidget>

namespace unlit::ui {

/// In the order of rail and keys.
enum class StudioPage { Infer, Data, Train, Runs, Models };

/// What the parts of the window share; all of it lives as long as the window. GUI thread.
struct WindowPages {
    InferPage& infer;
    DataPage& data;
    TrainPage& train;
    RunsPage& runs;
    ModelsPage& models;
    QStackedWidget& stack;

    StudioPage current() const { return static_cast<StudioPage>(stack.currentIndex()); }

    QList<QAction*> actionsOf(StudioPage page) const;
};

} // namespace unlit::ui
