// Brings the events of sessions to the GUI thread: all of them, except that of several progress
// reports, or several previews, of a job that wait together only the newest is kept.
#pragma once

#include "core/events/event_sink.h"

#include <QObject>

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace unlit::ui {

/// Lives on the GUI thread; post() is called from any. Signals are emitted on the GUI thread, in
/// the order of the events, from one queued drain at a time. After the Finished of a job nothing
/// more is heard of it. Results that it hands out are freed elsewhere (freed_elsewhere.h).
class EventBridge : public QObject, public EventSink {
    Q_OBJECT

public:
    explicit EventBridge(QObject* parent = nullptr);

    void post(Event event) noexcept override;

signals:
    void started(unlit::JobId job, const unlit::Started& event);
    void progressed(unlit::JobId job, const unlit::Progress& event);
    void inputReady(unlit::JobId job, const unlit::InputReady& event);
    void previewReady(unlit::JobId job, const unlit::PreviewReady& event);
    void resultReady(unlit::JobId job, const unlit::ResultReady& event);
    void logged(unlit::JobId job, const unlit::LogLine& event);
    void runOpened(unlit::JobId job, const unlit::RunOpened& event);
    void runClosed(unlit::JobId job, const unlit::RunClosed& event);
    void checkpointSaved(unlit::JobId job, const unlit::CheckpointSaved& event);
    void trainingPaused(unlit::JobId job, const unlit::TrainingPaused& event);
    void finished(unlit::JobId job, const unlit::Finished& event);

private:
    template <class Body>
    bool replacesPending(Event& event, std::map<std::uint64_t, std::size_t>& places);
    void drain();
    void emitOne(const Event& event);

    std::mutex m_mutex;                                // guards the next four
    std::vector<Event> m_pending;                      // in order of arrival
    std::map<std::uint64_t, std::size_t> m_progressAt; // job -> its Progress in m_pending
    std::map<std::uint64_t, std::size_t> m_previewAt;  // job -> its PreviewReady in m_pending
    bool m_drainQueued = false;
    std::set<std::uint64_t> m_ended; // GUI thread only
};

} // namespace unlit::ui
