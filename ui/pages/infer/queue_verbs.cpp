#include "ui/pages/infer/queue_verbs.h"

#include "core/base/error.h"
#include "core/base/frame_sequence.h"
#include "ui/kit/text.h"

namespace unlit::ui {

QueueVerbs::QueueVerbs(InferParts& parts, ResultSaver& saver) : m_parts(parts), m_saver(saver) {
    connect(&parts.controller.edits(), &QueueEdits::broughtBack, this,
            &QueueVerbs::tellBroughtBack);
    connect(&parts.controller.hold(), &QueueHold::changed, this, &QueueVerbs::showHeld);
    connect(&parts.controller.runner(), &QueueRunner::resultsFull, this, [this] {
        m_isFull = true;
        showHeld();
    });
}

void QueueVerbs::tellRestored() {
    m_restored = m_parts.controller.queue().countIn(QueueState::Waiting);
    showHeld();
}

void QueueVerbs::close(const std::vector<QueueItemId>& ids) {
    const int before = m_parts.controller.queue().rowCount();
    m_parts.controller.edits().close(ids);
    tellTakenOut(before);
}

void QueueVerbs::clearDone() {
    const int before = m_parts.controller.queue().rowCount();
    m_parts.controller.edits().clearDone();
    if (m_parts.controller.upkeep().unsaved().empty())
        tellTakenOut(before);
    else
        tellUnsavedStay(before);
}

void QueueVerbs::useInputForAll() {
    const QueueItem* item = m_parts.item();
    if (item == nullptr)
        return;
    InputOptions input = item->input;
    if (input.mask.find('{') == std::string::npos)
        input.mask.clear(); // a file is one picture's mask
    m_parts.controller.setInputOfAll(input);
}

void QueueVerbs::splitChosen() {
    int split = 0;
    for (const QueueItemId id : m_parts.queue.chosen()) {
        const QueueItem* item = m_parts.controller.queue().find(id);
        if (item == nullptr || !item->isSequence())
            continue;
        m_parts.controller.splitSequence(id);
        ++split;
    }
    if (split == 0)
        m_parts.say(MessageBar::Kind::Bad, tr("That is no sequence."));
}

void QueueVerbs::joinChosen() {
    try {
        if (const QueueItemId id = m_parts.controller.joinSequence(m_parts.queue.chosen());
            id != 0) {
            m_parts.queue.select(id);
            tellSequences({id});
            return;
        }
    } catch (const Error& error) {
        m_parts.say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()));
        return;
    }
    m_parts.say(
        MessageBar::Kind::Bad, tr("These images are no frames of one sequence."),
        tr("Choose two or more that do not run, with the same name but for the number at its "
           "end."));
}

void QueueVerbs::tellSequences(const std::vector<QueueItemId>& ids) {
    if (ids.empty())
        return;
    const QueueItem& item = *m_parts.controller.queue().find(ids.front());
    QString text =
        tr("%1 files are one sequence, %2.").arg(item.frames.size()).arg(toQString(item.name()));
    if (ids.size() > 1)
        text = tr("%1 sequences were found.").arg(ids.size());
    std::vector<std::filesystem::path> files;
    for (const QueueFrame& frame : item.frames)
        files.push_back(frame.path);
    const QString missing =
        ids.size() > 1 ? QString() : toQString(missingFramesText(findSequences(files).front()));
    QString hint = tr("One brightness for all, and no flicker. Frames are saved as they are done.");
    if (!missing.isEmpty()) {
        hint = missing.section(QStringLiteral(": "), 1);
        hint[0] = hint[0].toUpper();
        hint += u'.';
    }
    m_parts.say(missing.isEmpty() ? MessageBar::Kind::Good : MessageBar::Kind::Bad, text, hint,
                {{tr("Take for single images"), [this, ids] {
                      for (const QueueItemId id : ids)
                          m_parts.controller.splitSequence(id);
                  }}});
}

void QueueVerbs::tellTakenOut(int before) {
    const int gone = before - m_parts.controller.queue().rowCount();
    if (gone == 0)
        return; // what was cancelled is still there to be seen
    m_parts.say(MessageBar::Kind::Good, tr("%n images taken out of the queue.", nullptr, gone),
                tr("Files stay where they are."),
                {{tr("Undo (Ctrl+Z)"), [this] { m_parts.controller.edits().undo(); }}});
}

void QueueVerbs::tellUnsavedStay(int before) {
    const int gone = before - m_parts.controller.queue().rowCount();
    const std::vector<QueueItemId> ids = m_parts.controller.upkeep().unsaved();
    m_parts.say(MessageBar::Kind::Good,
                tr("%n results that are not saved stay.", nullptr, static_cast<int>(ids.size())),
                gone > 0 ? tr("%n images taken out of the queue.", nullptr, gone) : QString(),
                {{tr("Save all"), [this] { m_saver.saveAll(); }},
                 {tr("Take them out too"), [this, ids] { close(ids); }}});
}

void QueueVerbs::tellBroughtBack(const std::vector<QueueItemId>& ids) {
    m_parts.queue.select(ids.front());
    m_parts.say(MessageBar::Kind::Good,
                tr("%n images are back in the queue.", nullptr, static_cast<int>(ids.size())));
}

void QueueVerbs::showHeld() {
    if (!m_parts.controller.hold().isHeld()) {
        m_isFull = false;
        m_restored = 0;
    }
    const int waiting = m_parts.controller.queue().countIn(QueueState::Waiting);
    QString why = tr("The queue is held.");
    if (m_isFull)
        why = tr("Results that are not saved fill the memory. Save them (Ctrl+Shift+S), or choose "
                 "“Save when done”.");
    else if (m_restored > 0)
        why = tr("%n images were left from last time.", nullptr, m_restored == 1 ? 1 : waiting);
    m_parts.queue.setHeld(m_parts.controller.hold().isHeld(), why);
}

} // namespace unlit::ui
