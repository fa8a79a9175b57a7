// What is said of results that are saved, and what keeps the window open.
#include "ui/pages/infer/result_saver.h"

#include "ui/kit/text.h"
#include "ui/widgets/file_dialog.h"

#include <QPushButton>

namespace unlit::ui {

void ResultSaver::tellSaves(const SaveCount& count) {
    if (m_closesWhenSaved) {
        m_closesWhenSaved = count.failed.empty();
        if (m_closesWhenSaved) {
            emit closeReady();
            return;
        }
    }
    if (count.failed.empty()) {
        if (count.asked == 1)
            tellSaved(count.saved.front());
        else
            m_parts.say(MessageBar::Kind::Good, tr("%n results saved.", nullptr, count.asked));
        return;
    }
    const QString why = sentence(count.failure.message) + u' ' + sentence(count.failure.hint);
    const MessageBar::Choice both{tr("Keep both"), [this, ids = count.failed] {
                                      for (const QueueItemId id : ids)
                                          saveNumbered(id);
                                  }};
    const MessageBar::Choice again{tr("Try again"), [this, ids = count.failed] {
                                       for (const QueueItemId id : ids)
                                           save(id, false);
                                   }};
    if (count.asked == 1)
        m_parts.say(MessageBar::Kind::Bad, sentence(count.failure.message),
                    sentence(count.failure.hint), {again});
    else
        m_parts.say(
            MessageBar::Kind::Bad,
            tr("%1 of %2 results could not be saved.").arg(count.failed.size()).arg(count.asked),
            why, {both, again});
}

void ResultSaver::tellSaved(QueueItemId id) {
    const QueueItem* item = m_parts.controller.queue().find(id);
    if (item == nullptr || item->saved.empty())
        return;
    const std::filesystem::path first = item->saved.front();
    const QString text = item->saved.size() == 1 ? tr("Saved %1").arg(toQString(first.filename()))
                                                 : tr("Saved %1 files").arg(item->saved.size());
    m_parts.say(MessageBar::Kind::Good, text, tr("In %1").arg(toQString(first.parent_path())),
                {{tr("Show in folder"), [this, first] { showInFolder(first); }}});
}

bool ResultSaver::mayClose() {
    const std::vector<QueueItemId> ids = m_parts.controller.upkeep().unsaved();
    if (m_closesWhenSaved && m_parts.controller.upkeep().saving().asked == 0)
        return true; // everything has been asked
    if (m_closesWhenSaved || m_question)
        return false;
    if (ids.empty())
        return true; // what is being saved is written before the program ends
    m_question = new QMessageBox(QMessageBox::Question, tr("Results are not saved"), {},
                                 QMessageBox::NoButton, &m_parts.window);
    m_question->setTextFormat(Qt::PlainText);
    m_question->setText(tr("%n results are not saved.", nullptr, static_cast<int>(ids.size())));
    m_question->setInformativeText(
        tr("Without it they are made again after the next start, when the queue goes on."));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    auto* saving = m_question->addButton(tr("Save all and close"), QMessageBox::AcceptRole);
    auto* closing = m_question->addButton(tr("Close without saving"), QMessageBox::DestructiveRole);
    auto* staying = m_question->addButton(tr("Stay"), QMessageBox::RejectRole);
    m_question->setDefaultButton(saving);
    m_question->setEscapeButton(staying);
    connect(saving, &QPushButton::clicked, this, [this] {
        m_closesWhenSaved = true;
        for (const QueueItemId id : m_parts.controller.upkeep().unsaved())
            saveNumbered(id); // no file is replaced, and nothing more is asked
        if (m_parts.controller.upkeep().saving().asked == 0)
            emit closeReady();
    });
    connect(closing, &QPushButton::clicked, this, [this] {
        m_closesWhenSaved = true;
        emit closeReady();
    });
    m_question->open();
    return false;
}

} // namespace unlit::ui
