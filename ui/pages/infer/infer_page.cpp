#include "ui/pages/infer/infer_page.h"

#include "core/base/error.h"
#include "core/session/infer/output_names.h"
#include "core/session/infer/sequence_frames.h"
#include "ui/kit/cache_folder.h"
#include "ui/kit/text.h"
#include "ui/widgets/page_columns.h"

#include <algorithm>
#include <unordered_set>

namespace unlit::ui {

namespace {

constexpr int kQueueWidthPx = 278;
constexpr int kSettingsWidthPx = 320;

/// First those that are no frames, together and without a pattern, in their order; then sequences.
std::vector<FrameSequence> groupFrames(const std::vector<std::filesystem::path>& images) {
    std::vector<FrameSequence> groups;
    std::vector<FrameSequence> found;
    try {
        found = findSequences(images);
    } catch (const Error&) { // two with the same number: then they are pictures by themselves
        for (std::size_t i = 0; i < images.size(); ++i)
            found.push_back({images[i].string(), {i}, {0}});
    }
    std::vector<std::size_t> alone;
    for (const FrameSequence& sequence : found)
        if (!looksLikeFrames(sequence, images))
            alone.insert(alone.end(), sequence.files.begin(), sequence.files.end());
    std::ranges::sort(alone);
    if (!alone.empty()) // one drop of a thousand pictures is one edit of the queue
        groups.push_back({{}, alone, {}});
    for (FrameSequence& sequence : found)
        if (looksLikeFrames(sequence, images))
            groups.push_back(std::move(sequence));
    return groups;
}

} // namespace

InferPage::InferPage(const InferenceController::MakeService& makeService,
                     const ModelInspector::Inspect& inspect, QWidget* parent)
    : QWidget(parent), m_controller(makeService), m_inspect(inspect), m_inspector(inspect),
      m_dragged(cacheFolder("dragged")), m_queue(new QueuePanel(m_controller.queue(), this)),
      m_viewer(new ViewerPanel(this)), m_settings(new SettingsPanel(this)),
      m_anchor(new AnchorPopup(this)), m_columns(new QSplitter(this)),
      m_strokes(std::make_unique<StrokeDesk>(m_viewer->view())) {
    layOutColumns(*this, *m_columns,
                  {{m_queue, kQueueWidthPx}, {m_viewer}, {m_settings, kSettingsWidthPx}});
    connectQueue();
    connectViewer();
    connectSettings();
    connectController();
    connectSaves();
    connectModel();
    connectFinder();
    makeActions();
    makeAnchor();
    makeStrokes();
    makePlayer();
    makeViewActions();
    makeQueueActions();
    m_controller.queue().setOutsideFiles(
        {.begin = [this](const QueueItem& item) { m_dragged.begin(item); },
         .of = [this](const QueueItem& item) { return m_dragged.of(item); }});
    settingsEdited();
    showEmptyState();
}

void InferPage::setSettings(const InferSettings& settings) {
    m_settings->setSettings(settings);
    hideBrokenModels();
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

void InferPage::chooseModel(const QString& folder) {
    m_settings->setModelFolder(folder);
    m_settings->model().showChecking();
    m_controller.setModel({}); // nothing starts before the folder is understood
    m_inspector.ask(toPath(folder));
}

void InferPage::addImages(const std::vector<std::filesystem::path>& images) {
    std::vector<QueueItemId> added;
    std::vector<QueueItemId> sequences;
    for (const FrameSequence& group : groupFrames(images)) {
        std::vector<std::filesystem::path> files;
        for (const std::size_t file : group.files)
            files.push_back(images[file]);
        if (group.pattern.empty()) {
            const auto ids = m_controller.add(files);
            added.insert(added.end(), ids.begin(), ids.end());
        } else if (const QueueItemId id = m_controller.addSequence(files, group.pattern); id != 0) {
            added.push_back(id);
            sequences.push_back(id);
        }
    }
    // What is in the queue already, and waits, is meant as well: it runs now.
    const std::unordered_set<QueueItemId> fresh(added.begin(), added.end());
    for (const QueueItemId id : m_controller.queue().waitingFor(images))
        if (!fresh.contains(id))
            added.push_back(id);
    m_controller.runFirst(added);
    if (!added.empty())
        m_queue->select(added.front());
    tellSequences(sequences);
}

void InferPage::say(MessageBar::Kind kind, const QString& text, const QString& hint) {
    m_settings->message().say(kind, text, hint, {});
}

void InferPage::viewCurrent() {
    const QueueItemId id = m_queue->current();
    if (m_controller.queue().find(id) == nullptr) {
        m_viewed = 0;
        m_viewer->player().setFrames({});
        showEmptyState();
        refreshSettings();
        followStrokes();
        return;
    }
    view(id);
}

void InferPage::view(QueueItemId id) {
    const QueueItem* item = m_controller.queue().find(id);
    const bool isOther = id != m_viewed;
    m_viewed = id;
    m_inputChanged = false;
    if (item->isSequence())
        m_viewer->setFile();
    else
        m_viewer->setFile(item->path, item->maskLayers, item->layer);
    if (isOther && !item->isSequence())
        m_viewer->player().setFrames({});
    if (item->isSequence()) {
        viewSequence(*item, isOther);
    } else if (item->state == QueueState::Failed) {
        showFailedItem(*item);
    } else if (item->result) {
        m_viewer->showResult(item->result, item->albedoScale);
    } else if (isOther || !m_viewer->hasPicture()) {
        m_saved.forget();
        m_viewer->showNothing();
        m_controller.showInput(id);
        if (item->small && !item->size.isEmpty())
            m_viewer->showSmall(*item->small, item->size,
                                item->input.exposureEv.value_or(item->autoEv));
    }
    refreshSettings();
    followStrokes();
}

void InferPage::itemChanged() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr)
        return;
    const bool hasLostPreview = !item->result && !item->isSequence() &&
                                item->state != QueueState::Running && m_shown.id == m_viewed &&
                                m_shown.state == QueueState::Running && m_viewer->hasResult();
    if (hasLostPreview && item->state != QueueState::Failed) {
        m_viewer->showNothing();
        view(m_viewed);
    }
    if (m_shown.id == m_viewed && resultOf(*item) && m_viewer->hasResult() &&
        item->albedoScale != m_shown.albedoScale) {
        m_viewer->showResult(resultOf(*item), item->albedoScale);
        updateLook(*item);
        m_settings->message().hide(); // it was about an earlier brightness
    }
    if (m_shown.id == m_viewed && !item->isSequence() &&
        m_viewer->setFile(item->path, item->maskLayers, item->layer))
        m_viewer->refreshLayers(); // they have been read meanwhile
    const bool wasFailed = m_shown.state == QueueState::Failed;
    const bool isFailed = item->state == QueueState::Failed;
    if (m_shown.id == m_viewed && wasFailed != isFailed)
        view(m_viewed);
    const bool isSame = m_shown.id == item->id && m_shown.state == item->state &&
                        m_shown.layers == item->layers.size() && m_shown.result == item->result &&
                        m_shown.input == item->input && m_shown.hasOwn == item->own.has_value() &&
                        m_shown.small == item->small && m_shown.albedoScale == item->albedoScale &&
                        m_shown.isStale == item->isStale;
    if (!isSame) {
        refreshSettings();
        followStrokes();
    }
}

