#include "ui/bridge/result_memory.h"

#include "ui/bridge/result_facts.h"
#include "ui/kit/machine_status.h"

#include <algorithm>

namespace unlit::ui {

namespace {

/// A quarter of the machine's memory, and something to go on with where that is unknown.
std::uint64_t usualResultLimit() {
    constexpr std::uint64_t least = std::uint64_t{512} << 20;
    return std::max(least, readMemoryStatus().totalBytes / 4);
}

std::uint64_t heldBy(const QueueItem& item) {
    return item.result ? bytesOf(*item.result) : 0;
}

} // namespace

ResultMemory::ResultMemory(InferenceQueueModel& queue, QueueHistory& history)
    : m_queue(queue), m_history(history), m_limit(usualResultLimit()) {}

bool ResultMemory::makeRoom(QueueItemId shown) {
    std::uint64_t bytes = 0;
    const QueueItem* newest = nullptr;
    for (const QueueItem& item : m_queue.items()) {
        bytes += heldBy(item);
        if (item.result && (newest == nullptr || item.job.value > newest->job.value))
            newest = &item;
    }
    const QueueItemId newestId = newest != nullptr ? newest->id : 0;
    m_history.visit([&](QueueItem& item) { bytes += heldBy(item); });
    m_history.visit([&](QueueItem& item) {
        if (bytes <= m_limit || !item.result)
            return;
        bytes -= heldBy(item);
        item.letGoOfResult();
    });
    for (int row = 0; row < m_queue.rowCount() && bytes > m_limit; ++row) {
        const QueueItem& item = m_queue.at(row);
        const bool isFree =
            item.result && !item.saved.empty() && item.id != shown && item.id != newestId;
        if (!isFree)
            continue;
        bytes -= heldBy(item);
        m_queue.update(item.id, [](QueueItem& changed) { changed.letGoOfResult(); });
    }
    return bytes <= m_limit;
}

} // namespace unlit::ui
