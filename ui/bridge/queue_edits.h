// What a user takes out of the queue, cancels or makes brighter there, and how it comes back.
#pragma once

#include "ui/bridge/queue_runner.h"
#include "ui/models/queue_history.h"

#include <QObject>

#include <vector>

namespace unlit::ui {

/// Each verb is one edit, which undo() takes back. GUI thread.
class QueueEdits : public QObject {
    Q_OBJECT

public:
    /// All of them outlive it.
    QueueEdits(const RunnerParts& parts, QueueHistory& history, QueueRunner& runner);

    /// Cancels those that wait or run, and takes out those that have ended.
    void close(const std::vector<QueueItemId>& ids);
    /// Takes out all that have ended but for those that failed, and results that are nowhere but in
    /// memory.
    void clearDone();
    /// All that wait or run; the queue is not held any more.
    void cancelAll();
    /// Paint of these items is shown and written `scale` (above 0) times as bright as the model has
    /// it. Files that a result in memory was saved in are no longer its own. Returns how many items
    /// had another scale.
    int setAlbedoScale(const std::vector<QueueItemId>& ids, double scale);

    /// Brings back what the last edit took out, in its place and state, lets wait again what it
    /// cancelled, and gives back the scale of albedos. A result that the memory had no room for was
    /// let go: where it was never saved, its item waits again.
    void undo();
    /// Does again what was taken back last, to those of its items that are as they were then.
    void redo();

    bool canUndo() const { return m_history.canUndo(); }

    bool canRedo() const { return m_history.canRedo(); }

signals:
    /// Whether there is something to undo or redo may have changed.
    void changed();
    /// undo() did; never unknown ids.
    void broughtBack(const std::vector<unlit::ui::QueueItemId>& ids);

private:
    QueueEdit closeNow(const std::vector<QueueItemId>& ids);
    void applyScale(QueueItemId id, double scale);

    RunnerParts m_parts;
    QueueHistory& m_history;
    QueueRunner& m_runner;
};

} // namespace unlit::ui
