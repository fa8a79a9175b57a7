// Sequences in the queue: one item, one job a frame.
#include "core/base/error.h"
#include "core/base/frame_sequence.h"
#include "core/session/infer/result_writer.h"
#include "ui/bridge/inference_controller.h"
#include "ui/kit/text.h"

#include <algorithm>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

bool hasEnded(const QueueFrame& frame) {
    return frame.state != QueueState::Waiting && frame.state != QueueState::Running;
}

QueueState stateAfter(Outcome outcome) {
    switch (outcome) {
    case Outcome::Done:
        return QueueState::Done;
    case Outcome::Failed:
        return QueueState::Failed;
    case Outcome::Cancelled:
        break;
    }
    return QueueState::Cancelled;
}

std::vector<fs::path> pathsOf(const QueueItem& item) {
    std::vector<fs::path> paths;
    for (const QueueFrame& frame : item.frames)
        paths.push_back(frame.path);
    return paths;
}

/// One sentence for all that failed: the first one's, and how many they are.
Failure failureOf(const QueueItem& item) {
    const auto first = std::ranges::find(item.frames, QueueState::Failed, &QueueFrame::state);
    Failure failure = first->failure;
    const int failed = item.framesIn(QueueState::Failed);
    if (const auto count = static_cast<int>(item.frames.size()); failed < count)
        failure.message = InferenceController::tr("%1 of %2 frames failed: ")
                              .arg(failed)
                              .arg(count)
                              .toStdString() +
                          failure.message;
    return failure;
}

} // namespace

QueueItemId InferenceController::addSequence(const std::vector<fs::path>& frames,
                                             const std::string& pattern) {
    const QueueItemId id = m_queue.addSequence(frames, pattern);
    if (id == 0)
        return 0;
    const QueueItem& item = *m_queue.find(id);
    m_loader.load(id, item.path, item.input, PictureLoader::Keep::ThumbnailOnly);
    startNext();
    return id;
}

void InferenceController::splitSequence(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    if (item == nullptr || !item->isSequence())
        return;
    if (item->state == QueueState::Running) { // as long as it runs its files are its own
        m_split.insert(id);
        cancelFrames(*item);
        return;
    }
    const std::vector<fs::path> pictures = pathsOf(*item);
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

std::vector<InferenceRequest> InferenceController::frameRequests(const QueueItem& item) const {
    std::vector<InferenceRequest> requests;
    for (const QueueFrame& frame : item.frames) {
        InferenceRequest request = m_requests.requestFor(item);
        request.input = frame.path;
        requests.push_back(std::move(request));
    }
    return requests;
}

std::vector<JobId> InferenceController::submitFrames(const QueueItem& item) {
    return m_service->submitSequence(frameRequests(item));
}

void InferenceController::takeFrameResult(QueueItemId id, JobId job, const ResultReady& event) {
    const InferenceResult& result = *event.result;
    m_queue.update(id, [&](QueueItem& item) {
        QueueFrame& frame = *item.frameOf(job);
        frame.outputs = result.outputs;
        frame.albedoScale = result.request.output ? result.request.output->albedoScale : 1;
        item.result = event.result;
        item.isStale = false; // it may have been compared with the result of the run before
        item.resultFrame = static_cast<int>(&frame - item.frames.data());
        item.autoEv = result.exposureEv; // the same in all frames
        item.seconds += result.seconds;
        const bool isFirst = std::ranges::none_of(item.frames, hasEnded);
        item.frameSeconds = isFirst ? 0 : result.seconds;
    });
}

void InferenceController::finishFrame(QueueItemId id, JobId job, const Finished& event) {
    const bool hasResult = m_answered == job;
    bool isLast = false;
    m_queue.update(id, [&](QueueItem& item) {
        QueueFrame* frame = item.frameOf(job);
        if (frame == nullptr)
            return;
        frame->state = stateAfter(event.outcome);
        frame->failure = event.failure.value_or(Failure{});
        if (frame->state == QueueState::Done && !hasResult) // its files were there already
            frame->outputs = m_requests.writtenOutputs(item, *frame);
        // Stopped before it came to be asked whether it is done.
        if (frame->state == QueueState::Cancelled && !item.replacesFrames &&
            !frame->outputs.empty())
            frame->state = QueueState::Done;
        if (frame->state != QueueState::Done)
            frame->outputs.clear();
        isLast = std::ranges::all_of(item.frames, hasEnded);
    });
    if (event.outcome == Outcome::Done && hasResult) {
        keepWithinLimit();
        emit resultReady(id);
    }
    if (isLast)
        finishSequence(id);
}

void InferenceController::finishSequence(QueueItemId id) {
    const bool isWantedAgain = m_again.erase(id) > 0;
    m_queue.update(id, [&](QueueItem& item) {
        item.saved.clear();
        for (const QueueFrame& frame : item.frames)
            for (const auto& [label, path] : frame.outputs)
                item.saved.push_back(path);
        if (item.framesIn(QueueState::Cancelled) > 0) {
            item.state = QueueState::Cancelled;
            if (isWantedAgain)
                item.waitForRun();
            return;
        }
        const bool isWhole = item.framesIn(QueueState::Failed) == 0;
        item.state = isWhole ? QueueState::Done : QueueState::Failed;
        item.replacesFrames = false;
        if (!isWhole)
            item.failure = failureOf(item);
    });
    std::vector<fs::path> pictures;
    if (m_split.erase(id) > 0) {
        pictures = pathsOf(*m_queue.find(id));
        m_queue.takeOut({id});
    }
    endRun(id);
    add(pictures);
}

/// From the last one on: the one that runs is cancelled when no other can begin.
void InferenceController::cancelFrames(const QueueItem& item) {
    std::vector<JobId> jobs;
    for (const QueueFrame& frame : item.frames)
        if (!hasEnded(frame))
            jobs.push_back(frame.job);
    std::ranges::reverse(jobs);
    for (const JobId job : jobs)
        m_service->cancel(job);
}

} // namespace unlit::ui
