// What was taken out of the queue or cancelled there, so that it can be brought back.
#pragma once

#include "ui/models/queue_item.h"

#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace unlit::ui {

/// An item that has left the queue.
struct TakenItem {
    int row = 0; ///< where it stood before any item of its edit went
    QueueItem item;
};

/// An item whose albedo was made brighter or darker.
struct ScaledItem {
    QueueItemId id = 0;
    double before = 1; ///< QueueItem::albedoScale
    double after = 1;
};

/// What one key or click did.
struct QueueEdit {
    std::vector<TakenItem> taken; ///< by row, the first one first
    std::vector<QueueItemId> cancelled;
    bool endedHold = false; ///< the queue was held before, and not after
    std::vector<ScaledItem> scaled{};

    bool isEmpty() const { return size() == 0; }

    std::size_t size() const { return taken.size() + cancelled.size() + scaled.size(); }
};

/// Whom an edit that was taken back was about.
struct UndoneEdit {
    std::vector<QueueItemId> taken;
    std::vector<QueueItemId> cancelled;
    std::vector<ScaledItem> scaled;
};

/// A plain value; GUI thread. Keeps the newest edit whatever its size, and those before it while
/// all together hold at most kMostRows items.
class QueueHistory {
public:
    static constexpr std::size_t kMostRows = 4096;

    /// Something new was done: what was taken back before cannot be done again. Empty: nothing.
    void add(QueueEdit edit);
    /// Something was done again.
    void addAgain(QueueEdit edit);

    bool canUndo() const { return !m_edits.empty(); }

    bool canRedo() const { return !m_undone.empty(); }

    /// Hands out the last edit, for the caller to put back; nothing where there is none.
    std::optional<QueueEdit> undo();
    /// The edit that was taken back last; nothing where there is none.
    std::optional<UndoneEdit> redo();

    /// All items that are out of the queue, those that went longest ago first.
    void visit(const std::function<void(QueueItem&)>& look);

private:
    void forgetOldest();

    std::deque<QueueEdit> m_edits; ///< the newest last
    std::vector<UndoneEdit> m_undone;
};

} // namespace unlit::ui
