// The checkpoints of the chosen run, and what can be made of them: a model for Infer, a comparison
// on one picture, a model folder, a mean, another run.
#pragma once

#include "core/runs/run_summary.h"
#include "ui/bridge/checkpoint_worker.h"
#include "ui/bridge/model_worker.h"
#include "ui/pages/compare/model_comparison.h"
#include "ui/pages/runs/checkpoint_ask.h"
#include "ui/pages/runs/checkpoint_form.h"
#include "ui/pages/runs/checkpoint_table.h"
#include "ui/widgets/message_bar.h"

#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>

#include <optional>

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

    /// Of what is chosen in the table.
    void use();
    void compare();
    void setPicture(const std::filesystem::path& picture);
    void askExport();
    void askFork();
    void askRollBack();
    void askRemove();

    CheckpointTable& table() { return *m_table; }

    CheckpointForm& exportForm() { return *m_exportForm; }

    CheckpointForm& forkForm() { return *m_forkForm; }

    QLineEdit& forkSettings() { return *m_forkSettings; }

    ModelComparison& comparison() { return *m_comparison; }

    MessageBar& message() { return *m_message; }

    /// "Use in Infer", "Compare…", …: nullptr for one that is not there.
    QPushButton* button(const QString& text) const;

    bool isBusy() const { return m_worker.isBusy() || m_writer.isBusy(); }

    bool isLooking() const { return m_worker.isLooking(); }

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
    QWidget* makeHead();
    void makeForms();
    QWidget* makeComparison();
    QPushButton* addVerb(const QString& text, const QString& toolTip,
                         void (RunsCheckpoints::*act)());
    void connectWork();
    void look();
    void take(const runs::RunCheckpoints& checkpoints);
    void refresh();
    bool isLive() const;
    static bool canRollBack(const std::vector<runs::RunCheckpoint>& chosen);
    QString rollBackTip(const std::vector<runs::RunCheckpoint>& chosen) const;
    bool isStillGoneOnFrom(const std::vector<runs::RunCheckpoint>& checkpoints) const;
    void showBelow(QWidget* widget);
    // runs_checkpoints_verbs.cpp
    void fillMore();
    void showMenu(const QPoint& globalPlace);
    void choosePicture();
    void runComparison();
    void write();
    void fork();
    void takeWritten(const std::filesystem::path& folder);
    void takeFork(const Fork& fork);
    void takeRollback(const Rollback& rollback);
    QString nameOf(const runs::RunCheckpoint& checkpoint) const;

    std::optional<runs::RunSummary> m_run;
    CheckpointAsk m_asked = CheckpointAsk::Nothing;
    bool m_isKnown = false; ///< the table's checkpoints are the run's
    std::filesystem::path m_picture;
    QLabel* m_title;
    QLabel* m_status;
    CheckpointTable* m_table;
    QPushButton* m_use;
    QPushButton* m_compare;
    QPushButton* m_fork;
    QPushButton* m_rollBack;
    QPushButton* m_more;
    QMenu* m_moreMenu;
    MessageBar* m_message;
    QSplitter* m_splitter;
    QStackedWidget* m_below;
    QWidget* m_comparisonPart;
    ModelComparison* m_comparison;
    QPushButton* m_choosePicture;
    QPushButton* m_runComparison;
    QComboBox* m_type;
    CheckpointForm* m_exportForm;
    ExportRequest m_export; ///< as it was asked for, less place and type
    QLineEdit* m_forkSettings;
    CheckpointForm* m_forkForm;
    std::string m_forked; ///< the checkpoint that the form speaks of
    CheckpointWorker m_worker;
    ModelWorker m_writer; // last: it is joined while the rest is there
};

} // namespace unlit::ui
