// Who tells the Infer page what, and what it does then.
#include "ui/kit/machine_status.h"
#include "ui/kit/text.h"
#include "ui/pages/infer/infer_page.h"
#include "ui/widgets/file_dialog.h"

namespace unlit::ui {

void InferPage::connectQueue() {
    connect(m_queue, &QueuePanel::currentChanged, this, &InferPage::viewCurrent);
    connect(m_queue, &QueuePanel::picturesMissed, &m_controller.pictures(),
            &QueuePictures::rowsSeen);
    connect(m_queue, &QueuePanel::addAsked, &m_intake, &ImageIntake::browseImages);
    connect(m_queue, &QueuePanel::clearDoneAsked, &m_verbs, &QueueVerbs::clearDone);
    connect(m_queue, &QueuePanel::cancelAllAsked, &m_controller.edits(), &QueueEdits::cancelAll);
    connect(m_queue, &QueuePanel::continueAsked, this, [this] { m_controller.hold().set(false); });
    connect(m_queue, &QueuePanel::retryAsked, &m_controller.runner(), &QueueRunner::runAgain);
    connect(m_queue, &QueuePanel::closeAsked, &m_verbs, &QueueVerbs::close);
    connect(m_queue, &QueuePanel::menuAsked, this, &InferPage::showQueueMenu);
    connect(m_queue, &QueuePanel::showInFolderAsked, this, [this](QueueItemId id) {
        if (const QueueItem* item = m_controller.queue().find(id))
            showInFolder(item->path);
    });
    connect(&m_controller.queue(), &QAbstractItemModel::dataChanged, this, &InferPage::itemChanged);
    connect(&m_controller.queue(), &QAbstractItemModel::rowsRemoved, this, &InferPage::viewCurrent);
}

void InferPage::connectViewer() {
    ImageView& picture = m_viewer->view();
    picture.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&picture, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& place) { showPictureMenu(m_viewer->view().mapToGlobal(place)); });
    connect(m_viewer, &ViewerPanel::layerFailed, this, [this](const Failure& failure) {
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
    });
    connect(m_viewer, &ViewerPanel::noticeClicked, this, &InferPage::noticeClicked);
    connect(m_viewer, &ViewerPanel::noticeOtherClicked, this, [this] {
        if (const QueueItem* item = m_parts.item())
            showInFolder(item->path);
    });
}

void InferPage::connectSettings() {
    connect(m_settings, &SettingsPanel::edited, this, &InferPage::settingsEdited);
    connect(m_settings, &SettingsPanel::modelChosen, &m_model, &ChosenModel::choose);
    connect(m_settings, &SettingsPanel::browseModelAsked, &m_model, &ChosenModel::browse);
    connect(m_settings, &SettingsPanel::browseLoraAsked, &m_model, &ChosenModel::browseLora);
    connect(m_settings, &SettingsPanel::browseOutputAsked, &m_saver, &ResultSaver::browseFolder);
    connect(m_settings, &SettingsPanel::copyAsked, &m_clipboard, &ResultClipboard::copyCommand);
    connect(m_settings, &SettingsPanel::runAsked, this,
            [this] { m_controller.runner().runAgain(m_parts.viewed); });
    connect(m_settings, &SettingsPanel::finishAsked, this,
            [this] { m_controller.runner().finishEarly(m_parts.viewed); });
    connect(m_settings, &SettingsPanel::saveAsked, this,
            [this] { m_saver.save(m_parts.viewed, false); });
    connect(m_settings, &SettingsPanel::ownAsked, this, &InferPage::setOwn);
    connect(m_settings, &SettingsPanel::inputEdited, this, [this](const InputOptions& input) {
        m_inputChanged = true;
        m_controller.setInput(m_parts.viewed, input);
        m_sequence.reload();
    });
}

