#include "ui/pages/infer/shown_item.h"

#include "ui/kit/text.h"
#include "ui/pages/infer/frame_reader.h"
#include "ui/pages/infer/item_notice.h"

namespace unlit::ui {

ShownItem::ShownItem(InferParts& parts, ItemSettings& settings, SequenceStage& sequence,
                     StrokesMode& strokes)
    : m_parts(parts), m_settings(settings), m_sequence(sequence), m_strokes(strokes) {
    InferenceController& controller = parts.controller;
    connect(&parts.queue, &QueuePanel::currentChanged, this, &ShownItem::showChosen);
    connect(&controller.queue(), &QAbstractItemModel::dataChanged, this, &ShownItem::follow);
    connect(&controller.queue(), &QAbstractItemModel::rowsRemoved, this, &ShownItem::showChosen);
    connect(&settings, &ItemSettings::shown, this, &ShownItem::remember);
    connect(&parts.settings, &SettingsPanel::inputEdited, this, &ShownItem::setInput);
    connect(&controller.pictures(), &QueuePictures::pictureReady, this, &ShownItem::takePicture);
    connect(&controller.pictures(), &QueuePictures::lookReady, this, &ShownItem::takeLook);
    connect(&controller.runner(), &QueueRunner::previewReady, this, &ShownItem::takePreview);
    connect(&controller.runner(), &QueueRunner::resultReady, this, [this](QueueItemId id) {
        if (id == m_parts.viewed)
            show(id);
    });
    connect(&controller.upkeep(), &ResultUpkeep::resultChanged, this, &ShownItem::takeResult);
}

ShownItem::Seen ShownItem::seenOf(const QueueItem& item) {
    return {item.id,     item.state,       item.layers.size(),
            item.result, item.input,       item.own.has_value(),
            item.small,  item.albedoScale, item.isStale};
}

void ShownItem::showChosen() {
    const QueueItemId id = m_parts.queue.current();
    if (m_parts.controller.queue().find(id) == nullptr) {
        m_parts.viewed = 0;
        m_parts.viewer.player().setFrames({});
        m_parts.viewer.showNotice(noticeWithoutItem(m_parts.model.has_value()));
        m_settings.show();
        m_strokes.follow();
        return;
    }
    show(id);
}

void ShownItem::show(QueueItemId id) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    const bool isOther = id != m_parts.viewed;
    m_parts.viewed = id;
    m_inputChanged = false;
    if (item->isSequence())
        m_parts.viewer.setFile();
    else
        m_parts.viewer.setFile(item->path, item->maskLayers, item->layer);
    if (isOther && !item->isSequence())
        m_parts.viewer.player().setFrames({});
    if (item->isSequence()) {
        m_sequence.view(*item, isOther);
    } else if (item->state == QueueState::Failed) {
        m_parts.viewer.showNotice(noticeOfFailed(*item));
    } else if (item->result) {
        m_parts.viewer.showResult(item->result, item->albedoScale);
    } else if (isOther || !m_parts.viewer.hasPicture()) {
        m_saved.forget();
        m_parts.viewer.showNothing();
        m_parts.controller.pictures().show(id);
        if (item->small && !item->size.isEmpty())
            m_parts.viewer.showSmall(*item->small, item->size,
                                     item->input.exposureEv.value_or(item->autoEv));
    }
    m_settings.show();
    m_strokes.follow();
}

void ShownItem::follow() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr)
        return;
    const bool hasLostPreview = !item->result && !item->isSequence() &&
                                item->state != QueueState::Running && m_seen.id == m_parts.viewed &&
                                m_seen.state == QueueState::Running && m_parts.viewer.hasResult();
    if (hasLostPreview && item->state != QueueState::Failed) {
        m_parts.viewer.showNothing();
        show(m_parts.viewed);
    }
    if (m_seen.id == m_parts.viewed && m_parts.resultOf(*item) && m_parts.viewer.hasResult() &&
        item->albedoScale != m_seen.albedoScale) {
        m_parts.viewer.showResult(m_parts.resultOf(*item), item->albedoScale);
        m_sequence.updateLook(*item);
        m_parts.settings.message().hide(); // it was about an earlier brightness
    }
    if (m_seen.id == m_parts.viewed && !item->isSequence() &&
        m_parts.viewer.setFile(item->path, item->maskLayers, item->layer))
        m_parts.viewer.refreshLayers(); // they have been read meanwhile
    const bool wasFailed = m_seen.state == QueueState::Failed;
    const bool isFailed = item->state == QueueState::Failed;
    if (m_seen.id == m_parts.viewed && wasFailed != isFailed)
        show(m_parts.viewed);
    if (m_seen != seenOf(*item)) {
        m_settings.show();
        m_strokes.follow();
    }
}

