#include "ui/pages/infer/strokes_mode.h"

#include "ui/kit/text.h"

#include <QKeyEvent>

#include <algorithm>

namespace unlit::ui {

StrokesMode::StrokesMode(InferParts& parts)
    : m_parts(parts), m_desk(std::make_unique<StrokeDesk>(parts.viewer.view())) {
    connect(m_desk.get(), &StrokeDesk::strokesEdited, this,
            [this](QueueItemId id, const std::shared_ptr<const StrokeSet>& strokes) {
                m_parts.controller.upkeep().setStrokes({id}, strokes);
            });
    connect(m_desk.get(), &StrokeDesk::previewReady, this, &StrokesMode::showPreview);
    connect(m_desk.get(), &StrokeDesk::failed, this, [this](const Failure& failure) {
        m_parts.say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
    });
    connect(m_desk.get(), &StrokeDesk::othersAsked, this, &StrokesMode::carry);
    connect(&parts.controller.upkeep(), &ResultUpkeep::strokesRefused, this,
            [this](QueueItemId, const Failure& failure) {
                m_parts.say(MessageBar::Kind::Bad, sentence(failure.message),
                            sentence(failure.hint));
            });
}

void StrokesMode::toggle() {
    if (m_desk->isActive()) {
        m_desk->end();
        return;
    }
    const QueueItem* item = m_parts.item();
    if (item == nullptr) {
        m_parts.say(MessageBar::Kind::Note, tr("There is no result to correct yet."),
                    tr("Drop a picture here, or open one (Ctrl+O), and let it run first."));
        return;
    }
    if (item->isSequence()) {
        m_parts.say(MessageBar::Kind::Note, tr("Strokes are drawn on single images."),
                    tr("Draw on one frame, then use its strokes on the sequence."),
                    {{tr("Draw on this frame"), [this] { drawOnFrame(); }}});
        return;
    }
    if (!item->result || item->state != QueueState::Done) {
        refuseUnfinished(*item);
        return;
    }
    const std::string why = whyNotCorrectable(*item->result);
    if (!why.empty()) {
        offerRun(sentence(why), {});
        return;
    }
    m_parts.settings.message().hide(); // it was about an earlier try
    m_desk->begin(item->id, item->result, item->strokes);
    m_parts.viewer.view().setFocus();
}

/// The frame of the sequence on show gets a row of its own, which runs.
void StrokesMode::drawOnFrame() {
    const QueueItem* sequence = m_parts.item();
    const int current = m_parts.viewer.player().current();
    if (sequence == nullptr || current < 0 || current >= static_cast<int>(sequence->frames.size()))
        return;
    const std::filesystem::path frame = sequence->frames[static_cast<std::size_t>(current)].path;
    const auto& items = m_parts.controller.queue().items();
    const auto there = std::ranges::find_if(items, [&frame](const QueueItem& item) {
        return !item.isSequence() && item.path == frame;
    });
    QueueItemId id = there != items.end() ? there->id : 0;
    if (id == 0) {
        const std::vector<QueueItemId> added = m_parts.controller.add({frame});
        if (added.empty()) {
            m_parts.say(MessageBar::Kind::Note, tr("This frame is about to run with its sequence."),
                        tr("Wait until the sequence is done."));
            return;
        }
        id = added.front();
        m_parts.controller.runner().runFirst(added);
    }
    m_correctNext = id;
    m_parts.queue.select(id);
    follow();
}

void StrokesMode::refuseUnfinished(const QueueItem& item) {
    if (item.state == QueueState::Running || item.state == QueueState::Waiting)
        m_parts.say(MessageBar::Kind::Note, tr("There is no result to correct yet."),
                    item.state == QueueState::Running ? tr("Wait until the image is done.")
                                                      : tr("The image waits; run it first."));
    else if (item.saved.empty())
        offerRun(tr("There is no result to correct yet."), {});
    else
        offerRun(tr("This result is shown from its files."),
                 tr("Strokes are solved on the result as the model made it, in full precision."));
}

/// The mode begins by itself when the image is done.
void StrokesMode::offerRun(const QString& text, const QString& hint) {
    m_parts.say(MessageBar::Kind::Note, text, hint,
                {{tr("Run again, then correct"), [this, id = m_parts.viewed] {
                      m_correctNext = id;
                      m_parts.controller.runner().runAgain(id);
                  }}});
}

/// After offerRun().
void StrokesMode::beginAwaited() {
    const QueueItem* item = m_parts.controller.queue().find(m_correctNext);
    const bool isPending = item != nullptr && (item->state == QueueState::Running ||
                                               item->state == QueueState::Waiting);
    if (isPending)
        return;
    const bool isHere = item != nullptr && m_correctNext == m_parts.viewed && item->result &&
                        item->state == QueueState::Done;
    m_correctNext = 0;
    if (isHere)
        toggle();
}

/// Another image is on show, or its result is another one.
void StrokesMode::follow() {
    if (!m_desk->isActive()) {
        if (m_correctNext != 0)
            beginAwaited();
        return;
    }
    const QueueItem* item = m_parts.item();
    const bool isCorrectable = item != nullptr && item->result && !item->isSequence() &&
                               item->state == QueueState::Done &&
                               whyNotCorrectable(*item->result).empty();
    if (!isCorrectable)
        m_desk->end();
    else if (item->id != m_desk->item())
        m_desk->begin(item->id, item->result, item->strokes);
    else
        m_desk->update(item->result, item->strokes);
}

/// Until the result itself has the strokes.
void StrokesMode::showPreview(QueueItemId id, const std::shared_ptr<const Image>& albedo) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (id == m_parts.viewed && item != nullptr && m_parts.controller.upkeep().isCatchingUp(id) &&
        m_parts.viewer.hasResult())
        m_parts.viewer.showAlbedo(albedo);
}

bool StrokesMode::takeKey(const QKeyEvent& event) {
    if (!m_desk->takesKey(event.key(), event.modifiers()))
        return false;
    if (event.key() == Qt::Key_Escape)
        m_desk->end();
    else
        m_desk->pressKey(event.key());
    return true;
}

} // namespace unlit::ui
