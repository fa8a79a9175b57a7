// How much memory results of the queue may fill.
#pragma once

#include "ui/models/inference_queue_model.h"
#include "ui/models/queue_history.h"

#include <cstdint>

namespace unlit::ui {

/// Results stay in memory up to a limit, those that were taken out of the queue among them. GUI
/// thread; both outlive it.
class ResultMemory {
public:
    /// The limit is a quarter of the machine's memory at first.
    ResultMemory(InferenceQueueModel& queue, QueueHistory& history);

    /// Bytes of results that are kept; the newest one always is.
    void setLimit(std::uint64_t bytes) { m_limit = bytes; }

    /// Beyond the limit results that were taken out are let go, then the oldest that are saved, but
    /// for that of `shown` and the newest. False: what is left is more all the same.
    bool makeRoom(QueueItemId shown);

private:
    InferenceQueueModel& m_queue;
    QueueHistory& m_history;
    std::uint64_t m_limit;
};

} // namespace unlit::ui
