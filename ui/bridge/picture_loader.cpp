#include "ui/bridge/picture_loader.h"

#include "core/image/color/color.h"
#include "core/image/resize.h"
#include "ui/bridge/freed_elsewhere.h"
#include "ui/bridge/image_conversion.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace unlit::ui {

namespace {

constexpr int kThumbnailPx = 160; // enough for a 54 px cell at three times the density

constexpr int kSmallPx = 320; // the preview of what the network sees

double automaticEv(const Image& image) {
    if (image.space == ColorSpace::Linear)
        return autoExposure(image);
    if (image.space != ColorSpace::AcesCg)
        return 0;
    Image linear = image;
    convertTo(linear, ColorSpace::Linear);
    return autoExposure(linear);
}

} // namespace

struct PictureLoader::Task {
    QueueItemId id = 0;
    std::filesystem::path path;
    InputOptions input;
    std::atomic<bool> hasBegun = false;
    std::atomic<bool> keepsPixels = false; ///< may be asked for while it is read
};

namespace {

using Look = std::function<void(PictureLook)>;

LoadedPicture read(QueueItemId id, const std::filesystem::path& path, const InputOptions& input,
                   const std::atomic<bool>& keepsPixels, const Look& look) {
    LoadedPicture picture;
    picture.id = id;
    picture.info = readImageInfo(path);
    const QSize size(picture.info.width, picture.info.height);
    ReadOptions options{.layer = input.layer, .space = input.space};
    options.look = [&](Image soFar, std::array<int, 2>) {
        // The top of a picture may be its darkest part: noise is not lifted for a moment.
        const double ev = std::min(0.0, automaticEv(soFar));
        look({id, std::make_shared<const Image>(std::move(soFar)), size, ev});
    };
    LoadedImage loaded = readImage(path, options);
    picture.layer = loaded.layer;
    picture.small = std::make_shared<const Image>(thumbnail(loaded.image, kSmallPx));
    picture.autoEv = automaticEv(loaded.image);
    picture.thumbnail = makeThumbnail(loaded.image, kThumbnailPx);
    if (keepsPixels)
        picture.image = freedElsewhere(std::make_shared<const Image>(std::move(loaded.image)));
    return picture;
}

} // namespace

void PictureLoader::load(QueueItemId id, std::filesystem::path path, InputOptions input,
                         Keep keep) {
    if (keep == Keep::Pixels)
        for (const auto& task : m_tasks)
            if (task->id == id && task->hasBegun && task->path == path && task->input == input) {
                task->keepsPixels = true;
                return;
            }
    auto task = std::make_shared<Task>();
    task->id = id;
    task->path = std::move(path);
    task->input = std::move(input);
    task->keepsPixels = keep == Keep::Pixels;
    m_tasks.push_back(task);
    post(task);
}

void PictureLoader::post(const std::shared_ptr<Task>& task) {
    const auto tell = [this](const std::stop_token& stop, PictureLook look) {
        m_queue.tell(stop, [this, look = std::move(look)] { emit looked(look); });
    };
    m_queue.post(
        [task, tell](const std::stop_token& stop) {
            task->hasBegun = true;
            return read(task->id, task->path, task->input, task->keepsPixels,
                        [&](PictureLook look) { tell(stop, std::move(look)); });
        },
        [this, task](const LoadedPicture& picture) { finish(task, picture); },
        [this, task](const Failure& failure) {
            drop(task);
            emit failed(task->id, failure);
        },
        task->keepsPixels ? BackgroundQueue::Turn::Sooner : BackgroundQueue::Turn::Last);
}

void PictureLoader::drop(const std::shared_ptr<Task>& task) {
    const auto found = std::ranges::find(m_tasks, task);
    if (found != m_tasks.end())
        m_tasks.erase(found);
}

void PictureLoader::finish(const std::shared_ptr<Task>& task, const LoadedPicture& picture) {
    drop(task);
    emit loaded(picture);
    if (task->keepsPixels && !picture.image) // asked for a moment too late
        load(task->id, task->path, task->input, Keep::Pixels);
}

} // namespace unlit::ui
