// Lists, removes, forks and rolls back to checkpoints of a run, off the GUI thread.
#pragma once

#include "core/base/failure.h"
#include "core/runs/run_checkpoints.h"
#include "core/session/train/branch_run.h"
#include "ui/bridge/long_work.h"

#include <QObject>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace unlit::ui {

/// What is done to a run; tests put in their own. Called on another thread.
struct RunBranching {
    std::function<Fork(const ForkRequest&)> fork = forkRun;
    std::function<Rollback(const std::filesystem::path& run, const std::string& checkpoint)>
        rollBack = rollBackRun;
};

/// GUI thread. One change at a time: precondition of the last three verbs is !isBusy(). Each ends
/// with exactly one of the last four signals; it is short, or goes to its end.
class CheckpointWorker : public QObject {
    Q_OBJECT

public:
    explicit CheckpointWorker(RunBranching branching, QObject* parent = nullptr);

    /// Only the newest question is answered.
    void look(const std::filesystem::path& run);

    void forgetLook() { m_look.forget(); }

    void remove(const std::filesystem::path& run, std::vector<std::string> names);
    void rollBack(const std::filesystem::path& run, const std::string& name);
    void fork(ForkRequest request);

    bool isBusy() const { return m_change.isBusy(); }

    bool isLooking() const { return m_look.isBusy(); }

signals:
    void found(const unlit::runs::RunCheckpoints& checkpoints);
    void removed(int count);
    void rolledBack(const unlit::Rollback& rollback);
    void forked(const unlit::Fork& fork);
    void failed(const unlit::Failure& failure);

private:
    RunBranching m_branching;
    Background<runs::RunCheckpoints> m_look;
    LongWork m_change{[this](const Failure& failure) { emit failed(failure); }};
};

} // namespace unlit::ui
