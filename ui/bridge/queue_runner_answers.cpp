// What the session answers to a run, brought into the queue.
#include "ui/bridge/frame_answers.h"
#include "ui/bridge/queue_runner.h"
#include "ui/bridge/result_facts.h"

namespace unlit::ui {

void QueueRunner::takeProgress(JobId job, const Progress& event) {
    const QueueItem* item = m_parts.queue.findJob(job);
    if (item == nullptr)
        return;
    m_parts.queue.update(item->id, [&](QueueItem& changed) { changed.showProgress(job, event); });
    emit progressed(event);
}

void QueueRunner::takePreview(JobId job, const PreviewReady& event) {
    if (const QueueItem* item = m_parts.queue.findJob(job); item != nullptr && event.result)
        emit previewReady(item->id, event.result);
}

void QueueRunner::takeResult(JobId job, const ResultReady& event) {
    const QueueItem* item = m_parts.queue.findJob(job);
    if (item == nullptr)
        return;
    m_answered = job;
    m_parts.queue.update(item->id, [&](QueueItem& changed) {
        if (changed.isSequence())
            return takeFrame(changed, job, event.result);
        const InferenceResult& result = *event.result;
        changed.result = event.result;
        changed.savedBefore.clear();
        changed.saved = writtenFiles(result, changed);
        noteOutputs(result, changed);
        changed.unsaved.reset();
        changed.isStale = false;
        changed.seconds = result.seconds;
        changed.meanUncertainty = meanUncertainty(result);
    });
}

void QueueRunner::finish(JobId job, const Finished& event) {
    const QueueItem* item = m_parts.queue.findJob(job);
    if (item == nullptr)
        return;
    if (item->isSequence())
        finishFrame(item->id, job, event);
    else
        finishPicture(item->id, job, event);
}

void QueueRunner::finishPicture(QueueItemId id, JobId job, const Finished& event) {
    // The picture was made, its files were not: there is something to look at and to save again.
    const bool isUnsaved = event.failure && m_answered == job;
    const bool isWantedAgain = m_again.erase(id) > 0 && event.outcome == Outcome::Cancelled;
    m_parts.queue.update(id, [&](QueueItem& changed) {
        if (isWantedAgain) {
            changed.waitForRun();
            return;
        }
        if (event.outcome == Outcome::Done || isUnsaved)
            changed.state = QueueState::Done;
        else
            changed.state =
                event.outcome == Outcome::Failed ? QueueState::Failed : QueueState::Cancelled;
        if (event.failure)
            changed.failure = *event.failure;
        if (isUnsaved)
            changed.unsaved = event.failure;
    });
    if (event.outcome == Outcome::Done || isUnsaved) {
        m_parts.upkeep.markStale(id); // settings may have changed while it ran
        showResult(id);
    }
    if (isUnsaved)
        emit m_parts.upkeep.saveFailed(id, *event.failure);
    endRun(id);
}

void QueueRunner::finishFrame(QueueItemId id, JobId job, const Finished& event) {
    const bool hasResult = m_answered == job;
    bool isLast = false;
    m_parts.queue.update(id, [&](QueueItem& item) {
        const QueueFrame* frame = item.frameOf(job);
        if (frame == nullptr)
            return;
        std::optional<FrameFiles> written;
        if (!hasResult && event.outcome == Outcome::Done)
            written = m_parts.requests.writtenOutputs(item, *frame);
        endFrame(item, job, event, written);
        isLast = haveFramesEnded(item);
    });
    if (event.outcome == Outcome::Done && hasResult)
        showResult(id);
    if (isLast)
        finishSequence(id);
}

void QueueRunner::finishSequence(QueueItemId id) {
    const bool isWantedAgain = m_again.erase(id) > 0;
    m_parts.queue.update(id, [&](QueueItem& item) {
        endSequence(item);
        if (isWantedAgain && item.state == QueueState::Cancelled)
            item.waitForRun();
    });
    emit sequenceEnded(id);
    endRun(id);
}

/// Older results make room for it; where they cannot, nothing more begins.
void QueueRunner::showResult(QueueItemId id) {
    const bool isFull = !m_parts.memory.makeRoom(m_parts.pictures.shown());
    if (isFull && m_parts.hold.next() != nullptr) {
        m_parts.hold.setForAll();
        emit resultsFull();
    }
    emit resultReady(id);
}

void QueueRunner::endRun(QueueItemId id) {
    if (id == m_running)
        m_running = 0;
    startNext();
    emit runningChanged();
}

} // namespace unlit::ui
