#include "ui/bridge/queue_hold.h"

namespace unlit::ui {

QueueHold::QueueHold(InferenceQueueModel& queue) : m_queue(queue) {
    connect(&queue, &QAbstractItemModel::dataChanged, this, &QueueHold::endEmpty);
    connect(&queue, &QAbstractItemModel::rowsRemoved, this, &QueueHold::endEmpty);
}

/// Nothing is left of what an earlier start had left: it has run, or was taken out.
void QueueHold::endEmpty() {
    if (m_holdsRestored && m_queue.countIn(QueueState::Waiting) == 0)
        set(false);
}

void QueueHold::set(bool isHeld) {
    if (m_isHeld == isHeld)
        return;
    m_isHeld = isHeld;
    m_holdsRestored = false;
    m_fresh.clear();
    emit changed();
}

void QueueHold::setForRestored() {
    set(true);
    m_holdsRestored = true;
}

void QueueHold::setForAll() {
    m_fresh.clear();
    set(true);
}

void QueueHold::except(const std::vector<QueueItemId>& ids) {
    m_fresh.insert(ids.begin(), ids.end());
}

const QueueItem* QueueHold::next() const {
    const QueueItem* waiting = m_queue.nextWaiting();
    const bool isKept = m_isHeld && !(m_holdsRestored && waiting && m_fresh.contains(waiting->id));
    return isKept ? nullptr : waiting;
}

} // namespace unlit::ui
