// The queue on disk, so that it survives the end of the program.
#pragma once

#include "ui/models/queue_item.h"

#include <QString>

#include <filesystem>
#include <vector>

namespace unlit::ui {

/// What a queue file held.
struct StoredQueue {
    std::vector<QueueItem> items;
    QString problem; ///< a sentence about a file that cannot be used; it was set aside; else empty
};

/// The items as JSON, in their order: path, input choices, own settings, state, failure, saved
/// files. Results and thumbnails are not in it.
QByteArray queueJson(const std::vector<QueueItem>& items);

/// Items that were running, and those whose result was never saved, wait again. A file that is no
/// queue is renamed to "<name>.broken". A missing file is an empty queue. Never throws.
StoredQueue readQueue(const std::filesystem::path& file) noexcept;

/// Atomically, off the GUI thread. Returns a sentence when it fails, else nothing.
QString writeQueue(const std::filesystem::path& file, const QByteArray& json) noexcept;

} // namespace unlit::ui
