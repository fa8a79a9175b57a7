// What stands above a run's checkpoints: whose they are, how that run does, and what can be done
// with the chosen ones.
#pragma once

#include "core/runs/run_checkpoints.h"
#include "core/runs/run_summary.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>

#include <vector>

namespace unlit::ui {

/// What decides about the verbs.
struct CheckpointState {
    std::vector<runs::RunCheckpoint> chosen;
    bool isLive = false;    ///< a process has the run
    bool isBusy = false;    ///< a change is under way
    bool isWaiting = false; ///< the run has saved none so far, and nothing else is said of it
};

/// The run can be gone on with from the one that is chosen.
bool canRollBack(const CheckpointState& state);

/// Some of the chosen ones are what a run under way will be resumed from.
bool isStillGoneOnFrom(const CheckpointState& state);

/// GUI thread.
class CheckpointHead : public QWidget {
    Q_OBJECT

public:
    explicit CheckpointHead(QWidget* parent);

    /// nullptr = none.
    void setRun(const runs::RunSummary* run);
    void setState(CheckpointState state);
    /// The verbs that have no button of their own.
    void showMore(const QPoint& globalPlace);

signals:
    void useAsked();
    void compareAsked();
    void forkAsked();
    void rollBackAsked();
    void exportAsked();
    void evaluateAsked(const QStringList& folders);
    void removeAsked();

private:
    QPushButton* addVerb(const QString& text, const QString& toolTip,
                         void (CheckpointHead::*asked)());
    void fillMore();

    CheckpointState m_state;
    QLabel* m_title;
    QLabel* m_status;
    QPushButton* m_use;
    QPushButton* m_compare;
    QPushButton* m_fork;
    QPushButton* m_rollBack;
    QPushButton* m_more;
    QMenu* m_moreMenu;
};

} // namespace unlit::ui
