// The one object of the Infer page that calls session verbs: feeds the queue to the session, one
// picture or sequence at a time, and the session's events back into the queue.
#pragma once

#include "ui/bridge/attention_asker.h"
#include "ui/bridge/event_bridge.h"
#include "ui/bridge/inference_service.h"
#include "ui/bridge/picture_loader.h"
#include "ui/bridge/request_maker.h"
#include "ui/bridge/result_upkeep.h"
#include "ui/bridge/row_pictures.h"
#include "ui/models/inference_queue_model.h"
#include "ui/settings/infer_settings.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace unlit::ui {

/// GUI thread. Waiting pictures start by themselves as soon as there is a model, unless the queue
/// is held; each takes the settings of the moment it starts: its own, or those of all. A picture
/// that fails does not stop the others. Results stay in memory up to a limit; beyond it the oldest
/// that are saved are let go, and where none is, the queue holds.
class InferenceController : public QObject {
    Q_OBJECT

public:
    using MakeService = std::function<std::unique_ptr<InferenceService>(EventSink&)>;

    explicit InferenceController(const MakeService& makeService, QObject* parent = nullptr);

    InferenceQueueModel& queue() { return m_queue; }

    /// Rows without a picture are looked at; in a long queue these alone are read.
    void picturesSeen(const std::vector<QueueItemId>& ids) { m_pictures.rowsSeen(ids); }

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

    /// Paint of these items is shown and written `scale` (above 0) times as bright as the model has
    /// it. Files that a result in memory was saved in are no longer its own. One edit, which undo()
    /// takes back. Returns how many items had another scale.
    int setAlbedoScale(const std::vector<QueueItemId>& ids, double scale);

    /// Those of the items that wait run before all others that do, in this order; they run also
    /// where the queue is held for nothing but what an earlier start left.
    void runFirst(const std::vector<QueueItemId>& ids);

    /// While held nothing new starts; what runs goes on.
    void setHeld(bool isHeld);

    bool isHeld() const { return m_isHeld; }

    /// Bytes of results that are kept; the newest one always is.
    void setResultLimit(std::uint64_t bytes) { m_resultLimit = bytes; }

    /// Used by the next run of this item; reads the picture again.
    void setInput(QueueItemId id, const InputOptions& input);

    /// Puts an item that has ended back to waiting. A sequence goes on; where it is all there, or
    /// has another brightness now, its frames are made again.
    void runAgain(QueueItemId id);
    void retryFailed();
    /// Ends the ensemble of this item, if it runs, with the members that are done.
    void finishEarly(QueueItemId id);

    /// Cancels those that wait or run, and takes out those that have ended. One edit, as are the
    /// next two: undo() takes it back.
    void close(const std::vector<QueueItemId>& ids);
    /// Takes out all that have ended but for those that failed, and results that are nowhere but in
    /// memory.
    void clearDone();
    void cancelAll();
    /// Brings back what the last edit took out, in its place and state, lets wait again what it
    /// cancelled, and gives back the scale of albedos. A result that the memory had no room for was
    /// let go: where it was never saved, its item waits again.
    void undo();
    /// Does again what was taken back last, to those of its items that are as they were then.
    void redo();

    bool canUndo() const { return m_history.canUndo(); }

    bool canRedo() const { return m_history.canRedo(); }

    /// Seconds that the item needs to run, as far as it is known.
    using Estimate = std::function<std::optional<double>(const QueueItem&)>;
    /// Until all that runs and waits is done; unset where one of them cannot be estimated.
    std::optional<double> secondsLeft(const Estimate& estimate) const;

    /// Asks for the pixels of an item that has no result yet; pictureReady follows.
    void showInput(QueueItemId id);

    /// What would be sent for an item now.
    InferenceRequest requestFor(const QueueItem& item) const { return m_requests.requestFor(item); }

    /// Results after their run: strokes, savings, what is out of date.
    ResultUpkeep& upkeep() { return m_upkeep; }

