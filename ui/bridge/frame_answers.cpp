#include "ui/bridge/frame_answers.h"

#include <QCoreApplication>

#include <algorithm>

namespace unlit::ui {

namespace {

class FrameAnswers {
    Q_DECLARE_TR_FUNCTIONS(FrameAnswers)
};

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

/// One sentence for all that failed: the first one's, and how many they are.
Failure failureOf(const QueueItem& item) {
    const auto first = std::ranges::find(item.frames, QueueState::Failed, &QueueFrame::state);
    Failure failure = first->failure;
    const int failed = item.framesIn(QueueState::Failed);
    if (const auto count = static_cast<int>(item.frames.size()); failed < count)
        failure.message =
            FrameAnswers::tr("%1 of %2 frames failed: ").arg(failed).arg(count).toStdString() +
            failure.message;
    return failure;
}

} // namespace

std::vector<std::filesystem::path> framePaths(const QueueItem& sequence) {
    std::vector<std::filesystem::path> paths;
    for (const QueueFrame& frame : sequence.frames)
        paths.push_back(frame.path);
    return paths;
}

std::vector<JobId> openJobs(const QueueItem& sequence) {
    std::vector<JobId> jobs;
    for (const QueueFrame& frame : sequence.frames)
        if (!hasEnded(frame))
            jobs.push_back(frame.job);
    std::ranges::reverse(jobs);
    return jobs;
}

bool haveFramesEnded(const QueueItem& sequence) {
    return std::ranges::all_of(sequence.frames, hasEnded);
}

void takeFrame(QueueItem& sequence, JobId job,
               const std::shared_ptr<const InferenceResult>& result) {
    QueueFrame& frame = *sequence.frameOf(job);
    frame.outputs = result->outputs;
    frame.albedoScale = result->request.output ? result->request.output->albedoScale : 1;
    sequence.result = result;
    sequence.isStale = false; // it may have been compared with the result of the run before
    sequence.resultFrame = static_cast<int>(&frame - sequence.frames.data());
    sequence.autoEv = result->exposureEv; // the same in all frames
    sequence.seconds += result->seconds;
    const bool isFirst = std::ranges::none_of(sequence.frames, hasEnded);
    sequence.frameSeconds = isFirst ? 0 : result->seconds;
}

void endFrame(QueueItem& sequence, JobId job, const Finished& event,
              const std::optional<FrameFiles>& written) {
    QueueFrame& frame = *sequence.frameOf(job);
    frame.state = stateAfter(event.outcome);
    frame.failure = event.failure.value_or(Failure{});
    if (frame.state == QueueState::Done && written) // its files were there already
        frame.outputs = *written;
    // Stopped before it came to be asked whether it is done.
    if (frame.state == QueueState::Cancelled && !sequence.replacesFrames && !frame.outputs.empty())
        frame.state = QueueState::Done;
    if (frame.state != QueueState::Done)
        frame.outputs.clear();
}

void endSequence(QueueItem& sequence) {
    sequence.saved.clear();
    for (const QueueFrame& frame : sequence.frames)
        for (const auto& [label, path] : frame.outputs)
            sequence.saved.push_back(path);
    if (sequence.framesIn(QueueState::Cancelled) > 0) {
        sequence.state = QueueState::Cancelled;
        return;
    }
    const bool isWhole = sequence.framesIn(QueueState::Failed) == 0;
    sequence.state = isWhole ? QueueState::Done : QueueState::Failed;
    sequence.replacesFrames = false;
    if (!isWhole)
        sequence.failure = failureOf(sequence);
}

} // namespace unlit::ui
