// What is seen of the run on show: curves, validation pictures, log; or what to do where there is
// none.
#pragma once

#include "ui/settings/train_settings.h"
#include "ui/train/log_console.h"
#include "ui/train/train_plots.h"
#include "ui/train/validation_wall.h"
#include "ui/widgets/notice_card.h"

#include <QSplitter>
#include <QStackedWidget>

#include <filesystem>

namespace unlit::ui {

/// GUI thread.
class TrainViews : public QStackedWidget {
    Q_OBJECT

public:
    explicit TrainViews(QWidget* parent);

    TrainPlots& plots() { return *m_plots; }

    const TrainPlots& plots() const { return *m_plots; }

    ValidationWall& wall() { return *m_wall; }

    LogConsole& console() { return *m_console; }

    NoticeCard& notice() { return *m_notice; }

    /// `folder`: empty = none. `isEmpty`: nor is one about to begin.
    void showRun(const std::filesystem::path& folder, bool isEmpty);

    /// How curves are drawn, and sizes; all else of `settings` stays.
    void restore(const TrainSettings& settings);
    void remember(TrainSettings& settings) const;

private:
    QSplitter* m_rows;
    TrainPlots* m_plots;
    ValidationWall* m_wall;
    LogConsole* m_console;
    QWidget* m_empty;
    NoticeCard* m_notice;
};

} // namespace unlit::ui