    /// What attentions look at: a run beside the queue.
    AttentionAsker& attention() { return m_attention; }

    QueueItemId running() const { return m_running; }

    /// The names of the model's targets; empty until there is one.
    const std::vector<std::string>& targets() const { return m_requests.targets(); }

signals:
    /// The pixels of the input are there, in their own range, and the stops that they are exposed
    /// by for the network.
    void pictureReady(unlit::ui::QueueItemId id, const std::shared_ptr<const unlit::Image>& image,
                      double exposureEv);
    /// Of an item whose pixels are still being read: what of them is there, small, the size of the
    /// picture, and the stops that it is exposed by.
    void lookReady(unlit::ui::QueueItemId id, const std::shared_ptr<const unlit::Image>& small,
                   const QSize& size, double exposureEv);
    /// What the members so far of a running item make.
    void previewReady(unlit::ui::QueueItemId id,
                      const std::shared_ptr<const unlit::InferenceResult>& soFar);
    /// Of a sequence: of its newest frame.
    void resultReady(unlit::ui::QueueItemId id);
    void runningChanged();
    void progressed(const unlit::Progress& progress);
    /// A running or saving job has something to say: less memory, layers left out, ….
    void noted(unlit::ui::QueueItemId id, const QString& text);
    void heldChanged();
    /// Held because results that are not saved fill the memory.
    void resultsFull();
    /// Whether there is something to undo or redo may have changed.
    void historyChanged();
    /// undo() did; never unknown ids.
    void broughtBack(const std::vector<unlit::ui::QueueItemId>& ids);

private:
    void connectBridge();
    void endEmptyHold();
    void startNext();
    /// Null: nothing may start now.
    const QueueItem* nextItem() const;
    void takeInput(JobId job, const InputReady& event);
    void takeResult(JobId job, const ResultReady& event);
    void finish(JobId job, const Finished& event);
    void takePicture(const LoadedPicture& picture);
    void takeUnreadable(QueueItemId id, const Failure& failure);
    void takeNote(JobId job, const LogLine& line);
    bool skipIfThere(const QueueItem& item);
    void keepWithinLimit();
    /// The item has come to its end; the next one may begin.
    void endRun(QueueItemId id);
    void readWidth(QueueItemId id);
    // queue_sequences.cpp
    std::vector<InferenceRequest> frameRequests(const QueueItem& item) const;
    std::vector<JobId> submitFrames(const QueueItem& item);
    void takeFrameResult(QueueItemId id, JobId job, const ResultReady& event);
    void finishFrame(QueueItemId id, JobId job, const Finished& event);
    void finishSequence(QueueItemId id);
    void cancelFrames(const QueueItem& item);
    // queue_edits.cpp
    QueueEdit closeNow(const std::vector<QueueItemId>& ids);
    /// Precondition: the item waits or runs.
    void cancel(QueueItemId id);
    bool waitAgain(QueueItemId id);
    void applyScale(QueueItemId id, double scale);

    InferenceQueueModel m_queue;
    QueueHistory m_history;
    EventBridge m_bridge;
    PictureLoader m_loader;
    RowPictures m_pictures{m_queue, m_loader};
    RequestMaker m_requests;
    bool m_isHeld = false;
    bool m_holdsRestored = false;  ///< held only because of what an earlier start left
    std::set<QueueItemId> m_fresh; ///< that such a hold does not keep
    std::uint64_t m_resultLimit;
    JobId m_answered; ///< the last job that gave its result
    QueueItemId m_running = 0;
    QueueItemId m_shown = 0;
    std::set<QueueItemId> m_again; ///< being cancelled, and wanted all the same
    std::set<QueueItemId> m_split; ///< being cancelled; then their frames are pictures

    std::unique_ptr<InferenceService> m_service; // goes early, while its sink still stands
    AttentionAsker m_attention;
    ResultUpkeep m_upkeep; // last: joined while the rest is there
};

} // namespace unlit::ui
