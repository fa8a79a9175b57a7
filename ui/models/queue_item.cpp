#include "ui/models/queue_item.h"

#include "ui/kit/stage_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace unlit::ui {

std::filesystem::path QueueItem::name() const {
    return isSequence() ? std::filesystem::path(pattern).filename() : path.filename();
}

int QueueItem::framesIn(QueueState which) const {
    return static_cast<int>(std::ranges::count(frames, which, &QueueFrame::state));
}

QueueFrame* QueueItem::frameOf(JobId which) {
    const auto found = std::ranges::find(frames, which, &QueueFrame::job);
    return which && found != frames.end() ? &*found : nullptr;
}

void QueueItem::beginRun(const std::vector<JobId>& jobs, int membersAsked) {
    waitForRun();
    members = membersAsked;
    job = jobs.front();
    state = QueueState::Running;
    seconds = 0;
    frameSeconds = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        frames[i].job = jobs[i];
        frames[i].state = QueueState::Waiting;
    }
}

void QueueItem::showProgress(JobId of, const Progress& progress) {
    job = of; // the frame that runs
    fraction = progress.fraction;
    secondsLeft = progress.secondsLeft;
    what = stageText(progress.stage);
    const QueueFrame* frame = frameOf(of);
    if (frame == nullptr)
        return;
    const auto count = static_cast<double>(frames.size());
    const auto before = static_cast<double>(frame - frames.data());
    fraction = (before + progress.fraction) / count;
    what = QCoreApplication::translate("QueueItem", "Frame %1 of %2 · %3")
               .arg(frame - frames.data() + 1)
               .arg(frames.size())
               .arg(what);
    // The first frame waits for its neighbours and tells nothing of the others.
    secondsLeft.reset();
    if (frameSeconds > 0)
        secondsLeft = frameSeconds * (count - before - progress.fraction);
}

void QueueItem::waitForRun() {
    state = QueueState::Waiting;
    unsaved.reset();
    notes.clear();
    job = {};
    fraction = 0;
    secondsLeft.reset();
    what.clear();
    failure = {};
    for (QueueFrame& frame : frames) {
        frame.job = {};
        frame.failure = {};
        if (frame.state != QueueState::Done || replacesFrames)
            frame.state = QueueState::Waiting;
    }
}

void QueueItem::forgetSaved() {
    savedBefore.insert(savedBefore.end(), saved.begin(), saved.end());
    saved.clear();
    outputs.clear();
}

void QueueItem::letGoOfResult() {
    result.reset();
    isStale = false;
    resultFrame = -1;
    if (state == QueueState::Done && saved.empty() && !isSequence())
        waitForRun();
}

} // namespace unlit::ui