void InferPage::refreshSettings() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    m_settings->setItem(item, item != nullptr ? outputNames(*item) : QStringList());
    m_shown = {};
    if (item != nullptr)
        m_shown = {item->id,     item->state,       item->layers.size(),
                   item->result, item->input,       item->own.has_value(),
                   item->small,  item->albedoScale, item->isStale};
    updateEstimates();
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
        m_controller.setOwnSettings(m_viewed, shown);
    const InferSettings all = m_settings->settingsOfAll();
    const QualityValues values = all.quality == Quality::Custom
                                     ? all.custom()
                                     : m_settings->quality().valuesFor(all.quality);
    m_controller.setSettings(all, values);
    refreshSettings();
}

void InferPage::setOwn(bool isOwn) {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr || item->own.has_value() == isOwn)
        return;
    m_controller.setOwnSettings(m_viewed,
                                isOwn ? std::optional(m_settings->settingsOfAll()) : std::nullopt);
    refreshSettings();
}

void InferPage::useInputForAll() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr)
        return;
    InputOptions input = item->input;
    if (input.mask.find('{') == std::string::npos)
        input.mask.clear(); // a file is one picture's mask
    m_controller.setInputOfAll(input);
}

/// A renderer has written the file anew: what waits is shown as it is now, what has ended runs
/// again. What runs goes on with what it has read.
void InferPage::refresh() {
    const QueueItem* item = m_controller.queue().find(m_viewed);
    if (item == nullptr)
        return;
    if (item->state == QueueState::Waiting) {
        m_inputChanged = true;
        m_controller.setInput(m_viewed, InputOptions(item->input));
    } else {
        m_controller.runAgain(m_viewed);
    }
}

void InferPage::showHeld() {
    if (!m_controller.isHeld()) {
        m_isFull = false;
        m_restored = 0;
    }
    const int waiting = m_controller.queue().countIn(QueueState::Waiting);
    QString why = tr("The queue is held.");
    if (m_isFull)
        why = tr("Results that are not saved fill the memory. Save them (Ctrl+Shift+S), or choose "
                 "“Save when done”.");
    else if (m_restored > 0)
        why = tr("%n images were left from last time.", nullptr, m_restored == 1 ? 1 : waiting);
    m_queue->setHeld(m_controller.isHeld(), why);
}

} // namespace unlit::ui
