// What the Infer page shows where there is no result in memory: words, or what was saved.
#include "ui/kit/text.h"
#include "ui/pages/infer/frame_reader.h"
#include "ui/pages/infer/infer_page.h"

namespace unlit::ui {

void InferPage::showEmptyState() {
    if (m_parts.model) {
        m_viewer->showNotice({.icon = QStringLiteral("drop"),
                              .title = tr("Drop an image to take its light out"),
                              .text = tr("EXR, PNG, TIFF, JPEG or HDR, one or many, or a whole "
                                         "folder. It starts by itself."),
                              .button = tr("Add images…"),
                              .isPrimary = true});
        return;
    }
    m_viewer->showNotice(
        {.icon = QStringLiteral("models"),
         .title = tr("First choose a model folder"),
         .text = tr("A model in the diffusers layout: the folder that holds model_index.json. You "
                    "can drop it anywhere in this window. Images dropped before wait for it."),
         .button = tr("Choose model folder…"),
         .isPrimary = true});
}

void InferPage::showFailedItem(const QueueItem& item) {
    QString text = InferenceQueueModel::errorText(item);
    if (!item.failure.hint.empty())
        text += QStringLiteral("\n\n") + sentence(item.failure.hint);
    m_viewer->showNotice({.icon = QStringLiteral("warning"),
                          .title = tr("%1 failed").arg(toQString(item.name())),
                          .text = text,
                          .button = tr("Retry"),
                          .otherButton = tr("Show in folder"),
                          .isBad = true});
}

void InferPage::noticeClicked() {
    if (m_parts.viewed != 0)
        m_controller.runner().runAgain(m_parts.viewed);
    else if (m_parts.model)
        m_intake.browseImages();
    else
        m_model.browse();
}

/// Beside its input, of the pixels given: after a restart, or where memory had no room for it.
void InferPage::openSaved(const QueueItem& item, const std::shared_ptr<const Image>& input,
                          double exposureEv) {
    const bool isThere = item.state == QueueState::Done || item.state == QueueState::Skipped;
    if (item.result || item.isSequence() || item.saved.empty() || !isThere)
        return;
    FramePictures pictures = savedPictures(item, m_controller.requests().targets());
    if (pictures.targets.empty())
        return;
    pictures.exposureEv = exposureEv;
    m_saved.ask([pictures, input](const std::stop_token&) { return readSaved(pictures, input); },
                [this, id = item.id](const std::shared_ptr<const InferenceResult>& result) {
                    const QueueItem* shown = m_controller.queue().find(id);
                    if (shown != nullptr && id == m_parts.viewed && !shown->result)
                        m_viewer->showResult(result, shown->albedoScale);
                },
                [this, name = item.name()](const Failure& failure) {
                    say(MessageBar::Kind::Bad,
                        tr("The saved result of %1 cannot be shown.").arg(toQString(name)),
                        sentence(failure.message) + u' ' + tr("Run it again (Ctrl+R)."));
                });
}

} // namespace unlit::ui
