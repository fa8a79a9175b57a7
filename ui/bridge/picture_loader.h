// Reads pictures for the queue and the viewer in the background: header, pixels, thumbnail.
#pragma once

#include "core/base/failure.h"
#include "core/image/image_file.h"
#include "ui/bridge/background_queue.h"
#include "ui/models/queue_item.h"

#include <QObject>

#include <QSize>

#include <deque>
#include <filesystem>
#include <memory>

namespace unlit::ui {

struct LoadedPicture {
    QueueItemId id = 0;
    ImageInfo info;
    std::string layer; ///< the layer that was read
    QImage thumbnail;
    std::shared_ptr<const Image> small; ///< a small copy, in its own space and range
    double autoEv = 0;                  ///< what toDisplay would choose, from the whole picture
    std::shared_ptr<const Image> image; ///< null unless pixels were asked to be kept
};

/// What of a large picture is there while it is still being decoded.
struct PictureLook {
    QueueItemId id = 0;
    std::shared_ptr<const Image> small; ///< in its own space and range; grey where nothing is yet
    QSize size;                         ///< pixels of the picture
    double autoEv = 0;                  ///< at most 0: what is there may be dark
};

/// GUI thread; one picture is read at a time. The destructor waits for it.
class PictureLoader : public QObject {
    Q_OBJECT

public:
    enum class Keep { ThumbnailOnly, Pixels };

    explicit PictureLoader(QObject* parent = nullptr) : QObject(parent) {}

    /// Pictures with Keep::Pixels are served before waiting thumbnails. Where the same picture is
    /// being read for its thumbnail, its pixels are kept, and it is not read twice.
    void load(QueueItemId id, std::filesystem::path path, InputOptions input, Keep keep);

signals:
    /// Several times at most, before loaded() or failed().
    void looked(const unlit::ui::PictureLook& look);
    void loaded(const unlit::ui::LoadedPicture& picture);
    void failed(unlit::ui::QueueItemId id, const unlit::Failure& failure);

private:
    struct Task;

    void post(const std::shared_ptr<Task>& task);
    void finish(const std::shared_ptr<Task>& task, const LoadedPicture& picture);

    void drop(const std::shared_ptr<Task>& task);

    std::deque<std::shared_ptr<Task>> m_tasks; ///< that wait or run, nearly in their order
    BackgroundQueue m_queue{Haste::Soon};      // last: joined while the rest is there
};

} // namespace unlit::ui
