#include "ui/pages/infer/infer_page.h"

#include "core/base/error.h"
#include "core/session/infer/output_names.h"
#include "ui/kit/text.h"
#include "ui/models/queue_store.h"
#include "ui/widgets/page_columns.h"

#include <QKeyEvent>

#include <utility>

namespace unlit::ui {

namespace {

constexpr int kQueueWidthPx = 278;
constexpr int kSettingsWidthPx = 320;

} // namespace

InferPage::InferPage(const InferenceController::MakeService& makeService,
                     const ModelInspector::Inspect& inspect, QWidget* parent)
    : QWidget(parent), m_controller(makeService),
      m_queue(new QueuePanel(m_controller.queue(), this)), m_viewer(new ViewerPanel(this)),
      m_settings(new SettingsPanel(this)),
      m_columns(new QSplitter(this)), m_parts{*this,     m_controller, *m_queue,
                                              *m_viewer, *m_settings,  0,
                                              {}},
      m_model(m_parts, inspect), m_estimates(m_parts), m_saver(m_parts), m_verbs(m_parts, m_saver),
      m_intake(m_parts, m_verbs), m_sequence(m_parts), m_anchor(m_parts), m_strokes(m_parts),
      m_clipboard(m_parts, m_strokes) {
    layOutColumns(*this, *m_columns,
                  {{m_queue, kQueueWidthPx}, {m_viewer}, {m_settings, kSettingsWidthPx}});
    connectQueue();
    connectViewer();
    connectSettings();
    connectController();
    connectParts();
    makeActions();
    settingsEdited();
    showEmptyState();
}

void InferPage::setSettings(const InferSettings& settings) {
    m_settings->setSettings(settings);
    m_model.hideBroken();
    settingsEdited();
    if (!settings.modelFolder.isEmpty())
        chooseModel(settings.modelFolder);
}

void InferPage::setViewerSettings(const ViewerSettings& settings) {
    ViewState& state = m_viewer->viewer().state();
    state.setPaintLimits(settings.paintLimits);
    state.setMarksPaint(settings.marksPaint);
    state.setMarksLightless(settings.marksLightless);
}

ViewerSettings InferPage::viewerSettings() const {
    const ToneSettings& tone = m_viewer->viewer().state().tone();
    return {tone.marksPaint, tone.marksLightless, tone.paintLimits};
}

void InferPage::remember(const std::filesystem::path& stateFolder) {
    m_place = std::make_unique<QueuePlace>(stateFolder);
    m_strokes.setFolder(stateFolder / "strokes");
    m_estimates.remember(stateFolder / "timings.json");
    StoredQueue stored = readQueue(m_place->file());
    for (const std::filesystem::path& file : m_place->left()) {
        StoredQueue left = readQueue(file);
        std::ranges::move(left.items, std::back_inserter(stored.items));
        if (stored.problem.isEmpty())
            stored.problem = left.problem;
    }
    if (!m_place->isFirst())
        say(MessageBar::Kind::Note, tr("Another studio is open: this one has a queue of its own."),
            tr("The next one to start alone has the images of both."));
    if (!stored.problem.isEmpty())
        say(MessageBar::Kind::Bad, stored.problem);
    m_controller.restore(std::move(stored.items));
    m_verbs.tellRestored();
    m_keeper = std::make_unique<QueueKeeper>(m_controller.queue(), m_place->file());
    if (!m_place->left().empty() && m_keeper->writeNow())
        m_place->forgetLeft();
    connect(m_keeper.get(), &QueueKeeper::failed, this, [this](const QString& text) {
        say(MessageBar::Kind::Bad, tr("The queue cannot be remembered."), text);
    });
    if (m_controller.queue().rowCount() > 0)
        m_queue->select(m_controller.queue().at(0).id);
    m_estimates.update();
}

void InferPage::stop() {
    m_keeper.reset(); // first: what is cancelled now waits again next time
    m_place.reset();  // another studio may take it from now on
    m_controller.edits().cancelAll();
}

void InferPage::viewCurrent() {
    const QueueItemId id = m_queue->current();
    if (m_controller.queue().find(id) == nullptr) {
        m_parts.viewed = 0;
        m_viewer->player().setFrames({});
        showEmptyState();
        refreshSettings();
        m_strokes.follow();
        return;
    }
    view(id);
}

void InferPage::view(QueueItemId id) {
    const QueueItem* item = m_controller.queue().find(id);
    const bool isOther = id != m_parts.viewed;
    m_parts.viewed = id;
    m_inputChanged = false;
    if (item->isSequence())
        m_viewer->setFile();
    else
        m_viewer->setFile(item->path, item->maskLayers, item->layer);
    if (isOther && !item->isSequence())
        m_viewer->player().setFrames({});
    if (item->isSequence()) {
        m_sequence.view(*item, isOther);
    } else if (item->state == QueueState::Failed) {
        showFailedItem(*item);
    } else if (item->result) {
        m_viewer->showResult(item->result, item->albedoScale);
    } else if (isOther || !m_viewer->hasPicture()) {
        m_saved.forget();
        m_viewer->showNothing();
        m_controller.pictures().show(id);
        if (item->small && !item->size.isEmpty())
            m_viewer->showSmall(*item->small, item->size,
                                item->input.exposureEv.value_or(item->autoEv));
    }
    refreshSettings();
    m_strokes.follow();
}

void InferPage::itemChanged() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr)
        return;
    const bool hasLostPreview = !item->result && !item->isSequence() &&
                                item->state != QueueState::Running &&
                                m_shown.id == m_parts.viewed &&
                                m_shown.state == QueueState::Running && m_viewer->hasResult();
    if (hasLostPreview && item->state != QueueState::Failed) {
        m_viewer->showNothing();
        view(m_parts.viewed);
    }
    if (m_shown.id == m_parts.viewed && m_parts.resultOf(*item) && m_viewer->hasResult() &&
        item->albedoScale != m_shown.albedoScale) {
        m_viewer->showResult(m_parts.resultOf(*item), item->albedoScale);
        m_sequence.updateLook(*item);
        m_settings->message().hide(); // it was about an earlier brightness
    }
    if (m_shown.id == m_parts.viewed && !item->isSequence() &&
        m_viewer->setFile(item->path, item->maskLayers, item->layer))
        m_viewer->refreshLayers(); // they have been read meanwhile
    const bool wasFailed = m_shown.state == QueueState::Failed;
    const bool isFailed = item->state == QueueState::Failed;
    if (m_shown.id == m_parts.viewed && wasFailed != isFailed)
        view(m_parts.viewed);
    const bool isSame = m_shown.id == item->id && m_shown.state == item->state &&
                        m_shown.layers == item->layers.size() && m_shown.result == item->result &&
                        m_shown.input == item->input && m_shown.hasOwn == item->own.has_value() &&
                        m_shown.small == item->small && m_shown.albedoScale == item->albedoScale &&
                        m_shown.isStale == item->isStale;
    if (!isSame) {
        refreshSettings();
        m_strokes.follow();
    }
}

