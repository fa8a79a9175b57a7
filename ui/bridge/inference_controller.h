// The one object of the Infer page that calls session verbs: the queue with all that works on it,
// what comes into it, and the session's events on their way to who waits for them.
#pragma once

#include "ui/bridge/attention_asker.h"
#include "ui/bridge/event_bridge.h"
#include "ui/bridge/inference_service.h"
#include "ui/bridge/queue_edits.h"
#include "ui/bridge/queue_hold.h"
#include "ui/bridge/queue_pictures.h"
#include "ui/bridge/queue_runner.h"
#include "ui/bridge/request_maker.h"
#include "ui/bridge/result_memory.h"
#include "ui/bridge/result_upkeep.h"
#include "ui/models/inference_queue_model.h"
#include "ui/settings/infer_settings.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace unlit::ui {

/// GUI thread. Waiting pictures start by themselves as soon as there is a model, unless the queue
/// is held.
class InferenceController : public QObject {
    Q_OBJECT

public:
    using MakeService = std::function<std::unique_ptr<InferenceService>(EventSink&)>;

    explicit InferenceController(const MakeService& makeService, QObject* parent = nullptr);

    InferenceQueueModel& queue() { return m_queue; }

    QueuePictures& pictures() { return m_pictures; }

    QueueHold& hold() { return m_hold; }

    ResultMemory& memory() { return m_memory; }

    QueueRunner& runner() { return m_runner; }

    QueueEdits& edits() { return m_edits; }

    /// What would be sent for an item now.
    const RequestMaker& requests() const { return m_requests; }

    /// Results after their run: strokes, savings, what is out of date.
    ResultUpkeep& upkeep() { return m_upkeep; }

    /// What attentions look at: a run beside the queue.
    AttentionAsker& attention() { return m_attention; }

    EventSink& sink() { return m_bridge; }

    /// Pictures only: see sortDropped for folders. Returns the new items.
    std::vector<QueueItemId> add(const std::vector<std::filesystem::path>& images);

    /// Pictures whose results are there, as items that are done and saved; those that have an item
    /// already get no other one. Returns the new ones.
    std::vector<QueueItemId> addMade(
        const std::map<std::filesystem::path, std::map<std::string, std::filesystem::path>>& made);

    /// One item for the frames of a sequence, in their order; 0 where one of them is waiting or
    /// running already. Frames are written as they are done, and those whose files are there are
    /// kept: a sequence goes on where it ended. One that failed in part says what is missing.
    QueueItemId addSequence(const std::vector<std::filesystem::path>& frames,
                            const std::string& pattern);
    /// Its frames are pictures by themselves from now on; one that runs is cancelled before.
    void splitSequence(QueueItemId id);
    /// The other way: these items go, and one sequence of their pictures comes. Returns it; 0, and
    /// nothing, where they are no frames of one sequence or one of them runs. Throws Error for two
    /// with the same number.
    QueueItemId joinSequence(const std::vector<QueueItemId>& ids);

    /// Items of an earlier start; the queue is held if any of them waits.
    void restore(std::vector<QueueItem> items);

    /// Empty: nothing starts. `quality` and `targets` are the model's.
    void setModel(const std::filesystem::path& folder, const ModelQuality& quality = {},
                  std::vector<std::string> targets = {});
    /// Of all items without settings of their own.
    void setSettings(const InferSettings& settings, const QualityValues& values);
    /// In place of those of all, or (nothing) no more.
    void setOwnSettings(QueueItemId id, std::optional<InferSettings> own);
    /// The layer, space and exposure of one item for all that have not ended.
    void setInputOfAll(const InputOptions& input);
    /// Used by the next run of this item; reads the picture again.
    void setInput(QueueItemId id, const InputOptions& input);

signals:
    /// A running or saving job has something to say: less memory, layers left out, ….
    void noted(unlit::ui::QueueItemId id, const QString& text);

private:
    void connectBridge();
    void takeNote(JobId job, const LogLine& line);
    void breakUp(QueueItemId id);

    RunnerParts parts();

    InferenceQueueModel m_queue;
    QueueHistory m_history;
    EventBridge m_bridge;
    RequestMaker m_requests;
    QueuePictures m_pictures{m_queue};
    QueueHold m_hold{m_queue};
    ResultMemory m_memory{m_queue, m_history};
    std::set<QueueItemId> m_split; ///< being cancelled; then their frames are pictures

    std::unique_ptr<InferenceService> m_service; // goes early, while its sink still stands
    AttentionAsker m_attention;
    ResultUpkeep m_upkeep; // joined while the rest is there
    QueueRunner m_runner;
    QueueEdits m_edits;
};

} // namespace unlit::ui
