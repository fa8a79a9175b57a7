// The work that the status line tells of: one of pictures before one of training.
#pragma once

#include "ui/widgets/studio_status_bar.h"
#include "ui/window/window_pages.h"

#include <QCoreApplication>

namespace unlit::ui {

/// What it is given lives longer. GUI thread.
class WindowJob {
    Q_DECLARE_TR_FUNCTIONS(unlit::ui::WindowJob)

public:
    WindowJob(const WindowPages& pages, StudioStatusBar& status)
        : m_pages(pages), m_status(status) {}

    void show();
    /// The one that the status line shows; a training is saved.
    void stop();

private:
    void showTraining(const TrainController& training);

    const WindowPages& m_pages;
    StudioStatusBar& m_status;
};

} // namespace unlit::ui
