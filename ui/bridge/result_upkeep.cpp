#include "ui/bridge/result_upkeep.h"

#include "core/session/infer/change_strength.h"
#include "core/session/infer/correct_by_hand.h"
#include "core/session/infer/finish_again.h"
#include "ui/bridge/result_facts.h"
#include "ui/bridge/same_pixels.h"

#include <utility>

namespace unlit::ui {

namespace {

/// `from` with what needs no network taken from `to`.
InferOptions finishedAs(InferOptions from, const InferOptions& to) {
    from.strength = to.strength;
    from.detail = to.detail;
    from.keepBlack = to.keepBlack;
    return from;
}

bool wantsOtherFinish(const InferOptions& a, const InferOptions& b) {
    return a.strength != b.strength || a.detail != b.detail || a.keepBlack != b.keepBlack;
}

/// Null where only a run can tell. `modelStrength`: where none is asked for.
std::shared_ptr<InferenceResult> finished(const InferenceResult& made, const InferOptions& asked,
                                          double modelStrength) {
    if (canFinishAgain(made))
        return finishAgain(made, asked);
    auto changed = withStrength(made, asked.strength.value_or(modelStrength));
    changed->request.options.strength = asked.strength;
    return changed;
}

/// `made` as `wanted` asks for it, which differs in what needs no network alone; null where only a
/// run can tell.
std::shared_ptr<InferenceResult> caughtUp(const std::shared_ptr<const InferenceResult>& made,
                                          const InferenceRequest& wanted, double modelStrength) {
    const bool hasOtherStrokes =
        !makeSameCorrections(wanted.strokes.get(), made->request.strokes.get());
    // Strokes that are replaced are not solved once more before.
    const std::shared_ptr<const InferenceResult> from = hasOtherStrokes ? uncorrected(made) : made;
    if (!wantsOtherFinish(wanted.options, made->request.options)) {
        if (hasOtherStrokes)
            return withStrokes(from, wanted.strokes);
        auto same = std::make_shared<InferenceResult>(*made); // settings are as they were
        same->request.strokes = wanted.strokes;
        return same;
    }
    auto changed = finished(*from, wanted.options, modelStrength);
    return changed && hasOtherStrokes ? withStrokes(changed, wanted.strokes) : changed;
}

bool isFinishedAlike(const UsedSettings& a, const UsedSettings& b) {
    return a.strength == b.strength && a.detail == b.detail && a.keepBlack == b.keepBlack;
}

/// Of a result that was to be saved as soon as it had caught up, and cannot.
Failure needsRun() {
    Failure failure;
    failure.message = "the result was not saved: it has black that the network has to look at anew";
    failure.hint = "run it again (Ctrl+R), then save it";
    return failure;
}

} // namespace

ResultUpkeep::ResultUpkeep(InferenceQueueModel& queue, QueueHistory& history,
                           const RequestMaker& requests, InferenceService& service)
    : m_queue(queue), m_history(history), m_requests(requests), m_service(service) {}

bool ResultUpkeep::isStale(const QueueItem& item) const {
    if (!item.result || m_requests.model().empty())
        return false;
    InferenceRequest next = m_requests.requestFor(item);
    const InferenceRequest& made = item.result->request;
    if (item.isSequence()) { // any frame of it will do
        next.input = made.input;
        next.sequence = made.sequence;
    }
    return !makesSamePixels(std::move(next), made);
}

void ResultUpkeep::markStale(QueueItemId id) {
    const QueueItem* item = m_queue.find(id);
    if (item == nullptr)
        return;
    bool isNow = isStale(*item);
    m_behind.erase(id);
    if (isNow && canCatchUp(*item)) {
        m_behind.insert(id);
        isNow = false; // it will not be for long, and is not saved before
    }
    if (isNow != item->isStale)
        m_queue.update(id, [isNow](QueueItem& changed) { changed.isStale = isNow; });
    catchUp();
}

void ResultUpkeep::markStale() {
    for (int row = 0; row < m_queue.rowCount(); ++row)
        markStale(m_queue.at(row).id);
}

bool ResultUpkeep::takeResult(JobId job, const InferenceResult& result) {
    const auto save = m_saves.find(job);
    if (save == m_saves.end())
        return false;
    change(save->second.id, [&](QueueItem& item) {
        const bool isOther = item.result && item.result != save->second.result;
        std::vector<std::filesystem::path> files = writtenFiles(result, item);
        if (isOther || files.empty())
            return; // of a strength or a brightness that it has no more
        item.forgetSaved();
        item.saved = std::move(files);
        noteOutputs(result, item);
    });
    return true;
}

bool ResultUpkeep::finish(JobId job, const Finished& event) {
    const auto save = m_saves.find(job);
    if (save == m_saves.end())
        return false;
    const QueueItemId id = save->second.id;
    m_saves.erase(save);
    finishSave(id, event);
    return true;
}

QueueItemId ResultUpkeep::savedBy(JobId job) const {
    const auto save = m_saves.find(job);
    return save == m_saves.end() ? 0 : save->second.id;
}

void ResultUpkeep::change(QueueItemId id, const std::function<void(QueueItem&)>& act) {
    m_queue.update(id, act);
    m_history.visit([&](QueueItem& item) {
        if (item.id == id)
            act(item);
    });
}

void ResultUpkeep::save(QueueItemId id, const OutputOptions& options) {
    const QueueItem* item = m_queue.find(id);
    if (item == nullptr || !item->result || m_laterSaves.contains(id))
        return;
    ++m_saveCount.asked;
    m_queue.update(id, [](QueueItem& changed) { changed.isSaving = true; });
    if (m_behind.contains(id))
        m_laterSaves[id] = options;
    else
        beginSave(id, options);
    emit savingChanged();
}

/// Precondition: the item has a result.
void ResultUpkeep::beginSave(QueueItemId id, const OutputOptions& options) {
    const auto result = m_queue.find(id)->result;
    m_saves[m_service.save(result, options)] = {id, result};
}

void ResultUpkeep::endSave(QueueItemId id, const std::optional<Failure>& failure) {
    ++m_saveCount.ended;
    if (!failure) {
        m_saveCount.saved.push_back(id);
    } else {
        if (m_saveCount.failed.empty())
            m_saveCount.failure = *failure;
        m_saveCount.failed.push_back(id);
    }
    emit savingChanged();
    if (m_saveCount.ended < m_saveCount.asked)
        return;
    const SaveCount count = std::exchange(m_saveCount, {});
    emit savingChanged();
    emit savesEnded(count);
}

void ResultUpkeep::finishSave(QueueItemId id, const Finished& event) {
    bool isMore = false;
    for (const auto& [job, saving] : m_saves)
        isMore = isMore || saving.id == id;
    change(id, [&](QueueItem& item) {
        item.unsaved = event.failure;
        item.isSaving = isMore;
    });
    if (event.failure)
        emit saveFailed(id, *event.failure);
    else if (event.outcome == Outcome::Done)
        emit saved(id);
    endSave(id, event.failure);
}

std::vector<QueueItemId> ResultUpkeep::unsaved() const {
    std::vector<QueueItemId> ids;
    for (const QueueItem& item : m_queue.items())
        if (item.isUnsaved() && !item.isSaving)
            ids.push_back(item.id);
    return ids;
}

/// Its result is what the next run would make but for what it can have without one.
bool ResultUpkeep::canCatchUp(const QueueItem& item) const {
    if (item.isSequence() || item.state != QueueState::Done || !item.result)
        return false;
    const InferenceResult& made = *item.result;
    InferenceRequest next = m_requests.requestFor(item);
    const bool hasOtherStrokes =
        !makeSameCorrections(next.strokes.get(), made.request.strokes.get());
    if (hasOtherStrokes && !whyNotCorrectable(made).empty())
        return false;
    next.strokes = made.request.strokes;
    const bool isOtherBlack = next.options.keepBlack != made.request.options.keepBlack;
    if (isOtherBlack && !made.prediction.lightless.empty())
        return false; // the network has to see it, or no more
    if (canFinishAgain(made))
        next.options = finishedAs(next.options, made.request.options);
    else if (m_requests.quality().hasStrength && canChangeStrength(made))
        next.options.strength = made.request.options.strength;
    else if (!hasOtherStrokes)
        return false;
    return makesSamePixels(next, made.request);
}

int ResultUpkeep::setStrokes(const std::vector<QueueItemId>& ids,
                             const std::shared_ptr<const StrokeSet>& strokes) {
    int changed = 0;
    for (const QueueItemId id : ids) {
        const QueueItem* item = m_queue.find(id);
        const bool isSame = item == nullptr || item->strokes == strokes ||
                            (item->strokes && strokes && *item->strokes == *strokes);
        if (isSame)
            continue;
        ++changed;
        m_queue.update(id, [&](QueueItem& edited) { edited.strokes = strokes; });
        markStale(id);
        // Frames that are only there as files know no more than that they had others.
        if (item->isSequence() && item->state == QueueState::Done && !item->result)
            m_queue.update(id, [](QueueItem& edited) { edited.isStale = true; });
    }
    return changed;
}

/// One result at a time; settings that have changed again begin anew.
void ResultUpkeep::catchUp() {
    std::erase_if(m_behind, [this](QueueItemId id) {
        const QueueItem* item = m_queue.find(id);
        return item == nullptr || !item->result; // taken out, or let go
    });
    dropLaterSaves();
    if (m_behind.empty()) {
        m_catchUp.forget();
        m_catchingUp = 0;
        return;
    }
    m_catchingUp = m_behind.contains(m_catchingUp) ? m_catchingUp : *m_behind.begin();
    const QueueItemId id = m_catchingUp;
    const auto made = m_queue.find(id)->result;
    m_catchUp.ask([made, wanted = m_requests.requestFor(*m_queue.find(id)),
                   strength = m_requests.quality().strength](
                      const std::stop_token&) { return caughtUp(made, wanted, strength); },
                  [this, id, made](const std::shared_ptr<InferenceResult>& changed) {
                      if (changed)
                          takeCaughtUp(id, made, changed);
                      else
                          giveUpCatching(id, needsRun());
                  },
                  [this, id](const Failure& failure) { giveUpCatching(id, failure); });
}

/// Of items that went before their result had caught up.
void ResultUpkeep::dropLaterSaves() {
    std::vector<QueueItemId> gone;
    for (const auto& [id, options] : m_laterSaves)
        if (!m_behind.contains(id))
            gone.push_back(id);
    for (const QueueItemId id : gone) {
        m_laterSaves.erase(id);
        change(id, [](QueueItem& item) { item.isSaving = false; });
        Failure failure;
        failure.message = "the image was taken out of the queue before it was saved";
        failure.hint = "bring it back (Ctrl+Z) and save it again";
        endSave(id, failure);
    }
}

void ResultUpkeep::takeCaughtUp(QueueItemId id, const std::shared_ptr<const InferenceResult>& made,
                                const std::shared_ptr<InferenceResult>& changed) {
    m_behind.erase(id);
    const QueueItem* item = m_queue.find(id);
    if (item != nullptr && item->result == made) {
        const bool isSame =
            isFinishedAlike(changed->prediction.used, made->prediction.used) &&
            makeSameCorrections(changed->request.strokes.get(), made->request.strokes.get());
        m_queue.update(id, [&](QueueItem& behind) {
            behind.result = changed;
            behind.meanUncertainty = meanUncertainty(*changed);
            if (!isSame)
                behind.forgetSaved();
        });
        emit resultChanged(id);
        if (const auto later = m_laterSaves.find(id); later != m_laterSaves.end()) {
            const OutputOptions options = later->second;
            m_laterSaves.erase(later);
            beginSave(id, options);
        }
    }
    catchUp();
}

/// As after any other change of settings: it is out of date until it runs again.
void ResultUpkeep::giveUpCatching(QueueItemId id, const Failure& failure) {
    m_behind.erase(id);
    m_queue.update(id, [](QueueItem& changed) { changed.isStale = true; });
    if (const QueueItem* item = m_queue.find(id);
        item != nullptr && item->result &&
        !makeSameCorrections(item->strokes.get(), item->result->request.strokes.get()))
        emit strokesRefused(id, failure);
    if (m_laterSaves.erase(id) > 0) {
        m_queue.update(id, [](QueueItem& changed) { changed.isSaving = false; });
        emit saveFailed(id, failure);
        endSave(id, failure);
    }
    catchUp();
}

} // namespace unlit::ui
