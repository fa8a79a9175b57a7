#include "ui/bridge/event_bridge.h"

#include "ui/bridge/freed_elsewhere.h"

#include <utility>

namespace unlit::ui {

namespace {

/// Whoever on the GUI thread is the last to hold a result does not wait until its memory is free.
template <class Body>
void carryPicture(Event& event) {
    if (auto* body = std::get_if<Body>(&event.body))
        body->result = freedElsewhere(std::move(body->result));
}

} // namespace

EventBridge::EventBridge(QObject* parent) : QObject(parent) {}

/// Puts an event of this kind in the place of the one of the same job that still waits.
template <class Body>
bool EventBridge::replacesPending(Event& event, std::map<std::uint64_t, std::size_t>& places) {
    if (!std::holds_alternative<Body>(event.body))
        return false;
    const auto [place, isNew] = places.try_emplace(event.job.value, m_pending.size());
    if (!isNew)
        m_pending[place->second] = std::move(event);
    return !isNew;
}

void EventBridge::post(Event event) noexcept {
    carryPicture<InputReady>(event);
    carryPicture<PreviewReady>(event);
    carryPicture<ResultReady>(event);
    const std::lock_guard lock(m_mutex);
    if (replacesPending<Progress>(event, m_progressAt) ||
        replacesPending<PreviewReady>(event, m_previewAt))
        return;
    m_pending.push_back(std::move(event));
    if (std::exchange(m_drainQueued, true))
        return;
    QMetaObject::invokeMethod(
        this, [this] { drain(); }, Qt::QueuedConnection);
}

void EventBridge::drain() {
    std::vector<Event> events;
    {
        const std::lock_guard lock(m_mutex);
        events.swap(m_pending);
        m_progressAt.clear();
        m_previewAt.clear();
        m_drainQueued = false;
    }
    for (const Event& event : events) {
        // A slot may have ended the job while this drain runs: ask for each event anew.
        if (!m_ended.contains(event.job.value))
            emitOne(event);
    }
}

void EventBridge::emitOne(const Event& event) {
    if (const auto* body = std::get_if<Started>(&event.body)) {
        emit started(event.job, *body);
    } else if (const auto* progress = std::get_if<Progress>(&event.body)) {
        emit progressed(event.job, *progress);
    } else if (const auto* input = std::get_if<InputReady>(&event.body)) {
        emit inputReady(event.job, *input);
    } else if (const auto* preview = std::get_if<PreviewReady>(&event.body)) {
        emit previewReady(event.job, *preview);
    } else if (const auto* result = std::get_if<ResultReady>(&event.body)) {
        emit resultReady(event.job, *result);
    } else if (const auto* line = std::get_if<LogLine>(&event.body)) {
        emit logged(event.job, *line);
    } else if (const auto* opened = std::get_if<RunOpened>(&event.body)) {
        emit runOpened(event.job, *opened);
    } else if (const auto* closed = std::get_if<RunClosed>(&event.body)) {
        emit runClosed(event.job, *closed);
    } else if (const auto* saved = std::get_if<CheckpointSaved>(&event.body)) {
        emit checkpointSaved(event.job, *saved);
    } else if (const auto* pause = std::get_if<TrainingPaused>(&event.body)) {
        emit trainingPaused(event.job, *pause);
    } else if (const auto* last = std::get_if<Finished>(&event.body)) {
        m_ended.insert(event.job.value);
        emit finished(event.job, *last);
    }
}

} // namespace unlit::ui
