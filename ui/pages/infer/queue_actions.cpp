// What can be done with the queue and its results, by name and key, and the menu of an item.
#include "ui/pages/infer/infer_page.h"

#include <QAction>
#include <QMenu>

namespace unlit::ui {

void InferPage::makeQueueActions() {
    makeUndoActions();
    addAction(tr("Paste an image, files or paths"), QKeySequence::Paste, [this] { paste(); });
    addAction(tr("Search folders inside folders"), {}, [this] { toggleRecursive(); });
    addAction(tr("Hold the queue, or go on"), Qt::CTRL | Qt::Key_P,
              [this] { m_controller.setHeld(!m_controller.isHeld()); });
    addAction(tr("Run all failed images again"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
              [this] { m_controller.retryFailed(); });
    addAction(tr("Move image up in the queue"), Qt::CTRL | Qt::Key_Up,
              [this] { m_queue->moveChosen(-1); });
    addAction(tr("Move image down in the queue"), Qt::CTRL | Qt::Key_Down,
              [this] { m_queue->moveChosen(1); });
    addAction(tr("Move image to the front of the queue"), Qt::CTRL | Qt::SHIFT | Qt::Key_Up,
              [this] { m_queue->moveChosenToFront(); });
    addAction(tr("Give image settings of its own, or take them away"), Qt::CTRL | Qt::Key_I,
              [this] { setOwn(!m_settings->isOwnShown()); });
    addAction(tr("Use this image's layer, colour and exposure for all that wait"), {},
              [this] { useInputForAll(); });
    addAction(tr("Copy result as a picture"), QKeySequence::Copy, [this] { copyResult(); });
    addAction(tr("Take a sequence for single images"), {}, [this] { splitChosen(); });
    addAction(tr("Join the chosen images to a sequence"), Qt::CTRL | Qt::Key_J,
              [this] { joinChosen(); });
}

void InferPage::makeUndoActions() {
    QAction* undo = addAction(tr("Undo the last removal, cancellation, anchor or stroke"),
                              Qt::CTRL | Qt::Key_Z, [this] {
                                  if (m_strokes->isActive())
                                      m_strokes->undo();
                                  else
                                      m_controller.undo();
                              });
    QAction* redo = addAction(tr("Redo the removal, cancellation, anchor or stroke"),
                              Qt::CTRL | Qt::SHIFT | Qt::Key_Z, [this] {
                                  if (m_strokes->isActive())
                                      m_strokes->redo();
                                  else
                                      m_controller.redo();
                              });
    const auto update = [this, undo, redo] {
        const bool isDrawing = m_strokes->isActive();
        undo->setEnabled(isDrawing ? m_strokes->canUndo() : m_controller.canUndo());
        redo->setEnabled(isDrawing ? m_strokes->canRedo() : m_controller.canRedo());
    };
    connect(m_strokes.get(), &StrokeDesk::historyChanged, this, update);
    connect(&m_controller, &InferenceController::historyChanged, this, update);
    update();
}

void InferPage::closeItems(const std::vector<QueueItemId>& ids) {
    const int before = m_controller.queue().rowCount();
    m_controller.close(ids);
    tellTakenOut(before);
}

void InferPage::clearDone() {
    const int before = m_controller.queue().rowCount();
    m_controller.clearDone();
    if (m_controller.unsaved().empty())
        tellTakenOut(before);
    else
        tellUnsavedStay(before);
}

void InferPage::tellTakenOut(int before) {
    const int gone = before - m_controller.queue().rowCount();
    if (gone == 0)
        return; // what was cancelled is still there to be seen
    m_settings->message().say(
        MessageBar::Kind::Good, tr("%n images taken out of the queue.", nullptr, gone),
        tr("Files stay where they are."), {{tr("Undo (Ctrl+Z)"), [this] { m_controller.undo(); }}});
}

void InferPage::tellBroughtBack(const std::vector<QueueItemId>& ids) {
    m_queue->select(ids.front());
    say(MessageBar::Kind::Good,
        tr("%n images are back in the queue.", nullptr, static_cast<int>(ids.size())));
}

void InferPage::showMenu(QueueItemId id, const QPoint& globalPlace) {
    const QueueItem* item = m_controller.queue().find(id);
    if (item == nullptr)
        return;
    m_queue->select(id);
    const bool isActive = item->state == QueueState::Running || item->state == QueueState::Waiting;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Run again"), this, [this, id] { m_controller.runAgain(id); })
        ->setEnabled(!isActive);
    menu->addAction(tr("Save"), this, [this, id] { save(id, false); })
        ->setEnabled(item->result != nullptr && !item->isSequence());
    menu->addAction(tr("Save as…"), this, [this] { saveAs(); })
        ->setEnabled(item->result != nullptr && !item->isSequence());
    menu->addAction(tr("Copy result as a picture"), this, [this] { copyResult(); })
        ->setEnabled(resultOf(*item) != nullptr);
    menu->addAction(tr("Copy command line"), this, [this] { copyCommand(); });
    menu->addSeparator();
    menu->addAction(item->own ? tr("Use the settings of all") : tr("Settings of its own"), this,
                    [this, isOwn = item->own.has_value()] { setOwn(!isOwn); });
    menu->addAction(tr("Use its layer, colour and exposure for all that wait"), this,
                    [this] { useInputForAll(); });
    menu->addSeparator();
    if (item->isSequence())
        menu->addAction(tr("Take it for single images"), this, [this] { splitChosen(); });
    else if (m_queue->chosen().size() > 1)
        menu->addAction(tr("Join the chosen images to a sequence"), this, [this] { joinChosen(); });
    menu->addAction(tr("Move to the front"), this, [this] { m_queue->moveChosenToFront(); });
    menu->addAction(tr("Show in folder"), this, [this, path = item->path] { showInFolder(path); });
    menu->addAction(isActive ? tr("Cancel") : tr("Take out of the queue"), this,
                    [this, id] { closeItems({id}); });
    menu->popup(globalPlace);
}

} // namespace unlit::ui
