// Which rows of the queue have their small pictures read: of a few all of them, of thousands those
// that are looked at.
#pragma once

#include "ui/models/inference_queue_model.h"

#include <deque>
#include <unordered_set>
#include <vector>

namespace unlit::ui {

class PictureLoader;

/// GUI thread. Both outlive it.
class RowPictures {
public:
    /// In a queue that is longer, rows wait until they are looked at.
    static constexpr int kFewRows = 300;
    /// Of a longer queue as many thumbnails are kept, and inputs of 320 pixels for what the network
    /// sees.
    static constexpr std::size_t kMostThumbnails = 1000;
    static constexpr std::size_t kMostInputs = 50;

    RowPictures(InferenceQueueModel& queue, PictureLoader& loader)
        : m_queue(queue), m_loader(loader) {}

    /// A row that came, or whose file is to be read anew.
    void rowCame(QueueItemId id);
    /// Rows that are looked at.
    void rowsSeen(const std::vector<QueueItemId>& ids);
    /// `running` has begun: what is known of the one behind it is known when it begins.
    void rowsRunNext(QueueItemId running);
    /// A picture was read; `shown` keeps what it has.
    void pictureCame(QueueItemId id, QueueItemId shown);
    void pictureFailed(QueueItemId id);

private:
    void ask(const QueueItem& item);

    InferenceQueueModel& m_queue;
    PictureLoader& m_loader;
    std::unordered_set<QueueItemId> m_asked;
    std::unordered_set<QueueItemId> m_unreadable; ///< not asked for at each glance
    std::deque<QueueItemId> m_thumbnails;         ///< the newest last
    std::deque<QueueItemId> m_inputs;
};

} // namespace unlit::ui
