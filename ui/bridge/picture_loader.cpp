#include "ui/bridge/picture_loader.h"

#include "core/image/color.h"
#include "core/image/resize.h"
#include "ui/bridge/freed_elsewhere.h"
#include "ui/bridge/image_conversion.h"

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

LoadedPicture read(QueueItemId id, const std::filesystem::path& path, const InputOptions& input,
                   PictureLoader::Keep keep) {
    LoadedPicture picture;
    picture.id = id;
    picture.info = readImageInfo(path);
    LoadedImage loaded = readImage(path, {.layer = input.layer, .space = input.space});
    picture.layer = loaded.layer;
    picture.small = std::make_shared<const Image>(thumbnail(loaded.image, kSmallPx));
    picture.autoEv = automaticEv(loaded.image);
    picture.thumbnail = makeThumbnail(loaded.image, kThumbnailPx);
    if (keep == PictureLoader::Keep::Pixels)
        picture.image = freedElsewhere(std::make_shared<const Image>(std::move(loaded.image)));
    return picture;
}

} // namespace

void PictureLoader::load(QueueItemId id, std::filesystem::path path, InputOptions input,
                         Keep keep) {
    m_queue.post([id, path = std::move(path), input = std::move(input),
                  keep](const std::stop_token&) { return read(id, path, input, keep); },
                 [this](const LoadedPicture& picture) { emit loaded(picture); },
                 [this, id](const Failure& failure) { emit failed(id, failure); },
                 keep == Keep::Pixels ? BackgroundQueue::Turn::Sooner
                                      : BackgroundQueue::Turn::Last);
}

} // namespace unlit::ui
