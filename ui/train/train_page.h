// The Train page: the recipe at the left; at the right a run while it goes, or as it was left.
#pragma once

#include "ui/recipe/recipe_panel.h"
#include "ui/settings/train_settings.h"
#include "ui/train/closing_question.h"
#include "ui/train/own_processes.h"
#include "ui/train/recipe_sweep.h"
#include "ui/train/rehearsal_card.h"
#include "ui/train/resume_form.h"
#include "ui/train/run_bar.h"
#include "ui/train/run_ends.h"
#include "ui/train/run_folders.h"
#include "ui/train/run_hand.h"
#include "ui/train/run_message.h"
#include "ui/train/run_starts.h"
#include "ui/train/shown_run.h"
#include "ui/train/train_actions.h"
#include "ui/train/train_controller.h"
#include "ui/train/train_parts.h"
#include "ui/train/train_views.h"
#include "ui/widgets/message_bar.h"

#include <QList>
#include <QSplitter>

class QAction;

namespace unlit::ui {

/// Lays out panels, shows a run, and tells its parts what the others did: what is known of the run
/// on show (ShownRun), how runs begin (RunStarts), what can be asked of one (RunHand), what is said
/// when it ends (RunEnds), trainings in other processes (OwnProcesses), sweeps (RecipeSweep),
/// whether the window may close (ClosingQuestion). Who acts on what a part says connects to the
/// part. GUI thread.
class TrainPage : public QWidget {
    Q_OBJECT

public:
    explicit TrainPage(const TrainController::MakeService& makeService, QWidget* parent = nullptr);

    void setSettings(const TrainSettings& settings);
    TrainSettings settings() const;

    /// A folder that is no run is said; empty = none.
    void showRun(const std::filesystem::path& folder);

    QList<QAction*> pageActions() const { return m_actions.all() + m_recipe->panelActions(); }

    /// What is on show.
    const ShownRun& run() const { return m_run; }

    TrainController& controller() { return m_controller; }

    RecipePanel& recipe() { return *m_recipe; }

    RunBar& bar() { return *m_bar; }

    TrainViews& views() { return *m_views; }

    RehearsalCard& rehearsal() { return *m_rehearsal; }

    MessageBar& message() { return *m_message; }

    RunStarts& starts() { return m_starts; }

    ResumeForm& resumeForm() { return *m_resumeForm; }

    RunHand& hand() { return m_hand; }

    RunEnds& ends() { return m_ends; }

    OwnProcesses& processes() { return m_processes; }

    RecipeSweep& sweep() { return m_sweep; }

    ClosingQuestion& closing() { return m_closing; }

    /// Everything that is on show has been read.
    bool isSettled();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void layOut();
    void connectRecipe();
    void connectRun();
    void connectController();
    void connectParts();
    void clear();
    void showBegun(const std::filesystem::path& run);
    void updateBar();
    void takeEnd(const TrainEnd& end);

    TrainController m_controller;
    QSplitter* m_columns;
    RecipePanel* m_recipe;
    RunBar* m_bar;
    MessageBar* m_message;
    RehearsalCard* m_rehearsal;
    ResumeForm* m_resumeForm;
    TrainViews* m_views;
    ShownRun m_run;
    RunMessage m_runMessage;
    TrainParts m_parts;
    ClosingQuestion m_closing;
    OwnProcesses m_processes;
    RunStarts m_starts;
    RunFolders m_folders;
    RunHand m_hand;
    RunEnds m_ends;
    RecipeSweep m_sweep;
    TrainActions m_actions;
};

} // namespace unlit::ui
