#include "ui/bridge/picture_loader.h"

#include "core/image/color.h"
#include "core/image/resize.h"
#include "ui/bridge/freed_elsewhere.h"
#include "ui/bridge/image_conversion.h"

#include <variant>

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

std::variant<LoadedPicture, Failure> read(QueueItemId id, const std::filesystem::path& path,
                                          const InputOptions& input, PictureLoader::Keep keep) {
    try {
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
    } catch (...) {
        return translateCurrentException();
    }
}

} // namespace

PictureLoader::PictureLoader(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

PictureLoader::~PictureLoader() {
    m_pool.clear();
    m_pool.waitForDone();
}

void PictureLoader::load(QueueItemId id, std::filesystem::path path, InputOptions input,
                         Keep keep) {
    const auto work = [this, id, path = std::move(path), input = std::move(input), keep] {
        auto answer = read(id, path, input, keep);
        QMetaObject::invokeMethod(this, [this, id, answer = std::move(answer)] {
            if (const auto* picture = std::get_if<LoadedPicture>(&answer))
                emit loaded(*picture);
            else
                emit failed(id, std::get<Failure>(answer));
        });
    };
    m_pool.start(work, keep == Keep::Pixels ? 1 : 0);
}

} // namespace unlit::ui
