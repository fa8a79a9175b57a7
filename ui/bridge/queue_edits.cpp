#include "ui/bridge/queue_edits.h"

#include <utility>

namespace unlit::ui {

namespace {

bool isWaitingOrRunning(const QueueItem& item) {
    return item.state == QueueState::Waiting || item.state == QueueState::Running;
}

} // namespace

QueueEdits::QueueEdits(const RunnerParts& parts, QueueHistory& history, QueueRunner& runner)
    : m_parts(parts), m_history(history), m_runner(runner) {}

QueueEdit QueueEdits::closeNow(const std::vector<QueueItemId>& ids) {
    QueueEdit edit;
    std::vector<QueueItemId> ended;
    for (const QueueItemId id : ids) {
        const QueueItem* item = m_parts.queue.find(id);
        if (item == nullptr)
            continue;
        (isWaitingOrRunning(*item) ? edit.cancelled : ended).push_back(id);
    }
    // Waiting ones before the running one, or the next would start when that ends.
    for (const QueueItemId id : edit.cancelled)
        if (id != m_runner.running())
            m_runner.cancel(id);
    for (const QueueItemId id : edit.cancelled)
        if (id == m_runner.running())
            m_runner.cancel(id);
    edit.taken = m_parts.queue.takeOut(ended);
    return edit;
}

void QueueEdits::close(const std::vector<QueueItemId>& ids) {
    m_history.add(closeNow(ids));
    emit changed();
}

void QueueEdits::clearDone() {
    std::vector<QueueItemId> ended;
    for (int row = 0; row < m_parts.queue.rowCount(); ++row) {
        const QueueItem& item = m_parts.queue.at(row);
        if (!isWaitingOrRunning(item) && item.state != QueueState::Failed && !item.isUnsaved() &&
            !item.isSaving)
            ended.push_back(item.id);
    }
    close(ended);
}

void QueueEdits::cancelAll() {
    std::vector<QueueItemId> active;
    for (int row = 0; row < m_parts.queue.rowCount(); ++row)
        if (isWaitingOrRunning(m_parts.queue.at(row)))
            active.push_back(m_parts.queue.at(row).id);
    QueueEdit edit = closeNow(active);
    edit.endedHold = m_parts.hold.isHeld();
    m_history.add(std::move(edit));
    emit changed();
    m_parts.hold.set(false); // nothing is left to hold back
}

void QueueEdits::applyScale(QueueItemId id, double scale) {
    m_parts.queue.update(id, [scale](QueueItem& item) {
        // A sequence keeps its files until it is made again.
        if (item.albedoScale != scale && item.result && !item.isSequence())
            item.forgetSaved();
        item.albedoScale = scale;
    });
}

int QueueEdits::setAlbedoScale(const std::vector<QueueItemId>& ids, double scale) {
    QueueEdit edit;
    for (const QueueItemId id : ids)
        if (const QueueItem* item = m_parts.queue.find(id);
            item != nullptr && item->albedoScale != scale)
            edit.scaled.push_back({id, item->albedoScale, scale});
    for (const ScaledItem& scaled : edit.scaled)
        applyScale(scaled.id, scaled.after);
    const int count = static_cast<int>(edit.scaled.size());
    m_history.add(std::move(edit));
    emit changed();
    return count;
}

void QueueEdits::undo() {
    std::optional<QueueEdit> edit = m_history.undo();
    if (!edit)
        return;
    if (edit->endedHold)
        m_parts.hold.set(true);
    std::vector<QueueItemId> back;
    for (const TakenItem& gone : edit->taken)
        back.push_back(gone.item.id);
    m_parts.queue.putBack(std::move(edit->taken));
    for (const QueueItemId id : back) {
        const QueueItem& item = *m_parts.queue.find(id);
        if (item.thumbnail.isNull() && item.state != QueueState::Failed)
            m_parts.pictures.readRow(id);
    }
    for (const QueueItemId id : edit->cancelled)
        if (m_runner.waitAgain(id))
            back.push_back(id);
    for (const ScaledItem& scaled : edit->scaled)
        applyScale(scaled.id, scaled.before);
    m_parts.upkeep.markStale();
    emit changed();
    if (!back.empty())
        emit broughtBack(back);
    m_runner.startNext();
}

void QueueEdits::redo() {
    const std::optional<UndoneEdit> undone = m_history.redo();
    if (!undone)
        return;
    std::vector<QueueItemId> ids;
    const auto addThose = [&](const std::vector<QueueItemId>& all, bool areActive) {
        for (const QueueItemId id : all)
            if (const QueueItem* item = m_parts.queue.find(id);
                item != nullptr && isWaitingOrRunning(*item) == areActive)
                ids.push_back(id);
    };
    addThose(undone->taken, false);
    addThose(undone->cancelled, true);
    QueueEdit edit = closeNow(ids);
    for (const ScaledItem& scaled : undone->scaled) {
        if (m_parts.queue.find(scaled.id) == nullptr)
            continue;
        applyScale(scaled.id, scaled.after);
        edit.scaled.push_back(scaled);
    }
    m_history.addAgain(std::move(edit));
    emit changed();
}

} // namespace unlit::ui
