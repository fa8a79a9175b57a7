// Results after their run: saved, and brought to another strength without a network.
#include "core/session/change_strength.h"
#include "ui/bridge/inference_controller.h"
#include "ui/bridge/same_pixels.h"

#include <utility>

namespace unlit::ui {

void InferenceController::save(QueueItemId id, const OutputOptions& options) {
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
void InferenceController::beginSave(QueueItemId id, const OutputOptions& options) {
    const auto result = m_queue.find(id)->result;
    m_saves[m_service->save(result, options)] = {id, result};
}

void InferenceController::endSave(QueueItemId id, const std::optional<Failure>& failure) {
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

void InferenceController::finishSave(QueueItemId id, const Finished& event) {
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

std::vector<QueueItemId> InferenceController::unsaved() const {
    std::vector<QueueItemId> ids;
    for (const QueueItem& item : m_queue.items())
        if (item.isUnsaved() && !item.isSaving)
            ids.push_back(item.id);
    return ids;
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

/// Its result is what the next run would make but for the strength, which it can have without one.
bool InferenceController::canCatchUp(const QueueItem& item) const {
    if (item.isSequence() || item.state != QueueState::Done || !item.result ||
        !m_modelQuality.hasStrength || !canChangeStrength(*item.result))
        return false;
    InferenceRequest next = requestFor(item);
    next.options.strength = item.result->request.options.strength;
    return makesSamePixels(next, item.result->request);
}

/// One result at a time; a strength that has changed again begins anew.
void InferenceController::catchUp() {
    std::erase_if(m_behind, [this](QueueItemId id) {
        const QueueItem* item = m_queue.find(id);
        return item == nullptr || !item->result; // taken out, or let go
    });
    dropLaterSaves();
    if (m_behind.empty()) {
        m_strength.forget();
        m_catchingUp = 0;
        return;
    }
    m_catchingUp = m_behind.contains(m_catchingUp) ? m_catchingUp : *m_behind.begin();
    const QueueItemId id = m_catchingUp;
    const auto made = m_queue.find(id)->result;
    const std::optional<double> asked = requestFor(*m_queue.find(id)).options.strength;
    m_strength.ask(
        [made, asked, strength = asked.value_or(m_modelQuality.strength)](const std::stop_token&) {
            auto changed = withStrength(*made, strength);
            changed->request.options.strength = asked;
            return changed;
        },
        [this, id, made](const std::shared_ptr<InferenceResult>& changed) {
            takeStrength(id, made, changed);
        },
        [this, id](const Failure& failure) { giveUpCatching(id, failure); });
}

/// Of items that went before their strength was there.
void InferenceController::dropLaterSaves() {
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

void InferenceController::takeStrength(QueueItemId id,
                                       const std::shared_ptr<const InferenceResult>& made,
                                       const std::shared_ptr<InferenceResult>& changed) {
    m_behind.erase(id);
    const QueueItem* item = m_queue.find(id);
    if (item != nullptr && item->result == made) {
        const bool isSame = changed->prediction.used.strength == made->prediction.used.strength;
        m_queue.update(id, [&](QueueItem& behind) {
            behind.result = changed;
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
void InferenceController::giveUpCatching(QueueItemId id, const Failure& failure) {
    m_behind.erase(id);
    m_queue.update(id, [](QueueItem& changed) { changed.isStale = true; });
    if (m_laterSaves.erase(id) > 0) {
        m_queue.update(id, [](QueueItem& changed) { changed.isSaving = false; });
        emit saveFailed(id, failure);
        endSave(id, failure);
    }
    catchUp();
}

} // namespace unlit::ui
