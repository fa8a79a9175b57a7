// What changes the run's own checkpoints: going back to one, deleting some. Each is asked about.
#pragma once

#include "ui/pages/runs/checkpoint_parts.h"

#include <QObject>

#include <functional>

namespace unlit::ui {

/// GUI thread.
class CheckpointChanges : public QObject {
    Q_OBJECT

public:
    explicit CheckpointChanges(const CheckpointParts& parts);

    /// Of what is chosen in the table. What cannot be done is said.
    void askRollBack();
    void askRemove();

signals:
    /// Work has begun or ended.
    void stateChanged();
    /// The run's checkpoints are others.
    void changed();
    /// The run is to be gone on with.
    void resumeAsked(const std::filesystem::path& run);

private:
    void takeRollback(const Rollback& rollback);
    void takeFailure(const Failure& failure);
    /// Calls `act` unless something is under way. The focus was in the question, which has gone.
    void begin(const QString& failure, const std::function<void()>& act);

    const CheckpointParts& m_parts;
    QString m_failure; ///< title of what goes wrong now; "" = nothing of this is under way
};

} // namespace unlit::ui
