// Buttons of the panels of the Infer page that ask for what its actions do.
#include "ui/pages/infer/infer_actions.h"
#include "ui/widgets/file_dialog.h"

namespace unlit::ui {

void InferActions::connectQueue() {
    connect(&m_parts.queue, &QueuePanel::addAsked, &m_do.intake, &ImageIntake::browseImages);
    connect(&m_parts.queue, &QueuePanel::clearDoneAsked, &m_do.verbs, &QueueVerbs::clearDone);
    connect(&m_parts.queue, &QueuePanel::cancelAllAsked, &m_parts.controller.edits(),
            &QueueEdits::cancelAll);
    connect(&m_parts.queue, &QueuePanel::continueAsked, this,
            [this] { m_parts.controller.hold().set(false); });
    connect(&m_parts.queue, &QueuePanel::retryAsked, &m_parts.controller.runner(),
            &QueueRunner::runAgain);
    connect(&m_parts.queue, &QueuePanel::closeAsked, &m_do.verbs, &QueueVerbs::close);
    connect(&m_parts.queue, &QueuePanel::showInFolderAsked, this, [this](QueueItemId id) {
        if (const QueueItem* item = m_parts.controller.queue().find(id))
            showInFolder(item->path);
    });
}

void InferActions::connectViewer() {
    connect(&m_parts.viewer, &ViewerPanel::noticeClicked, this, &InferActions::nextStep);
    connect(&m_parts.viewer, &ViewerPanel::noticeOtherClicked, this, [this] {
        if (const QueueItem* item = m_parts.item())
            showInFolder(item->path);
    });
}

void InferActions::connectSettings() {
    connect(&m_parts.settings, &SettingsPanel::modelChosen, &m_do.model, &ChosenModel::choose);
    connect(&m_parts.settings, &SettingsPanel::browseModelAsked, &m_do.model, &ChosenModel::browse);
    connect(&m_parts.settings, &SettingsPanel::browseLoraAsked, &m_do.model,
            &ChosenModel::browseLora);
    connect(&m_parts.settings, &SettingsPanel::browseOutputAsked, &m_do.saver,
            &ResultSaver::browseFolder);
    connect(&m_parts.settings, &SettingsPanel::copyAsked, &m_do.clipboard,
            &ResultClipboard::copyCommand);
    connect(&m_parts.settings, &SettingsPanel::runAsked, this,
            [this] { m_parts.controller.runner().runAgain(m_parts.viewed); });
    connect(&m_parts.settings, &SettingsPanel::finishAsked, this,
            [this] { m_parts.controller.runner().finishEarly(m_parts.viewed); });
    connect(&m_parts.settings, &SettingsPanel::saveAsked, this,
            [this] { m_do.saver.save(m_parts.viewed, false); });
}

/// The button of what the viewer says where there is no picture.
void InferActions::nextStep() {
    if (m_parts.viewed != 0)
        m_parts.controller.runner().runAgain(m_parts.viewed);
    else if (m_parts.model)
        m_do.intake.browseImages();
    else
        m_do.model.browse();
}

} // namespace unlit::ui
