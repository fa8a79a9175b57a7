// Who tells the Infer page what, and what it does then.
#include "core/image/color/color_space.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"

namespace unlit::ui {

namespace {

ModelQuality qualityOf(const ModelSummary& summary) {
    ModelQuality quality;
    quality.defaults = {summary.defaultSteps, 1, summary.defaultProcessingRes};
    quality.isOneStep = summary.isOneStep;
    quality.knowsErrors = summary.knowsErrors;
    quality.strength = summary.strength;
    quality.hasStrength = summary.hasStrength;
    if (summary.mostMembers > 0)
        quality.mostMembers = summary.mostMembers;
    return quality;
}

} // namespace

void InferPage::connectQueue() {
    connect(m_queue, &QueuePanel::currentChanged, this, &InferPage::viewCurrent);
    connect(m_queue, &QueuePanel::picturesMissed, &m_controller,
            &InferenceController::picturesSeen);
    connect(m_queue, &QueuePanel::addAsked, this, &InferPage::browseImages);
    connect(m_queue, &QueuePanel::clearDoneAsked, this, &InferPage::clearDone);
    connect(m_queue, &QueuePanel::cancelAllAsked, &m_controller, &InferenceController::cancelAll);
    connect(m_queue, &QueuePanel::continueAsked, this, [this] { m_controller.setHeld(false); });
    connect(m_queue, &QueuePanel::retryAsked, &m_controller, &InferenceController::runAgain);
    connect(m_queue, &QueuePanel::closeAsked, this, &InferPage::closeItems);
    connect(m_queue, &QueuePanel::menuAsked, this, &InferPage::showMenu);
    connect(m_queue, &QueuePanel::showInFolderAsked, this, [this](QueueItemId id) {
        if (const QueueItem* item = m_controller.queue().find(id))
            showInFolder(item->path);
    });
    connect(&m_controller.queue(), &QAbstractItemModel::dataChanged, this, &InferPage::itemChanged);
    connect(&m_controller.queue(), &QAbstractItemModel::rowsRemoved, this, &InferPage::viewCurrent);
}

void InferPage::connectViewer() {
    connect(m_viewer, &ViewerPanel::layerFailed, this, [this](const Failure& failure) {
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
    });
    connect(m_viewer, &ViewerPanel::noticeClicked, this, &InferPage::noticeClicked);
    connect(m_viewer, &ViewerPanel::noticeOtherClicked, this, [this] {
        if (const QueueItem* item = m_controller.queue().find(m_viewed))
            showInFolder(item->path);
    });
}

void InferPage::connectSettings() {
    connect(m_settings, &SettingsPanel::edited, this, &InferPage::settingsEdited);
    connect(m_settings, &SettingsPanel::modelChosen, this, &InferPage::chooseModel);
    connect(m_settings, &SettingsPanel::browseModelAsked, this, &InferPage::browseModel);
    connect(m_settings, &SettingsPanel::browseLoraAsked, this, &InferPage::browseLora);
    connect(m_settings, &SettingsPanel::browseOutputAsked, this, &InferPage::browseOutput);
    connect(m_settings, &SettingsPanel::copyAsked, this, &InferPage::copyCommand);
    connect(m_settings, &SettingsPanel::runAsked, this,
            [this] { m_controller.runAgain(m_viewed); });
    connect(m_settings, &SettingsPanel::finishAsked, this,
            [this] { m_controller.finishEarly(m_viewed); });
    connect(m_settings, &SettingsPanel::saveAsked, this, [this] { save(m_viewed, false); });
    connect(m_settings, &SettingsPanel::ownAsked, this, &InferPage::setOwn);
    connect(m_settings, &SettingsPanel::inputEdited, this, [this](const InputOptions& input) {
        m_inputChanged = true;
        m_controller.setInput(m_viewed, input);
        const QueueItem* item = m_controller.queue().find(m_viewed);
        if (item == nullptr || !item->isSequence())
            return;
        SequencePlayer& player = m_viewer->player();
        const int frame = player.current();
        player.setFrames(framePictures(*item, m_controller.targets()));
        player.show(frame);
    });
}

void InferPage::connectController() {
    connect(&m_controller, &InferenceController::pictureReady, this,
            [this](QueueItemId id, const std::shared_ptr<const Image>& image, double exposureEv) {
                // A picture that is on show already stays: the same one comes again from the job.
                if (id != m_viewed || (m_viewer->hasPicture() && !m_inputChanged))
                    return;
                // What went wrong stays on show, whichever came first.
                if (const QueueItem* item = m_controller.queue().find(id);
                    item == nullptr || item->state == QueueState::Failed)
                    return;
                m_inputChanged = false;
                const QueueItem shown = *m_controller.queue().find(id);
                m_viewer->setFile(shown.path, shown.maskLayers, shown.layer);
                m_viewer->showInput(image, exposureEv);
                openSaved(shown, image, exposureEv);
            });
    connect(&m_controller, &InferenceController::lookReady, this,
            [this](QueueItemId id, const std::shared_ptr<const Image>& small, const QSize& size,
                   double exposureEv) {
                if (id == m_viewed && !m_viewer->hasPicture())
                    m_viewer->showSmall(*small, size, exposureEv);
            });
    connect(&m_controller, &InferenceController::previewReady, this,
            [this](QueueItemId id, const std::shared_ptr<const InferenceResult>& soFar) {
                const QueueItem* item = m_controller.queue().find(id);
                if (id == m_viewed && !m_inputChanged && item != nullptr)
                    m_viewer->showResult(soFar, item->albedoScale);
            });
    connect(&m_controller, &InferenceController::resultReady, this, [this](QueueItemId id) {
        if (const QueueItem* item = m_controller.queue().find(id); item != nullptr && item->result)
            tellResult(*item->result);
        if (id == m_viewed)
            view(id);
        updateEstimates();
    });
    connect(&m_controller, &InferenceController::noted, this,
            [this](QueueItemId id, const QString& text) {
                const QueueItem* item = m_controller.queue().find(id);
                if (item != nullptr)
                    say(MessageBar::Kind::Bad, toQString(item->name()), text);
            });
    connect(&m_controller, &InferenceController::broughtBack, this, &InferPage::tellBroughtBack);
    connect(&m_controller, &InferenceController::heldChanged, this, &InferPage::showHeld);
    connect(&m_controller, &InferenceController::resultsFull, this, [this] {
        m_isFull = true;
        showHeld();
    });
    connect(&m_controller, &InferenceController::runningChanged, this, &InferPage::jobChanged);
    connect(&m_controller, &InferenceController::progressed, this, &InferPage::jobChanged);
}

void InferPage::connectModel() {
    connect(&m_inspector, &ModelInspector::understood, this, [this](const ModelSummary& summary) {
        m_model = summary;
        m_settings->setUsable(toQString(summary.folder), true);
        m_settings->model().showSummary(summary);
        m_settings->quality().setModel(qualityOf(summary));
        m_settings->input().setModelPictures(
            colorSpaceFromString(summary.transfer).value_or(ColorSpace::Srgb), summary.headroomEv);
        settingsEdited();
        m_controller.setModel(summary.folder, qualityOf(summary), summary.targets);
        viewCurrent();
    });
    connect(&m_inspector, &ModelInspector::failed, this, [this](const Failure& failure) {
        m_model.reset();
        m_settings->setUsable(m_settings->settingsOfAll().modelFolder, false);
        m_settings->model().showFailure(failure);
        m_controller.setModel({});
        viewCurrent();
    });
}

void InferPage::connectFinder() {
    connect(&m_finder, &FileFinder::searching, this, &InferPage::tellSearch);
    connect(&m_finder, &FileFinder::found, this, &InferPage::takeFound);
    connect(&m_finder, &FileFinder::failed, this, [this](const Failure& failure) {
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
    });
}

} // namespace unlit::ui
