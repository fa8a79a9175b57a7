#include "ui/bridge/queue_runner.h"

#include "ui/bridge/frame_answers.h"
#include "ui/bridge/result_facts.h"

#include <algorithm>
#include <utility>

namespace unlit::ui {

QueueRunner::QueueRunner(const RunnerParts& parts) : m_parts(parts) {
    connect(&parts.hold, &QueueHold::changed, this, &QueueRunner::startNext);
}

/// Whether everything that this item would write is there; then it is marked so.
bool QueueRunner::skipIfThere(const QueueItem& item) {
    const auto files = m_parts.requests.writtenBefore(item);
    if (files.empty())
        return false;
    m_parts.queue.update(item.id, [&](QueueItem& changed) {
        changed.waitForRun();
        changed.state = QueueState::Skipped;
        changed.saved = files;
    });
    return true;
}

void QueueRunner::startNext() {
    if (m_running != 0 || m_parts.requests.model().empty())
        return;
    const QueueItem* next = m_parts.hold.next();
    while (next != nullptr && skipIfThere(*next))
        next = m_parts.hold.next();
    if (next == nullptr)
        return;
    m_running = next->id;
    if (!next->hasWideSamples && !next->isSequence())
        m_parts.pictures.readWidth(m_running);
    const int members = m_parts.requests.requestFor(*next).options.ensemble;
    const std::vector<JobId> jobs = submit(*next);
    m_parts.queue.update(m_running, [&](QueueItem& item) { item.beginRun(jobs, members); });
    m_parts.pictures.runBegan(m_running);
    emit runningChanged();
}

/// One job, or one a frame.
std::vector<JobId> QueueRunner::submit(const QueueItem& item) {
    InferenceRequest request = m_parts.requests.requestFor(item);
    if (!item.isSequence()) {
        if (!m_parts.requests.settingsOf(item).output.saveWhenDone)
            request.output.reset();
        return {m_parts.service.submit(std::move(request))};
    }
    std::vector<InferenceRequest> frames;
    for (const std::filesystem::path& frame : framePaths(item)) {
        request.input = frame;
        frames.push_back(request);
    }
    return m_parts.service.submitSequence(std::move(frames));
}

void QueueRunner::runFirst(const std::vector<QueueItemId>& ids) {
    InferenceQueueModel& queue = m_parts.queue;
    const QueueItem* waiting = queue.nextWaiting();
    if (waiting == nullptr)
        return;
    std::vector<QueueItemId> moved;
    for (const QueueItemId id : ids)
        if (const QueueItem* item = queue.find(id); item && item->state == QueueState::Waiting)
            moved.push_back(id);
    m_parts.hold.except(moved);
    if (!moved.empty() && waiting->id != moved.front())
        queue.moveTo(moved, queue.rowOf(waiting->id));
    startNext();
}

void QueueRunner::retryFailed() {
    std::vector<QueueItemId> failed;
    for (const QueueItem& item : m_parts.queue.items())
        if (item.state == QueueState::Failed)
            failed.push_back(item.id);
    for (const QueueItemId id : failed)
        runAgain(id);
}

void QueueRunner::runAgain(QueueItemId id) {
    const QueueItem* item = m_parts.queue.find(id);
    if (item == nullptr || item->state == QueueState::Waiting || item->state == QueueState::Running)
        return;
    m_parts.queue.update(id, [](QueueItem& changed) {
        const bool isWhole = changed.state == QueueState::Done;
        const bool isOther =
            std::ranges::any_of(changed.frames, [&changed](const QueueFrame& frame) {
                return frame.state == QueueState::Done && frame.albedoScale != changed.albedoScale;
            });
        changed.replacesFrames = changed.isSequence() && (isWhole || isOther);
        changed.waitForRun();
    });
    if (item->thumbnail.isNull())
        m_parts.pictures.readRow(id);
    startNext();
}

void QueueRunner::finishEarly(QueueItemId id) {
    const QueueItem* item = m_parts.queue.find(id);
    if (item != nullptr && item->state == QueueState::Running)
        m_parts.service.finishEarly(item->job);
}

void QueueRunner::cancel(QueueItemId id) {
    const QueueItem* item = m_parts.queue.find(id);
    if (item->state != QueueState::Running) {
        m_parts.queue.update(id, [](QueueItem& changed) { changed.state = QueueState::Cancelled; });
    } else { // its Finished brings the rest
        for (const JobId job : item->isSequence() ? openJobs(*item) : std::vector{item->job})
            m_parts.service.cancel(job);
    }
    m_again.erase(id);
}

bool QueueRunner::waitAgain(QueueItemId id) {
    const QueueItem* item = m_parts.queue.find(id);
    if (item == nullptr ||
        (item->state != QueueState::Running && item->state != QueueState::Cancelled))
        return false;
    if (item->state == QueueState::Running)
        m_again.insert(id);
    else
        m_parts.queue.update(id, [](QueueItem& changed) { changed.waitForRun(); });
    return true;
}

std::optional<double> QueueRunner::secondsLeft(const Estimate& estimate) const {
    double seconds = 0;
    for (const QueueItem& item : m_parts.queue.items()) {
        if (item.state != QueueState::Waiting && item.state != QueueState::Running)
            continue;
        if (item.state == QueueState::Running && item.secondsLeft) {
            seconds += *item.secondsLeft;
            continue;
        }
        const std::optional<double> whole = estimate(item);
        if (!whole)
            return {};
        seconds += *whole * (1 - item.fraction);
    }
    return seconds;
}

} // namespace unlit::ui
