// The one object of the Infer page that calls session verbs: feeds the queue to the session, one
// picture at a time, and the session's events back into the queue.
#pragma once

#include "ui/bridge/event_bridge.h"
#include "ui/bridge/inference_service.h"
#include "ui/bridge/picture_loader.h"
#include "ui/models/inference_queue_model.h"
#include "ui/settings/infer_settings.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>

namespace unlit::ui {

/// GUI thread. Waiting pictures start by themselves as soon as there is a model; each takes the
/// settings of the moment it starts.
class InferenceController : public QObject {
    Q_OBJECT

public:
    using MakeService = std::function<std::unique_ptr<InferenceService>(EventSink&)>;

    explicit InferenceController(const MakeService& makeService, QObject* parent = nullptr);

    InferenceQueueModel& queue() { return m_queue; }

    EventSink& sink() { return m_bridge; }

    /// Pictures only: see sortDropped for folders. Returns the new items.
    std::vector<QueueItemId> add(const std::vector<std::filesystem::path>& images);

    /// Empty: nothing starts.
    void setModel(const std::filesystem::path& folder);
    void setOptions(const InferOptions& options);
    /// What is written when a picture is done; see OutputChoice::saveWhenDone.
    void setOutput(const OutputChoice& output);
    /// Used by the next run of this item; reads the picture again.
    void setInput(QueueItemId id, const InputOptions& input);

    /// Puts an item that has ended back to waiting.
    void runAgain(QueueItemId id);
    /// Ends the item if it waits or runs.
    void cancel(QueueItemId id);
    void cancelAll();
    /// Takes an item out of the queue, cancelling it first.
    void remove(QueueItemId id);
    void clearDone();
    void save(QueueItemId id, const OutputOptions& options);

    /// Asks for the pixels of an item that has no result yet; pictureReady follows.
    void showInput(QueueItemId id);

    /// What would be sent for this item now.
    InferenceRequest requestFor(const QueueItem& item) const;

    QueueItemId running() const { return m_running; }

signals:
    /// The pixels of the input are there. Scene-linear ones in their own range.
    void pictureReady(unlit::ui::QueueItemId id, const std::shared_ptr<const unlit::Image>& image);
    void resultReady(unlit::ui::QueueItemId id);
    void runningChanged();
    void progressed(const unlit::Progress& progress);
    void saved(unlit::ui::QueueItemId id);
    void saveFailed(unlit::ui::QueueItemId id, const unlit::Failure& failure);

private:
    void connectBridge();
    void startNext();
    void takeInput(JobId job, const InputReady& event);
    void takeResult(JobId job, const ResultReady& event);
    void finish(JobId job, const Finished& event);
    void finishSave(QueueItemId id, const Finished& event);
    void takePicture(const LoadedPicture& picture);
    void takeUnreadable(QueueItemId id, const Failure& failure);

    InferenceQueueModel m_queue;
    EventBridge m_bridge;
    PictureLoader m_loader;
    std::filesystem::path m_model;
    InferOptions m_options;
    OutputChoice m_output;
    QueueItemId m_running = 0;
    QueueItemId m_shown = 0;
    std::map<JobId, QueueItemId> m_saves;
    std::unique_ptr<InferenceService> m_service; // last: goes first, while its sink still stands
};

} // namespace unlit::ui