void InferPage::connectController() {
    connect(&m_controller.pictures(), &QueuePictures::pictureReady, this, &InferPage::takePicture);
    connect(&m_controller.pictures(), &QueuePictures::lookReady, this,
            [this](QueueItemId id, const std::shared_ptr<const Image>& small, const QSize& size,
                   double exposureEv) {
                if (id == m_parts.viewed && !m_viewer->hasPicture())
                    m_viewer->showSmall(*small, size, exposureEv);
            });
    connect(&m_controller.runner(), &QueueRunner::previewReady, this,
            [this](QueueItemId id, const std::shared_ptr<const InferenceResult>& soFar) {
                const QueueItem* item = m_controller.queue().find(id);
                if (id == m_parts.viewed && !m_inputChanged && item != nullptr)
                    m_viewer->showResult(soFar, item->albedoScale);
            });
    connect(&m_controller.runner(), &QueueRunner::resultReady, this, [this](QueueItemId id) {
        if (const QueueItem* item = m_controller.queue().find(id); item != nullptr && item->result)
            tellResult(*item->result);
        if (id == m_parts.viewed)
            view(id);
        m_estimates.update();
    });
    connect(&m_controller, &InferenceController::noted, this,
            [this](QueueItemId id, const QString& text) {
                const QueueItem* item = m_controller.queue().find(id);
                if (item != nullptr)
                    say(MessageBar::Kind::Bad, toQString(item->name()), text);
            });
    connect(&m_controller.runner(), &QueueRunner::runningChanged, this, &InferPage::jobChanged);
    connect(&m_controller.runner(), &QueueRunner::progressed, this, &InferPage::jobChanged);
}

void InferPage::takePicture(QueueItemId id, const std::shared_ptr<const Image>& image,
                            double exposureEv) {
    // A picture that is on show already stays: the same one comes again from the job.
    if (id != m_parts.viewed || (m_viewer->hasPicture() && !m_inputChanged))
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
}

void InferPage::connectParts() {
    connect(&m_controller.upkeep(), &ResultUpkeep::savingChanged, this, &InferPage::jobChanged);
    connect(&m_controller.upkeep(), &ResultUpkeep::resultChanged, this, [this](QueueItemId id) {
        if (const QueueItem* item = m_controller.queue().find(id);
            item != nullptr && id == m_parts.viewed)
            m_viewer->showResult(item->result, item->albedoScale);
    });
    connect(this, &InferPage::jobChanged, &m_estimates, &RunEstimates::jobMoved);
    connect(&m_saver, &ResultSaver::closeReady, this, &InferPage::closeReady);
    connect(&m_model, &ChosenModel::valuesChanged, this, &InferPage::settingsEdited);
    connect(&m_model, &ChosenModel::changed, this, &InferPage::viewCurrent);
    connect(&m_intake, &ImageIntake::modelFound, &m_model, &ChosenModel::choose);
    connect(&m_intake, &ImageIntake::lorasFound, &m_model, &ChosenModel::addLoras);
    connect(&m_intake, &ImageIntake::pairsFromTexturesAsked, this,
            &InferPage::pairsFromTexturesAsked);
    connect(&m_intake, &ImageIntake::setAsked, this, &InferPage::setAsked);
    connect(&m_strokes, &StrokesMode::setAsked, this, &InferPage::setAsked);
    connect(&m_viewer->viewer().state(), &ViewState::toneChanged, this, [this] {
        if (const QueueItem* item = m_parts.item())
            m_sequence.updateLook(*item);
    });
}

void InferPage::tellResult(const InferenceResult& result) {
    if (result.badPixels > 0)
        say(MessageBar::Kind::Bad,
            tr("%1 pixels of %2 are no finite numbers.")
                .arg(result.badPixels)
                .arg(toQString(result.request.input.filename())),
            tr("The network saw them clipped; the result may be wrong there."));
    const UsedSettings& used = result.prediction.used;
    m_estimates.add(result);
    QStringList parts{toQString(used.device).toUpper()};
    if (used.device == "cpu")
        parts += tr("%n threads", nullptr, computeThreads());
    parts += toQString(toString(used.precision));
    emit machineChanged(parts.join(QStringLiteral(" · ")));
}

} // namespace unlit::ui
