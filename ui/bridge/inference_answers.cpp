// What session and loader answer, brought into the queue.
#include "core/base/error.h"
#include "core/base/log.h"
#include "ui/bridge/inference_controller.h"
#include "ui/bridge/result_facts.h"
#include "ui/kit/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace unlit::ui {

namespace {

bool hasWideSamples(const ImageInfo& info) {
    constexpr std::array narrow{"uint1", "uint2", "uint4", "uint8"};
    return std::ranges::any_of(info.channels, [&](const ChannelInfo& channel) {
        return std::ranges::find(narrow, channel.type) == narrow.end();
    });
}

} // namespace

void InferenceController::takeInput(JobId job, const InputReady& event) {
    const QueueItem* item = m_queue.findJob(job);
    if (item == nullptr || !event.result || !event.result->input)
        return;
    const auto& result = *event.result;
    const QueueItemId id = item->id;
    m_queue.update(id, [&](QueueItem& changed) {
        changed.size = QSize(result.input->width, result.input->height);
        changed.layer = toQString(result.layer);
        changed.space = toQString(result.spaceReason);
    });
    const std::shared_ptr<const Image> input(event.result, result.input.get());
    emit pictureReady(id, input, result.exposureEv);
}

void InferenceController::takeResult(JobId job, const ResultReady& event) {
    if (!event.result)
        return;
    const auto& result = *event.result;
    if (m_upkeep.takeResult(job, result))
        return;
    const QueueItem* item = m_queue.findJob(job);
    if (item == nullptr)
        return;
    m_answered = job;
    if (item->isSequence()) {
        takeFrameResult(item->id, job, event);
        return;
    }
    m_queue.update(item->id, [&](QueueItem& changed) {
        changed.result = event.result;
        changed.savedBefore.clear();
        changed.saved = writtenFiles(result, changed);
        noteOutputs(result, changed);
        changed.unsaved.reset();
        changed.isStale = false;
        changed.seconds = result.seconds;
        changed.meanUncertainty = meanUncertainty(result);
    });
}

void InferenceController::finish(JobId job, const Finished& event) {
    if (m_upkeep.finish(job, event))
        return;
    const QueueItem* item = m_queue.findJob(job);
    if (item == nullptr)
        return;
    const QueueItemId id = item->id;
    if (item->isSequence()) {
        finishFrame(id, job, event);
        return;
    }
    // The picture was made, its files were not: there is something to look at and to save again.
    const bool isUnsaved = event.failure && m_answered == job;
    const bool isWantedAgain = m_again.erase(id) > 0 && event.outcome == Outcome::Cancelled;
    m_queue.update(id, [&](QueueItem& changed) {
        if (isWantedAgain) {
            changed.waitForRun();
            return;
        }
        if (event.outcome == Outcome::Done || isUnsaved)
            changed.state = QueueState::Done;
        else
            changed.state =
                event.outcome == Outcome::Failed ? QueueState::Failed : QueueState::Cancelled;
        if (event.failure)
            changed.failure = *event.failure;
        if (isUnsaved)
            changed.unsaved = event.failure;
    });
    if (event.outcome == Outcome::Done || isUnsaved) {
        m_upkeep.markStale(id); // settings may have changed while it ran
        keepWithinLimit();
        emit resultReady(id);
    }
    if (isUnsaved)
        emit m_upkeep.saveFailed(id, *event.failure);
    endRun(id);
}

void InferenceController::endRun(QueueItemId id) {
    if (id == m_running)
        m_running = 0;
    startNext();
    emit runningChanged();
}

void InferenceController::keepWithinLimit() {
    std::uint64_t bytes = 0;
    const QueueItem* newest = nullptr;
    for (int row = 0; row < m_queue.rowCount(); ++row) {
        const QueueItem& item = m_queue.at(row);
        bytes += item.result ? bytesOf(*item.result) : 0;
        if (item.result && (newest == nullptr || item.job.value > newest->job.value))
            newest = &item;
    }
    const QueueItemId newestId = newest != nullptr ? newest->id : 0;
    m_history.visit([&](QueueItem& item) { bytes += item.result ? bytesOf(*item.result) : 0; });
    m_history.visit([&](QueueItem& item) {
        if (bytes <= m_resultLimit || !item.result)
            return;
        bytes -= bytesOf(*item.result);
        item.letGoOfResult();
    });
    for (int row = 0; row < m_queue.rowCount() && bytes > m_resultLimit; ++row) {
        const QueueItem& item = m_queue.at(row);
        const bool isFree =
            item.result && !item.saved.empty() && item.id != m_shown && item.id != newestId;
        if (!isFree)
            continue;
        bytes -= bytesOf(*item.result);
        m_queue.update(item.id, [](QueueItem& changed) { changed.letGoOfResult(); });
    }
    if (bytes > m_resultLimit && nextItem() != nullptr) {
        m_fresh.clear(); // also what may run in spite of an earlier hold
        setHeld(true);
        emit resultsFull();
    }
}

void InferenceController::takeNote(JobId job, const LogLine& line) {
    QueueItemId id = m_upkeep.savedBy(job);
    if (const QueueItem* item = m_queue.findJob(job); id == 0 && item != nullptr)
        id = item->id;
    const QueueItem* item = m_queue.find(id);
    if (item == nullptr || line.level != LogLine::Level::Warning)
        return;
    QString text = toQString(line.text);
    text.remove(toQString(item->path) + QStringLiteral(": "));
    text = sentence(text.toStdString());
    m_queue.update(id, [&](QueueItem& changed) { changed.notes += text; });
    emit noted(id, text);
}

void InferenceController::takePicture(const LoadedPicture& picture) {
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
    m_pictures.pictureCame(picture.id, m_shown);
    const QueueItem* item = m_queue.find(picture.id);
    if (picture.image && item != nullptr && picture.id == m_shown)
        emit pictureReady(picture.id, picture.image,
                          item->input.exposureEv.value_or(picture.autoEv));
}

/// Of a row that nobody has looked at: how many bits its output has follows from it.
void InferenceController::readWidth(QueueItemId id) {
    try {
        const ImageInfo info = readImageInfo(m_queue.find(id)->path);
        m_queue.update(id, [&](QueueItem& item) { item.hasWideSamples = hasWideSamples(info); });
    } catch (const Error& error) {
        logInfo("its samples are not known before it runs: " + std::string(error.what()));
    }
}

void InferenceController::takeUnreadable(QueueItemId id, const Failure& failure) {
    m_pictures.pictureFailed(id);
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
