// Results after their run: saved, and brought to another strength, detail or black, or to other
// strokes, without a network.
#pragma once

#include "ui/bridge/background.h"
#include "ui/bridge/inference_service.h"
#include "ui/bridge/request_maker.h"
#include "ui/models/inference_queue_model.h"
#include "ui/models/queue_history.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace unlit::ui {

/// Savings that were asked for until none is left: how far they are, and what went wrong.
struct SaveCount {
    int asked = 0;
    int ended = 0;
    std::vector<QueueItemId> saved;
    std::vector<QueueItemId> failed;
    Failure failure; ///< the first one
};

/// Knows which results are not what the next run would make, and brings those that need no network
/// for it up to date, one at a time, in the background. GUI thread.
class ResultUpkeep : public QObject {
    Q_OBJECT

public:
    /// All of them must outlive it.
    ResultUpkeep(InferenceQueueModel& queue, QueueHistory& history, const RequestMaker& requests,
                 InferenceService& service);

    /// The settings of an item, or of all, may have changed.
    void markStale(QueueItemId id);
    void markStale();

    /// Its result is to get another strength or other strokes, and has not got them yet.
    bool isCatchingUp(QueueItemId id) const { return m_behind.contains(id); }

    /// Corrections by hand of these items; null = none. A result in memory gets them in the
    /// background without a run, and resultChanged follows; files that it was saved in are no
    /// longer its own. Returns how many items had others. Those of a sequence count for all its
    /// frames, in its next run.
    int setStrokes(const std::vector<QueueItemId>& ids,
                   const std::shared_ptr<const StrokeSet>& strokes);

    /// Where another strength or detail is being applied to its result, as soon as it is.
    void save(QueueItemId id, const OutputOptions& options);

    /// Of what is being saved now; all zero = nothing.
    const SaveCount& saving() const { return m_saveCount; }

    /// Items whose results are in memory and nowhere else.
    std::vector<QueueItemId> unsaved() const;

    /// What the session says of a job; false: it is none that saves.
    bool takeResult(JobId job, const InferenceResult& result);
    bool finish(JobId job, const Finished& event);
    /// 0: it is none that saves.
    QueueItemId savedBy(JobId job) const;

signals:
    /// Its result has another strength, detail or black, or other strokes now, without a run.
    void resultChanged(unlit::ui::QueueItemId id);
    /// Strokes that its result cannot get, and why; it stays as it was.
    void strokesRefused(unlit::ui::QueueItemId id, const unlit::Failure& failure);
    /// One more has been asked for, or has ended.
    void savingChanged();
    /// Nothing is being saved any more.
    void savesEnded(const unlit::ui::SaveCount& count);
    void saved(unlit::ui::QueueItemId id);
    /// Of a saving, or of a run that could not write what it made.
    void saveFailed(unlit::ui::QueueItemId id, const unlit::Failure& failure);

private:
    struct Saving {
        QueueItemId id = 0;
        std::shared_ptr<const InferenceResult> result; ///< as it was then
    };

    bool isStale(const QueueItem& item) const;
    bool canCatchUp(const QueueItem& item) const;
    void catchUp();
    void takeCaughtUp(QueueItemId id, const std::shared_ptr<const InferenceResult>& made,
                      const std::shared_ptr<InferenceResult>& changed);
    void giveUpCatching(QueueItemId id, const Failure& failure);
    void beginSave(QueueItemId id, const OutputOptions& options);
    void endSave(QueueItemId id, const std::optional<Failure>& failure);
    void finishSave(QueueItemId id, const Finished& event);
    void dropLaterSaves();
    /// In the queue, or among what was taken out of it.
    void change(QueueItemId id, const std::function<void(QueueItem&)>& act);

    InferenceQueueModel& m_queue;
    QueueHistory& m_history;
    const RequestMaker& m_requests;
    InferenceService& m_service;
    std::map<JobId, Saving> m_saves;
    std::map<QueueItemId, OutputOptions> m_laterSaves; ///< of those that catch up
    SaveCount m_saveCount;
    std::set<QueueItemId> m_behind; ///< results that can have the next run's settings without it
    QueueItemId m_catchingUp = 0;
    Background<std::shared_ptr<InferenceResult>> m_catchUp; // last: joined while the rest is there
};

} // namespace unlit::ui
