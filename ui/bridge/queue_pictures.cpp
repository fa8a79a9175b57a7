#include "ui/bridge/queue_pictures.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "ui/kit/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace unlit::ui {

namespace {

bool hasWideSamples(const ImageInfo& info) {
    constexpr std::array narrow{"uint1", "uint2", "uint4", "uint8"};
    return std::ranges::any_of(info.channels, [&](const ChannelInfo& channel) {
        return std::ranges::find(narrow, channel.type) == narrow.end();
    });
}

} // namespace

QueuePictures::QueuePictures(InferenceQueueModel& queue) : m_queue(queue) {
    connect(&m_loader, &PictureLoader::looked, this, &QueuePictures::takeLook);
    connect(&m_loader, &PictureLoader::loaded, this, &QueuePictures::takePicture);
    connect(&m_loader, &PictureLoader::failed, this, &QueuePictures::takeUnreadable);
}

void QueuePictures::show(QueueItemId id) {
    m_shown = id;
    const QueueItem* item = m_queue.find(id);
    if (item != nullptr && !item->result)
        m_loader.load(id, item->path, item->input, PictureLoader::Keep::Pixels);
    else if (item != nullptr && !item->small)
        readThumbnail(*item);
}

void QueuePictures::readRow(QueueItemId id) {
    m_rows.rowCame(id);
}

void QueuePictures::readThumbnail(const QueueItem& item) {
    m_loader.load(item.id, item.path, item.input, PictureLoader::Keep::ThumbnailOnly);
}

void QueuePictures::readAgain(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    if (item != nullptr && id == m_shown)
        m_loader.load(id, item->path, item->input, PictureLoader::Keep::Pixels);
    else
        m_rows.rowCame(id);
}

/// Of a row that nobody has looked at: how many bits its output has follows from it.
void QueuePictures::readWidth(QueueItemId id) {
    try {
        const ImageInfo info = readImageInfo(m_queue.find(id)->path);
        m_queue.update(id, [&](QueueItem& item) { item.hasWideSamples = hasWideSamples(info); });
    } catch (const Error& error) {
        logInfo("its samples are not known before it runs: " + std::string(error.what()));
    }
}

void QueuePictures::takeInput(QueueItemId id,
                              const std::shared_ptr<const InferenceResult>& result) {
    m_queue.update(id, [&](QueueItem& changed) {
        changed.size = QSize(result->input->width, result->input->height);
        changed.layer = toQString(result->layer);
        changed.space = toQString(result->spaceReason);
    });
    const std::shared_ptr<const Image> input(result, result->input.get());
    emit pictureReady(id, input, result->exposureEv);
}

void QueuePictures::takeLook(const PictureLook& look) {
    if (const QueueItem* item = m_queue.find(look.id); item != nullptr && look.id == m_shown)
        emit lookReady(look.id, look.small, look.size,
                       item->input.exposureEv.value_or(look.autoEv));
}

void QueuePictures::takePicture(const LoadedPicture& picture) {
    m_queue.update(picture.id, [&](QueueItem& item) {
        item.size = QSize(picture.info.width, picture.info.height);
        item.layer = toQString(picture.layer);
        item.fileSpace = picture.info.space;
        item.space = toQString(picture.info.spaceReason);
        item.thumbnail = picture.thumbnail;
        item.small = picture.small;
        item.autoEv = picture.autoEv;
        item.hasWideSamples = hasWideSamples(picture.info);
        item.layers.clear();
        item.maskLayers.clear();
        for (const LayerInfo& layer : picture.info.layers) {
            item.maskLayers += toQString(layer.name);
            if (layer.isColor)
                item.layers.push_back(layer);
        }
    });
    m_rows.pictureCame(picture.id, m_shown);
    const QueueItem* item = m_queue.find(picture.id);
    if (picture.image && item != nullptr && picture.id == m_shown)
        emit pictureReady(picture.id, picture.image,
                          item->input.exposureEv.value_or(picture.autoEv));
}

void QueuePictures::takeUnreadable(QueueItemId id, const Failure& failure) {
    m_rows.pictureFailed(id);
    const QueueItem* item = m_queue.find(id);
    // A running job tells the same in its own time; a finished one has a picture already.
    // Of a sequence one frame is broken, and the others are not.
    if (item == nullptr || item->state != QueueState::Waiting || item->isSequence())
        return;
    m_queue.update(id, [&](QueueItem& changed) {
        changed.state = QueueState::Failed;
        changed.failure = failure;
    });
}

} // namespace unlit::ui