void ShownItem::remember() {
    const QueueItem* item = m_parts.item();
    m_seen = item != nullptr ? seenOf(*item) : Seen();
}

void ShownItem::setInput(const InputOptions& input) {
    m_inputChanged = true;
    m_parts.controller.setInput(m_parts.viewed, input);
    m_sequence.reload();
}

void ShownItem::readAgain() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr)
        return;
    if (item->state == QueueState::Waiting) {
        m_inputChanged = true;
        m_parts.controller.setInput(m_parts.viewed, InputOptions(item->input));
    } else {
        m_parts.controller.runner().runAgain(m_parts.viewed);
    }
}

void ShownItem::takePicture(QueueItemId id, const std::shared_ptr<const Image>& image,
                            double exposureEv) {
    // A picture that is on show already stays: the same one comes again from the job.
    if (id != m_parts.viewed || (m_parts.viewer.hasPicture() && !m_inputChanged))
        return;
    // What went wrong stays on show, whichever came first.
    if (const QueueItem* item = m_parts.controller.queue().find(id);
        item == nullptr || item->state == QueueState::Failed)
        return;
    m_inputChanged = false;
    const QueueItem shown = *m_parts.controller.queue().find(id);
    m_parts.viewer.setFile(shown.path, shown.maskLayers, shown.layer);
    m_parts.viewer.showInput(image, exposureEv);
    openSaved(shown, image, exposureEv);
}

void ShownItem::takeLook(QueueItemId id, const std::shared_ptr<const Image>& small,
                         const QSize& size, double exposureEv) {
    if (id == m_parts.viewed && !m_parts.viewer.hasPicture())
        m_parts.viewer.showSmall(*small, size, exposureEv);
}

void ShownItem::takePreview(QueueItemId id, const std::shared_ptr<const InferenceResult>& soFar) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (id == m_parts.viewed && !m_inputChanged && item != nullptr)
        m_parts.viewer.showResult(soFar, item->albedoScale);
}

/// It was changed after its run.
void ShownItem::takeResult(QueueItemId id) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (item != nullptr && id == m_parts.viewed)
        m_parts.viewer.showResult(item->result, item->albedoScale);
}

/// Beside its input, of the pixels given: after a restart, or where memory had no room for it.
void ShownItem::openSaved(const QueueItem& item, const std::shared_ptr<const Image>& input,
                          double exposureEv) {
    const bool isThere = item.state == QueueState::Done || item.state == QueueState::Skipped;
    if (item.result || item.isSequence() || item.saved.empty() || !isThere)
        return;
    FramePictures pictures = savedPictures(item, m_parts.controller.requests().targets());
    if (pictures.targets.empty())
        return;
    pictures.exposureEv = exposureEv;
    m_saved.ask([pictures, input](const std::stop_token&) { return readSaved(pictures, input); },
                [this, id = item.id](const std::shared_ptr<const InferenceResult>& result) {
                    const QueueItem* shown = m_parts.controller.queue().find(id);
                    if (shown != nullptr && id == m_parts.viewed && !shown->result)
                        m_parts.viewer.showResult(result, shown->albedoScale);
                },
                [this, name = item.name()](const Failure& failure) {
                    m_parts.say(MessageBar::Kind::Bad,
                                tr("The saved result of %1 cannot be shown.").arg(toQString(name)),
                                sentence(failure.message) + u' ' + tr("Run it again (Ctrl+R)."));
                });
}

} // namespace unlit::ui
