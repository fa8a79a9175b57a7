// The checkpoints of the chosen run, and what can be made of them: a model for Infer, a comparison
// on one picture, a model folder, a mean, another run.
#pragma once

#include "ui/pages/runs/checkpoint_ask.h"
#include "ui/pages/runs/checkpoint_changes.h"
#include "ui/pages/runs/checkpoint_comparison.h"
#include "ui/pages/runs/checkpoint_head.h"
#include "ui/pages/runs/export_form.h"
#include "ui/pages/runs/fork_form.h"

#include <QStackedWidget>

namespace unlit::ui {

/// GUI thread. Looks at the run while it is on show.
class RunsCheckpoints : public QWidget {
    Q_OBJECT

public:
    RunsCheckpoints(InferenceController::MakeService makeService, RunBranching branching,
                    QWidget* parent = nullptr);

    /// nullptr = none. The same run again looks anew where something has come.
    void setRun(const runs::RunSummary* run);
    /// Of the run on show; at once, or when its checkpoints are there.
    void ask(CheckpointAsk what);

    CheckpointTable& table() { return *m_table; }

    ExportForm& exportForm() { return *m_exportForm; }

    ForkForm& forkForm() { return *m_forkForm; }

    CheckpointComparison& comparison() { return *m_comparison; }

    CheckpointChanges& changes() { return m_changes; }

    MessageBar& message() { return *m_message; }

    /// Nothing is being read or changed.
    bool isSettled() const { return !m_parts.isBusy() && !m_worker.isLooking(); }

signals:
    void useAsked(const QString& folder);
    /// Models to be measured: folders of the chosen checkpoints.
    void evaluateAsked(const QStringList& folders);
    /// A new run, or an earlier place of this one, is to be gone on with.
    void resumeAsked(const std::filesystem::path& run);
    /// There is a new run.
    void runMade(const std::filesystem::path& run);
    /// The run's files have changed.
    void runChanged(const std::filesystem::path& run);

protected:
    void showEvent(QShowEvent* event) override;
    /// Escape takes away what stands below the verbs, or below the table.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOut();
    void connectVerbs();
    void connectWork();
    void use();
    void look();
    void take(const runs::RunCheckpoints& checkpoints);
    void refresh();
    void showBelow(QWidget* widget);

    CheckpointAsk m_asked = CheckpointAsk::Nothing;
    bool m_isKnown = false; ///< the table's checkpoints are the run's
    CheckpointWorker m_worker;
    ModelWorker m_writer;
    CheckpointHead* m_head;
    CheckpointTable* m_table;
    MessageBar* m_message;
    CheckpointParts m_parts;
    CheckpointChanges m_changes;
    QStackedWidget* m_below;
    CheckpointComparison* m_comparison;
    ExportForm* m_exportForm;
    ForkForm* m_forkForm;
};

} // namespace unlit::ui
