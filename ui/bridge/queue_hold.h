// Whether the queue may begin what waits in it.
#pragma once

#include "ui/models/inference_queue_model.h"

#include <QObject>

#include <set>
#include <vector>

namespace unlit::ui {

/// Held by a user or a full memory, nothing begins; held for what an earlier start left, all but
/// that may. Such a hold ends by itself when nothing waits any more. GUI thread.
class QueueHold : public QObject {
    Q_OBJECT

public:
    /// `queue` must outlive it.
    explicit QueueHold(InferenceQueueModel& queue);

    /// While held nothing new starts; what runs goes on.
    void set(bool isHeld);

    bool isHeld() const { return m_isHeld; }

    /// For what waits in the queue now, from an earlier start.
    void setForRestored();
    /// For lack of memory: also for what may run in spite of an earlier hold.
    void setForAll();
    /// Items that a hold for an earlier start does not keep.
    void except(const std::vector<QueueItemId>& ids);

    /// The first item that waits; null where none does or the hold keeps it.
    const QueueItem* next() const;

signals:
    void changed();

private:
    void endEmpty();

    InferenceQueueModel& m_queue;
    bool m_isHeld = false;
    bool m_holdsRestored = false;  ///< held only because of what an earlier start left
    std::set<QueueItemId> m_fresh; ///< that such a hold does not keep
};

} // namespace unlit::ui
