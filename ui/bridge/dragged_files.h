// Files of results that are dragged out of the window before they were saved.
#pragma once

#include "ui/bridge/background_queue.h"
#include "ui/models/queue_item.h"

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace unlit::ui {

/// A result that is in memory only is written as PNG, 16 bits a sample, a file each target, from
/// when its drag begins: 8K takes seconds, and a hand takes its time. GUI thread; the
/// destructor waits for the file at hand. Inputs of one name in two folders have a folder each.
class DraggedFiles {
public:
    using Paths = std::vector<std::filesystem::path>;

    explicit DraggedFiles(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Begins to write what `item` lacks; nothing for one that is saved, or has no result.
    void begin(const QueueItem& item);

    /// The saved files, or the copies, waited for. Empty where there are none, and where they could
    /// not be written.
    Paths of(const QueueItem& item);

private:
    struct Copy {
        std::weak_ptr<const InferenceResult> result;
        double albedoScale = 1;
        std::shared_future<Paths> files;
    };

    std::filesystem::path m_folder;
    std::map<QueueItemId, Copy> m_copies;
    BackgroundQueue m_queue{Haste::Soon}; // last: joined while the rest is there
};

} // namespace unlit::ui
