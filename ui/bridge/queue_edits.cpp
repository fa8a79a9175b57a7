// What a user takes out of the queue or cancels, and how it comes back.
#include "ui/bridge/inference_controller.h"

namespace unlit::ui {

namespace {

bool isWaitingOrRunning(const QueueItem& item) {
    return item.state == QueueState::Waiting || item.state == QueueState::Running;
}

} // namespace

QueueEdit InferenceController::closeNow(const std::vector<QueueItemId>& ids) {
    QueueEdit edit;
    std::vector<QueueItemId> ended;
    for (const QueueItemId id : ids) {
        const QueueItem* item = m_queue.find(id);
        if (item == nullptr)
            continue;
        (isWaitingOrRunning(*item) ? edit.cancelled : ended).push_back(id);
    }
    // Waiting ones before the running one, or the next would start when that ends.
    for (const QueueItemId id : edit.cancelled)
        if (id != m_running)
            cancel(id);
    for (const QueueItemId id : edit.cancelled)
        if (id == m_running)
            cancel(id);
    edit.taken = m_queue.takeOut(ended);
    return edit;
}

void InferenceController::close(const std::vector<QueueItemId>& ids) {
    m_history.add(closeNow(ids));
    emit historyChanged();
}

void InferenceController::clearDone() {
    std::vector<QueueItemId> ended;
    for (int row = 0; row < m_queue.rowCount(); ++row) {
        const QueueItem& item = m_queue.at(row);
        if (!isWaitingOrRunning(item) && item.state != QueueState::Failed && !item.isUnsaved() &&
            !item.isSaving)
            ended.push_back(item.id);
    }
    close(ended);
}

void InferenceController::cancelAll() {
    std::vector<QueueItemId> active;
    for (int row = 0; row < m_queue.rowCount(); ++row)
        if (isWaitingOrRunning(m_queue.at(row)))
            active.push_back(m_queue.at(row).id);
    QueueEdit edit = closeNow(active);
    edit.endedHold = m_isHeld;
    m_history.add(std::move(edit));
    emit historyChanged();
    setHeld(false); // nothing is left to hold back
}

void InferenceController::cancel(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    if (item->state == QueueState::Running && item->isSequence())
        cancelFrames(*item);
    else if (item->state == QueueState::Running)
        m_service->cancel(item->job); // its Finished brings the rest
    else
        m_queue.update(id, [](QueueItem& changed) { changed.state = QueueState::Cancelled; });
    m_again.erase(id);
}

void InferenceController::applyScale(QueueItemId id, double scale) {
    m_queue.update(id, [scale](QueueItem& item) {
        // A sequence keeps its files until it is made again.
        if (item.albedoScale != scale && item.result && !item.isSequence())
            item.forgetSaved();
        item.albedoScale = scale;
    });
}

int InferenceController::setAlbedoScale(const std::vector<QueueItemId>& ids, double scale) {
    QueueEdit edit;
    for (const QueueItemId id : ids)
        if (const QueueItem* item = m_queue.find(id); item != nullptr && item->albedoScale != scale)
            edit.scaled.push_back({id, item->albedoScale, scale});
    for (const ScaledItem& scaled : edit.scaled)
        applyScale(scaled.id, scaled.after);
    const int count = static_cast<int>(edit.scaled.size());
    m_history.add(std::move(edit));
    emit historyChanged();
    return count;
}

void InferenceController::undo() {
    std::optional<QueueEdit> edit = m_history.undo();
    if (!edit)
        return;
    if (edit->endedHold)
        setHeld(true);
    std::vector<QueueItemId> back;
    for (const TakenItem& gone : edit->taken)
        back.push_back(gone.item.id);
    m_queue.putBack(std::move(edit->taken));
    for (const QueueItemId id : back) {
        const QueueItem& item = *m_queue.find(id);
        if (item.thumbnail.isNull() && item.state != QueueState::Failed)
            m_pictures.rowCame(id);
    }
    for (const QueueItemId id : edit->cancelled)
        if (waitAgain(id))
            back.push_back(id);
    for (const ScaledItem& scaled : edit->scaled)
        applyScale(scaled.id, scaled.before);
    m_upkeep.markStale();
    emit historyChanged();
    if (!back.empty())
        emit broughtBack(back);
    startNext();
}

void InferenceController::redo() {
    const std::optional<UndoneEdit> undone = m_history.redo();
    if (!undone)
        return;
    std::vector<QueueItemId> ids;
    const auto addThose = [&](const std::vector<QueueItemId>& all, bool areActive) {
        for (const QueueItemId id : all)
            if (const QueueItem* item = m_queue.find(id);
                item != nullptr && isWaitingOrRunning(*item) == areActive)
                ids.push_back(id);
    };
    addThose(undone->taken, false);
    addThose(undone->cancelled, true);
    QueueEdit edit = closeNow(ids);
    for (const ScaledItem& scaled : undone->scaled) {
        if (m_queue.find(scaled.id) == nullptr)
            continue;
        applyScale(scaled.id, scaled.after);
        edit.scaled.push_back(scaled);
    }
    m_history.addAgain(std::move(edit));
    emit historyChanged();
}

/// An item that was cancelled; one that has not ended yet waits as soon as it has. False where it
/// has come to another end.
bool InferenceController::waitAgain(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    if (item == nullptr ||
        (item->state != QueueState::Running && item->state != QueueState::Cancelled))
        return false;
    if (item->state == QueueState::Running)
        m_again.insert(id);
    else
        m_queue.update(id, [](QueueItem& changed) { changed.waitForRun(); });
    return true;
}

} // namespace unlit::ui
