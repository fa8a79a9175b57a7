// The Runs page: every training run that was found, side by side.
#pragma once

#include "ui/bridge/run_watcher.h"
#include "ui/bridge/tensor_board.h"
#include "ui/models/runs_model.h"
#include "ui/pages/runs/runs_checkpoints.h"
#include "ui/pages/runs/runs_curves.h"
#include "ui/pages/runs/runs_differences.h"
#include "ui/pages/runs/runs_notes.h"
#include "ui/pages/runs/runs_pictures.h"
#include "ui/pages/runs/runs_scatter.h"
#include "ui/pages/runs/runs_table.h"
#include "ui/settings/runs_settings.h"
#include "ui/widgets/notice_card.h"
#include "ui/widgets/segmented_control.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>

#include <functional>

class QMenu;

namespace unlit::ui {

enum class RunsView { Curves, Pictures, Differences, Notes, Checkpoints, Scatter };

/// GUI thread. Folders are looked through as long as the page lives; often while it is on show.
class RunsPage : public QWidget {
    Q_OBJECT

public:
    /// Without `makeService` checkpoints cannot be compared on a picture.
    explicit RunsPage(InferenceController::MakeService makeService = {},
                      RunBranching branching = {}, QWidget* parent = nullptr);

    void setSettings(const RunsSettings& settings);
    RunsSettings settings() const;

    /// One more folder that is looked through.
    void addRoot(const QString& folder);
    void removeRoot(const QString& folder);
    /// The folder around a run is looked through from now on, unless it is already.
    void addRootOf(const std::filesystem::path& run);
    /// The filter leaves the runs in this folder, where others are found, too.
    void showRunsBelow(const std::filesystem::path& folder);
    void showView(RunsView view);
    /// Of this run; it is found first where it is new.
    void showCheckpoints(const std::filesystem::path& run, CheckpointAsk ask);

    QList<QAction*> pageActions() const { return m_actions; }

    RunsModel& model() { return m_model; }

    RunsTable& table() { return *m_table; }

    RunsCurves& curves() { return *m_curves; }

    RunsPictures& pictures() { return *m_pictures; }

    RunsDifferences& differences() { return *m_differences; }

    RunsNotes& notes() { return *m_notes; }

    RunsScatter& scatter() { return *m_scatter; }

    TensorBoard& tensorBoard() { return m_tensorBoard; }

    /// On the checked runs, or on the current one.
    void openTensorBoard();

    RunsCheckpoints& checkpoints() { return *m_checkpoints; }

    /// The folders have been looked through at least once.
    bool isLooked() const { return m_isLooked; }

    /// Settings and figures that the table has columns for, as RunsModel has them.
    void chooseColumns(const QStringList& keys);
    std::string tableAsCsv() const;

    /// Out of the way, or back; with a way back. Nothing is moved.
    void archive(int row, bool isArchived);
    void showArchived(bool isShown);

    /// To the desktop's trash, with a way back; a run that is being written stays.
    void trash(int row);

signals:
    /// What another page is to do with this run.
    void watchAsked(const std::filesystem::path& folder);
    void resumeAsked(const std::filesystem::path& folder);
    void extendAsked(const std::filesystem::path& folder);
    /// How far the sweep in this folder is.
    void sweepAsked(const std::filesystem::path& sweep);
    /// Infer is to use this model folder.
    void useModelAsked(const QString& folder);
    /// These model folders are to be measured.
    void evaluateAsked(const QStringList& folders);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectParts();
    void connectCheckpoints();
    void takeLook(const QStringList& problems);
    void chooseWanted();
    void rootsChanged();
    void runsChanged();
    std::vector<RunsDifferences::Run> allRuns() const;
    void updateScatter();
    void updateCounts();
    void updateNotice();
    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {},
             const std::vector<MessageBar::Choice>& choices = {});
    // runs_actions.cpp
    void makeActions();
    QAction* addAction(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act);
    void showMenu(const QPoint& globalPlace);
    void showFolders(const QPoint& globalPlace);
    // runs_labels.cpp
    bool writeLabels(const std::filesystem::path& run, const runs::RunLabels& labels);
    void toggleArchived();
    // runs_columns.cpp
    void showColumns(const QPoint& globalPlace);
    void exportTable();
    void browseRoot();
    void toggleShown();
    void showOnlyCurrent();
    void hideAll();
    void openFolder();
    void askFor(void (RunsPage::*what)(const std::filesystem::path&));
    void copyResumeCommand();
    void addTensorBoard(QMenu& menu);
    /// The current run's; empty where it is of none.
    std::filesystem::path sweepOfRun() const;
    void exportPlot(const QString& suffix);
    void exportScatter(const QString& suffix);

    RunsModel m_model;
    RunWatcher m_watcher;
    TensorBoard m_tensorBoard;
    QStringList m_roots;
    QStringList m_problems;                    // of roots
    bool m_isLooked = true;                    // there is nothing to look for yet
    QTimer m_changeTimer;                      // many rows change, the views look at them once
    std::vector<std::filesystem::path> m_gone; // rows that go with the next look of the views
    std::filesystem::path m_wanted; // becomes the current run when it is found; "" = none
    CheckpointAsk m_wantedAsk = CheckpointAsk::Nothing;
    QList<QAction*> m_actions;
    QAction* m_archivedAction = nullptr; ///< shows archived runs; checkable
    RunsTable* m_table;
    RunsCurves* m_curves;
    RunsPictures* m_pictures;
    RunsDifferences* m_differences;
    RunsNotes* m_notes;
    RunsCheckpoints* m_checkpoints;
    RunsScatter* m_scatter;
    SegmentedControl* m_views;
    QStackedWidget* m_stack;
    QSplitter* m_columns;
    QWidget* m_nothing; ///< behind the notice
    NoticeCard* m_notice;
};

} // namespace unlit::ui
