// What runs: one picture or sequence of the queue at a time is sent to the session, and what comes
// back is brought into the queue.
#pragma once

#include "ui/bridge/inference_service.h"
#include "ui/bridge/queue_hold.h"
#include "ui/bridge/queue_pictures.h"
#include "ui/bridge/request_maker.h"
#include "ui/bridge/result_memory.h"
#include "ui/bridge/result_upkeep.h"

#include <QObject>

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace unlit::ui {

/// What the runner works with. All of them outlive it.
struct RunnerParts {
    InferenceQueueModel& queue;
    QueueHold& hold;
    QueuePictures& pictures;
    const RequestMaker& requests;
    ResultUpkeep& upkeep;
    ResultMemory& memory;
    InferenceService& service;
};

/// GUI thread. Each item takes the settings of the moment it starts. One that fails does not stop
/// the others.
class QueueRunner : public QObject {
    Q_OBJECT

public:
    explicit QueueRunner(const RunnerParts& parts);

    /// The next item, if nothing runs, there is a model, and the queue is not held.
    void startNext();

    /// 0: nothing runs.
    QueueItemId running() const { return m_running; }

    /// Those of the items that wait run before all others that do, in this order; they run also
    /// where the queue is held for nothing but what an earlier start left.
    void runFirst(const std::vector<QueueItemId>& ids);
    /// Puts an item that has ended back to waiting. A sequence goes on; where it is all there, or
    /// has another brightness now, its frames are made again.
    void runAgain(QueueItemId id);
    void retryFailed();
    /// Ends the ensemble of this item, if it runs, with the members that are done.
    void finishEarly(QueueItemId id);

    /// Precondition: the item waits or runs.
    void cancel(QueueItemId id);
    /// An item that was cancelled; one that has not ended yet waits as soon as it has. False where
    /// it has come to another end.
    bool waitAgain(QueueItemId id);

    /// Seconds that the item needs to run, as far as it is known.
    using Estimate = std::function<std::optional<double>(const QueueItem&)>;
    /// Until all that runs and waits is done; unset where one of them cannot be estimated.
    std::optional<double> secondsLeft(const Estimate& estimate) const;

    /// Answers of the session; those to jobs of others are not heard.
    void takeProgress(JobId job, const Progress& event);
    void takePreview(JobId job, const PreviewReady& event);
    /// Precondition: it has a result.
    void takeResult(JobId job, const ResultReady& event);
    void finish(JobId job, const Finished& event);

signals:
    void runningChanged();
    void progressed(const unlit::Progress& progress);
    /// What the members so far of a running item make.
    void previewReady(unlit::ui::QueueItemId id,
                      const std::shared_ptr<const unlit::InferenceResult>& soFar);
    /// Of a sequence: of its newest frame.
    void resultReady(unlit::ui::QueueItemId id);
    /// Held because results that are not saved fill the memory.
    void resultsFull();
    /// Its frames have ended; the next item has not begun.
    void sequenceEnded(unlit::ui::QueueItemId id);

private:
    bool skipIfThere(const QueueItem& item);
    std::vector<JobId> submit(const QueueItem& item);
    void finishPicture(QueueItemId id, JobId job, const Finished& event);
    void finishFrame(QueueItemId id, JobId job, const Finished& event);
    void finishSequence(QueueItemId id);
    void showResult(QueueItemId id);
    /// The item has come to its end; the next one may begin.
    void endRun(QueueItemId id);

    RunnerParts m_parts;
    QueueItemId m_running = 0;
    JobId m_answered;              ///< the last job that gave its result
    std::set<QueueItemId> m_again; ///< being cancelled, and wanted all the same
};

} // namespace unlit::ui
