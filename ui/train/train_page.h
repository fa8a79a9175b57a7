// The Train page: the recipe at the left; at the right a run while it goes, or as it was left.
#pragma once

#include "ui/recipe/recipe_panel.h"
#include "ui/settings/train_settings.h"
#include "ui/train/closing_question.h"
#include "ui/train/log_console.h"
#include "ui/train/own_processes.h"
#include "ui/train/recipe_sweep.h"
#include "ui/train/rehearsal_card.h"
#include "ui/train/run_bar.h"
#include "ui/train/run_ends.h"
#include "ui/train/run_hand.h"
#include "ui/train/run_message.h"
#include "ui/train/shown_run.h"
#include "ui/train/train_controller.h"
#include "ui/train/train_parts.h"
#include "ui/train/train_plots.h"
#include "ui/train/validation_wall.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/notice_card.h"

#include <QList>
#include <QSplitter>
#include <QStackedWidget>

#include <functional>

class QAction;

namespace unlit::ui {

/// Lays out panels, begins runs, and tells its parts what the others did: what is known of the run
/// on show (ShownRun), what can be asked of it (RunHand), what is said when it ends (RunEnds),
/// trainings in other processes (OwnProcesses), sweeps (RecipeSweep). GUI thread.
class TrainPage : public QWidget {
    Q_OBJECT

public:
    explicit TrainPage(const TrainController::MakeService& makeService, QWidget* parent = nullptr);

    void setSettings(const TrainSettings& settings);
    TrainSettings settings() const;

    /// A folder that is no run is said; empty = none.
    void showRun(const std::filesystem::path& folder);
    /// The recipe stands in `baseFolder`; `name` is the run's where the recipe has none.
    void start(const QString& yaml, const QString& baseFolder, const QString& name);
    void rehearse(const QString& yaml, const QString& baseFolder, const QString& name);
    void resumeRun(const std::filesystem::path& folder, std::int64_t extendBy = 0,
                   config::ExtendedSchedule schedule = config::ExtendedSchedule::KeepRate);
    /// Shows the run and asks by how much.
    void askExtend(const std::filesystem::path& folder);

    /// False while a training goes: then the user has been asked, and closeReady() comes when it is
    /// saved, if that is wanted. False also where unsaved edits of the recipe keep the user here.
    bool mayClose();

    QList<QAction*> pageActions() const { return m_actions + m_recipe->panelActions(); }

    /// What is on show.
    const ShownRun& run() const { return m_run; }

    TrainController& controller() { return m_controller; }

    RunBar& bar() { return *m_bar; }

    TrainPlots& plots() { return *m_plots; }

    ValidationWall& wall() { return *m_wall; }

    LogConsole& console() { return *m_console; }

    RehearsalCard& rehearsal() { return *m_rehearsal; }

    MessageBar& message() { return *m_message; }

    NoticeCard& notice() { return *m_notice; }

    RunEnds& ends() { return m_ends; }

    OwnProcesses& processes() { return m_processes; }

    RecipeSweep& sweep() { return m_sweep; }

    RecipePanel& recipe() { return *m_recipe; }

    /// Everything that is on show has been read.
    bool isSettled();

signals:
    /// The running job has changed, moved on or ended.
    void jobChanged();
    /// Infer is to use this model folder.
    void useModelAsked(const QString& folder);
    /// The run's checkpoints are to be shown; and one gone back to, or forked at.
    void checkpointsAsked(const std::filesystem::path& run);
    void rollBackAsked(const std::filesystem::path& run);
    void forkAsked(const std::filesystem::path& run);
    /// A training has ended after mayClose() was answered with "save and close".
    void closeReady();
    /// The user clicked a notice of the desktop.
    void attentionWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void askToAllow(const std::vector<std::string>& programs, const std::function<void()>& then);
    void makeColumns();
    void connectRecipe();
    void connectBar();
    void connectRun();
    void connectController();
    void connectParts();
    void showEmpty();
    void showRecipeOfRun();
    bool isBusyElsewhere();
    void updateBar();
    void takeEnd(const TrainEnd& end);
    // train_actions.cpp
    void makeActions();
    QAction* addAction(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);
    void browseRun();
    void openFolder();
    void copyCommand();

    TrainController m_controller;
    QStringList m_recent;
    QList<QAction*> m_actions;
    QSplitter* m_columns;
    RecipePanel* m_recipe;
    RunBar* m_bar;
    MessageBar* m_message;
    RehearsalCard* m_rehearsal;
    QStackedWidget* m_stack;
    QSplitter* m_rows;
    TrainPlots* m_plots;
    ValidationWall* m_wall;
    LogConsole* m_console;
    QWidget* m_empty;
    NoticeCard* m_notice;
    ShownRun m_run;
    RunMessage m_runMessage;
    TrainParts m_parts;
    ClosingQuestion m_closing;
    OwnProcesses m_processes;
    RunHand m_hand;
    RunEnds m_ends;
    RecipeSweep m_sweep;
};

} // namespace unlit::ui
