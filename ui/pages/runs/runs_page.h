// The Runs page: every training run that was found, side by side.
#pragma once

#include "ui/pages/runs/runs_actions.h"
#include "ui/settings/runs_settings.h"

#include <QSplitter>

namespace unlit::ui {

/// GUI thread. Folders are looked through as long as the page lives; often while it is on show.
class RunsPage : public QWidget {
    Q_OBJECT

public:
    /// Without `makeService` checkpoints cannot be compared on a picture.
    explicit RunsPage(InferenceController::MakeService makeService = {},
                      RunBranching branching = {}, QWidget* parent = nullptr);

    void setSettings(const RunsSettings& settings);
    RunsSettings settings() const;

    /// The filter leaves the runs in this folder, where others are found, too.
    void showRunsBelow(const std::filesystem::path& folder);
    /// Of this run; it is found first where it is new.
    void showCheckpoints(const std::filesystem::path& run, CheckpointAsk ask);

    const QList<QAction*>& pageActions() const { return m_actions.all(); }

    RootFolders& roots() { return m_roots; }

    FoundRuns& found() { return m_found; }

    RunsTable& table() { return *m_table; }

    RunsViews& views() { return *m_views; }

    ChosenRun& chosen() { return m_chosen; }

    RunUpkeep& upkeep() { return m_upkeep; }

    RunsTensorBoard& tensorBoard() { return m_tensorBoard; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void connectParts();
    void connectCheckpoints();
    void takeLook(bool isFirst);
    void chooseWanted();
    void refresh();
    void tell();

    RootFolders m_roots;
    FoundRuns m_found;
    RunsTable* m_table;
    RunsViews* m_views;
    QSplitter* m_columns;
    RunsParts m_parts;
    ChosenRun m_chosen;
    RunUpkeep m_upkeep;
    RunsTensorBoard m_tensorBoard;
    RunsActions m_actions;
    std::filesystem::path m_wanted; ///< becomes the current run when it is found; "" = none
    CheckpointAsk m_wantedAsk = CheckpointAsk::Nothing;
};

} // namespace unlit::ui
