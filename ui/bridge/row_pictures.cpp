#include "ui/bridge/row_pictures.h"

#include "ui/bridge/picture_loader.h"

namespace unlit::ui {

namespace {

/// Moves `id` to the end; the ones in front that are too many, taken out.
std::vector<QueueItemId> tooMany(std::deque<QueueItemId>& ids, QueueItemId id, std::size_t most) {
    std::erase(ids, id);
    ids.push_back(id);
    std::vector<QueueItemId> gone;
    for (; ids.size() > most; ids.pop_front())
        gone.push_back(ids.front());
    return gone;
}

} // namespace

void RowPictures::rowCame(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    m_unreadable.erase(id);
    m_asked.erase(id);
    if (item == nullptr)
        return;
    if (m_queue.rowCount() <= kFewRows)
        ask(*item);
    else if (!item->thumbnail.isNull() || item->small)
        m_queue.update(id, [](QueueItem& changed) {
            changed.thumbnail = {}; // it may be of another layer now; the next glance asks
            changed.small.reset();
        });
}

void RowPictures::rowsSeen(const std::vector<QueueItemId>& ids) {
    for (const QueueItemId id : ids) {
        const QueueItem* item = m_queue.find(id);
        if (item != nullptr && item->thumbnail.isNull() && !m_asked.contains(id) &&
            !m_unreadable.contains(id))
            ask(*item);
    }
}

void RowPictures::rowsRunNext(QueueItemId running) {
    const int row = m_queue.rowOf(running) + 1;
    if (row < m_queue.rowCount() && m_queue.at(row).state == QueueState::Waiting)
        rowsSeen({m_queue.at(row).id});
}

void RowPictures::ask(const QueueItem& item) {
    m_asked.insert(item.id);
    m_loader.load(item.id, item.path, item.input, PictureLoader::Keep::ThumbnailOnly);
}

void RowPictures::pictureCame(QueueItemId id, QueueItemId shown) {
    m_asked.erase(id);
    const bool isLong = m_queue.rowCount() > kFewRows;
    for (const QueueItemId gone : tooMany(m_inputs, id, kMostInputs))
        if (isLong && gone != shown)
            m_queue.update(gone, [](QueueItem& item) { item.small.reset(); });
    for (const QueueItemId gone : tooMany(m_thumbnails, id, kMostThumbnails))
        if (isLong)
            m_queue.update(gone, [](QueueItem& item) { item.thumbnail = {}; });
}

void RowPictures::pictureFailed(QueueItemId id) {
    m_asked.erase(id);
    m_unreadable.insert(id);
}

} // namespace unlit::ui
