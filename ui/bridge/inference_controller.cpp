#include "ui/bridge/inference_controller.h"

#include "ui/kit/machine_status.h"
#include "ui/kit/text.h"

#include <algorithm>

namespace unlit::ui {

namespace {

/// A quarter of the machine's memory, and something to go on with where that is unknown.
std::uint64_t usualResultLimit() {
    constexpr std::uint64_t least = std::uint64_t{512} << 20;
    return std::max(least, readMemoryStatus().totalBytes / 4);
}

} // namespace

InferenceController::InferenceController(const MakeService& makeService, QObject* parent)
    : QObject(parent), m_resultLimit(usualResultLimit()), m_service(makeService(m_bridge)),
      m_attention(m_bridge, m_requests, *m_service),
      m_upkeep(m_queue, m_history, m_requests, *m_service) {
    connectBridge();
    connect(&m_loader, &PictureLoader::loaded, this, &InferenceController::takePicture);
    connect(&m_loader, &PictureLoader::looked, this, [this](const PictureLook& look) {
        if (const QueueItem* item = m_queue.find(look.id); item != nullptr && look.id == m_shown)
            emit lookReady(look.id, look.small, look.size,
                           item->input.exposureEv.value_or(look.autoEv));
    });
    connect(&m_loader, &PictureLoader::failed, this, &InferenceController::takeUnreadable);
    connect(&m_queue, &QAbstractItemModel::dataChanged, this, &InferenceController::endEmptyHold);
    connect(&m_queue, &QAbstractItemModel::rowsRemoved, this, &InferenceController::endEmptyHold);
}

/// Nothing is left of what an earlier start had left: it has run, or was taken out.
void InferenceController::endEmptyHold() {
    if (m_holdsRestored && m_queue.countIn(QueueState::Waiting) == 0)
        setHeld(false);
}

void InferenceController::connectBridge() {
    connect(&m_bridge, &EventBridge::progressed, this, [this](JobId job, const Progress& event) {
        const QueueItem* item = m_queue.findJob(job);
        if (item == nullptr)
            return;
        m_queue.update(item->id, [&](QueueItem& changed) { changed.showProgress(job, event); });
        emit progressed(event);
    });
    connect(&m_bridge, &EventBridge::inputReady, this, &InferenceController::takeInput);
    connect(&m_bridge, &EventBridge::previewReady, this,
            [this](JobId job, const PreviewReady& event) {
                if (const QueueItem* item = m_queue.findJob(job); item != nullptr && event.result)
                    emit previewReady(item->id, event.result);
            });
    connect(&m_bridge, &EventBridge::resultReady, this, &InferenceController::takeResult);
    connect(&m_bridge, &EventBridge::logged, this, &InferenceController::takeNote);
    connect(&m_bridge, &EventBridge::finished, this, &InferenceController::finish);
}

std::vector<QueueItemId>
InferenceController::add(const std::vector<std::filesystem::path>& images) {
    const auto ids = m_queue.add(images);
    for (const QueueItemId id : ids)
        m_pictures.rowCame(id);
    startNext();
    return ids;
}

std::vector<QueueItemId> InferenceController::addMade(
    const std::map<std::filesystem::path, std::map<std::string, std::filesystem::path>>& made) {
    std::set<std::filesystem::path> there;
    for (const QueueItem& item : m_queue.items())
        if (!item.isSequence())
            there.insert(item.path);
    std::vector<std::filesystem::path> fresh;
    for (const auto& [picture, outputs] : made)
        if (!there.contains(picture))
            fresh.push_back(picture);
    const std::vector<QueueItemId> added = m_queue.add(fresh);
    for (const QueueItemId id : added) {
        const auto& outputs = made.at(m_queue.find(id)->path);
        m_queue.update(id, [&outputs](QueueItem& item) {
            item.state = QueueState::Done;
            item.outputs = outputs;
            std::set<std::filesystem::path> files;
            for (const auto& [target, file] : outputs)
                files.insert(file);
            item.saved.assign(files.begin(), files.end());
        });
        m_pictures.rowCame(id);
    }
    return added;
}

void InferenceController::restore(std::vector<QueueItem> items) {
    const int first = m_queue.rowCount();
    m_queue.restore(std::move(items));
    if (m_queue.nextWaiting() != nullptr) {
        setHeld(true);
        m_holdsRestored = true;
    }
    for (int row = first; row < m_queue.rowCount(); ++row) {
        const QueueItem& item = m_queue.at(row);
        if (item.state != QueueState::Failed || item.isSequence())
            m_pictures.rowCame(item.id);
    }
}

void InferenceController::setModel(const std::filesystem::path& folder, const ModelQuality& quality,
                                   std::vector<std::string> targets) {
    m_requests.setModel(folder, quality, std::move(targets));
    m_upkeep.markStale();
    startNext();
}

void InferenceController::setSettings(const InferSettings& settings, const QualityValues& values) {
    m_requests.setSettings(settings, values);
    m_upkeep.markStale();
}

void InferenceController::setOwnSettings(QueueItemId id, std::optional<InferSettings> own) {
    m_queue.update(id, [&](QueueItem& item) { item.own = std::move(own); });
    m_upkeep.markStale(id);
}

void InferenceController::setInputOfAll(const InputOptions& input) {
    for (int row = 0; row < m_queue.rowCount(); ++row) {
        const QueueItem& item = m_queue.at(row);
        if (item.state == QueueState::Waiting)
            setInput(item.id, input);
    }
}

void InferenceController::setHeld(bool isHeld) {
    if (m_isHeld == isHeld)
        return;
    m_isHeld = isHeld;
    m_holdsRestored = false;
    m_fresh.clear();
    emit heldChanged();
    startNext();
}

void InferenceController::runFirst(const std::vector<QueueItemId>& ids) {
    const QueueItem* waiting = m_queue.nextWaiting();
    if (waiting == nullptr)
        return;
    std::vector<QueueItemId> moved;
    for (const QueueItemId id : ids)
        if (const QueueItem* item = m_queue.find(id); item && item->state == QueueState::Waiting)
            moved.push_back(id);
    m_fresh.insert(moved.begin(), moved.end());
    if (!moved.empty() && waiting->id != moved.front())
        m_queue.moveTo(moved, m_queue.rowOf(waiting->id));
    startNext();
}

const QueueItem* InferenceController::nextItem() const {
    const QueueItem* next = m_queue.nextWaiting();
    const bool isKept = m_isHeld && !(m_holdsRestored && next && m_fresh.contains(next->id));
    return isKept ? nullptr : next;
}

void InferenceController::setInput(QueueItemId id, const InputOptions& input) {
    const QueueItem* item = m_queue.find(id);
    if (item == nullptr)
        return;
    m_queue.update(id, [&](QueueItem& changed) { changed.input = input; });
    m_upkeep.markStale(id);
    if (id == m_shown)
        m_loader.load(id, item->path, input, PictureLoader::Keep::Pixels);
    else
        m_pictures.rowCame(id);
}

/// Whether everything that this item would write is there; then it is marked so.
bool InferenceController::skipIfThere(const QueueItem& item) {
    const auto files = m_requests.writtenBefore(item);
    if (files.empty())
        return false;
    m_queue.update(item.id, [&](QueueItem& changed) {
        changed.waitForRun();
        changed.state = QueueState::Skipped;
        changed.saved = files;
    });
    return true;
}

void InferenceController::startNext() {
    if (m_running != 0 || m_requests.model().empty())
        return;
    const QueueItem* next = nextItem();
    while (next != nullptr && skipIfThere(*next))
        next = nextItem();
    if (next == nullptr)
        return;
    m_running = next->id;
    if (!next->hasWideSamples && !next->isSequence())
        readWidth(m_running);
    InferenceRequest request = m_requests.requestFor(*next);
    if (!m_requests.settingsOf(*next).output.saveWhenDone)
        request.output.reset();
    const int members = request.options.ensemble;
    const std::vector<JobId> jobs = next->isSequence()
                                        ? submitFrames(*next)
                                        : std::vector{m_service->submit(std::move(request))};
    m_queue.update(m_running, [&](QueueItem& item) { item.beginRun(jobs, members); });
    m_pictures.rowsRunNext(m_running);
    emit runningChanged();
}

void InferenceController::retryFailed() {
    std::vector<QueueItemId> failed;
    for (int row = 0; row < m_queue.rowCount(); ++row)
        if (m_queue.at(row).state == QueueState::Failed)
            failed.push_back(m_queue.at(row).id);
    for (const QueueItemId id : failed)
        runAgain(id);
}

void InferenceController::runAgain(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    if (item == nullptr || item->state == QueueState::Waiting || item->state == QueueState::Running)
        return;
    m_queue.update(id, [](QueueItem& changed) {
        const bool isWhole = changed.state == QueueState::Done;
        const bool isOther =
            std::ranges::any_of(changed.frames, [&changed](const QueueFrame& frame) {
                return frame.state == QueueState::Done && frame.albedoScale != changed.albedoScale;
            });
        changed.replacesFrames = changed.isSequence() && (isWhole || isOther);
        changed.waitForRun();
    });
    if (item->thumbnail.isNull())
        m_pictures.rowCame(id);
    startNext();
}

void InferenceController::finishEarly(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    if (item != nullptr && item->state == QueueState::Running)
        m_service->finishEarly(item->job);
}

void InferenceController::showInput(QueueItemId id) {
    m_shown = id;
    const QueueItem* item = m_queue.find(id);
    if (item != nullptr && !item->result)
        m_loader.load(id, item->path, item->input, PictureLoader::Keep::Pixels);
    else if (item != nullptr && !item->small)
        m_loader.load(id, item->path, item->input, PictureLoader::Keep::ThumbnailOnly);
}

std::optional<double> InferenceController::secondsLeft(const Estimate& estimate) const {
    double seconds = 0;
    for (const QueueItem& item : m_queue.items()) {
        if (item.state != QueueState::Waiting && item.state != QueueState::Running)
            continue;
        if (item.state == QueueState::Running && item.secondsLeft) {
            seconds += *item.secondsLeft;
            continue;
        }
        const std::optional<double> whole = estimate(item);
        if (!whole)
            return {};
        seconds += *whole * (1 - item.fraction);
    }
    return seconds;
}

} // namespace unlit::ui