void InferPage::refreshSettings() {
    const QueueItem* item = m_parts.item();
    m_settings->setItem(item, item != nullptr ? m_saver.outputNames(*item) : QStringList());
    m_shown = {};
    if (item != nullptr)
        m_shown = {item->id,     item->state,       item->layers.size(),
                   item->result, item->input,       item->own.has_value(),
                   item->small,  item->albedoScale, item->isStale};
    m_estimates.update();
}

void InferPage::settingsEdited() {
    const InferSettings shown = m_settings->settings();
    try {
        checkOutputName(shown.output.name.toStdString());
    } catch (const Error& error) {
        // Nothing runs under a name that cannot be used; the last good one stays.
        m_settings->output().setNameProblem(sentence(error.what()) + u' ' + sentence(error.hint()));
        return;
    }
    if (m_settings->isOwnShown())
        m_controller.setOwnSettings(m_parts.viewed, shown);
    const InferSettings all = m_settings->settingsOfAll();
    const QualityValues values = all.quality == Quality::Custom
                                     ? all.custom()
                                     : m_settings->quality().valuesFor(all.quality);
    m_controller.setSettings(all, values);
    refreshSettings();
}

void InferPage::setOwn(bool isOwn) {
    const QueueItem* item = m_parts.item();
    if (item == nullptr || item->own.has_value() == isOwn)
        return;
    m_controller.setOwnSettings(m_parts.viewed,
                                isOwn ? std::optional(m_settings->settingsOfAll()) : std::nullopt);
    refreshSettings();
}

/// A renderer has written the file anew: what waits is shown as it is now, what has ended runs
/// again. What runs goes on with what it has read.
void InferPage::refresh() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr)
        return;
    if (item->state == QueueState::Waiting) {
        m_inputChanged = true;
        m_controller.setInput(m_parts.viewed, InputOptions(item->input));
    } else {
        m_controller.runner().runAgain(m_parts.viewed);
    }
}

/// Keys that mean something else while strokes are drawn.
bool InferPage::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (m_strokes.desk().takesKey(key->key(), key->modifiers())) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void InferPage::keyPressEvent(QKeyEvent* event) {
    if (!m_strokes.takeKey(*event) && !m_sequence.takeKey(*event))
        QWidget::keyPressEvent(event);
}

} // namespace unlit::ui
