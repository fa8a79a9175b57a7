#include "ui/bridge/inference_controller.h"

#include "core/base/frame_sequence.h"
#include "ui/bridge/frame_answers.h"
#include "ui/kit/text.h"

namespace unlit::ui {

namespace fs = std::filesystem;

InferenceController::InferenceController(const MakeService& makeService, QObject* parent)
    : QObject(parent), m_service(makeService(m_bridge)),
      m_attention(m_bridge, m_requests, *m_service),
      m_upkeep(m_queue, m_history, m_requests, *m_service), m_runner(parts()),
      m_edits(parts(), m_history, m_runner) {
    connectBridge();
    connect(&m_runner, &QueueRunner::sequenceEnded, this, [this](QueueItemId id) {
        if (m_split.erase(id) > 0)
            breakUp(id);
    });
}

RunnerParts InferenceController::parts() {
    return {m_queue, m_hold, m_pictures, m_requests, m_upkeep, m_memory, *m_service};
}

void InferenceController::connectBridge() {
    connect(&m_bridge, &EventBridge::progressed, &m_runner, &QueueRunner::takeProgress);
    connect(&m_bridge, &EventBridge::inputReady, this, [this](JobId job, const InputReady& event) {
        const QueueItem* item = m_queue.findJob(job);
        if (item != nullptr && event.result && event.result->input)
            m_pictures.takeInput(item->id, event.result);
    });
    connect(&m_bridge, &EventBridge::previewReady, &m_runner, &QueueRunner::takePreview);
    connect(&m_bridge, &EventBridge::resultReady, this,
            [this](JobId job, const ResultReady& event) {
                if (event.result && !m_upkeep.takeResult(job, *event.result))
                    m_runner.takeResult(job, event);
            });
    connect(&m_bridge, &EventBridge::logged, this, &InferenceController::takeNote);
    connect(&m_bridge, &EventBridge::finished, this, [this](JobId job, const Finished& event) {
        if (!m_upkeep.finish(job, event))
            m_runner.finish(job, event);
    });
}

std::vector<QueueItemId>
InferenceController::add(const std::vector<std::filesystem::path>& images) {
    const auto ids = m_queue.add(images);
    for (const QueueItemId id : ids)
        m_pictures.readRow(id);
    m_runner.startNext();
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
        m_pictures.readRow(id);
    }
    return added;
}

QueueItemId InferenceController::addSequence(const std::vector<fs::path>& frames,
                                             const std::string& pattern) {
    const QueueItemId id = m_queue.addSequence(frames, pattern);
    if (id == 0)
        return 0;
    const QueueItem& item = *m_queue.find(id);
    m_pictures.readThumbnail(item);
    m_runner.startNext();
    return id;
}

void InferenceController::splitSequence(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    if (item == nullptr || !item->isSequence())
        return;
    if (item->state == QueueState::Running) { // as long as it runs its files are its own
        m_split.insert(id);
        m_runner.cancel(id);
        return;
    }
    breakUp(id);
}

void InferenceController::breakUp(QueueItemId id) {
    const std::vector<fs::path> pictures = framePaths(*m_queue.find(id));
    m_queue.takeOut({id});
    add(pictures);
}

QueueItemId InferenceController::joinSequence(const std::vector<QueueItemId>& ids) {
    std::vector<fs::path> files;
    for (const QueueItemId id : ids) {
        const QueueItem* item = m_queue.find(id);
        if (item == nullptr || item->isSequence() || item->state == QueueState::Running)
            return 0;
        files.push_back(item->path);
    }
    const std::vector<FrameSequence> found = findSequences(files);
    if (found.size() != 1 || found.front().files.size() < 2)
        return 0;
    std::vector<fs::path> frames;
    for (const std::size_t file : found.front().files)
        frames.push_back(files[file]);
    m_queue.takeOut(ids);
    return addSequence(frames, found.front().pattern);
}

void InferenceController::restore(std::vector<QueueItem> items) {
    const int first = m_queue.rowCount();
    m_queue.restore(std::move(items));
    if (m_queue.nextWaiting() != nullptr)
        m_hold.setForRestored();
    for (int row = first; row < m_queue.rowCount(); ++row) {
        const QueueItem& item = m_queue.at(row);
        if (item.state != QueueState::Failed || item.isSequence())
            m_pictures.readRow(item.id);
    }
}

void InferenceController::setModel(const std::filesystem::path& folder, const ModelQuality& quality,
                                   std::vector<std::string> targets) {
    m_requests.setModel(folder, quality, std::move(targets));
    m_upkeep.markStale();
    m_runner.startNext();
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

void InferenceController::setInput(QueueItemId id, const InputOptions& input) {
    if (m_queue.find(id) == nullptr)
        return;
    m_queue.update(id, [&](QueueItem& changed) { changed.input = input; });
    m_upkeep.markStale(id);
    m_pictures.readAgain(id);
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

} // namespace unlit::ui
