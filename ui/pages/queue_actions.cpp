// What can be done with the queue and its results, by name and key, and the menu of an item.
#include "ui/pages/infer_page.h"

#include <QAction>
#include <QMenu>

namespace unlit::ui {

void InferPage::makeQueueActions() {
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
        ->setEnabled(item->result != nullptr);
    menu->addAction(tr("Copy result as a picture"), this, [this] { copyResult(); })
        ->setEnabled(item->result != nullptr);
    menu->addAction(tr("Copy command line"), this, [this] { copyCommand(); });
    menu->addSeparator();
    menu->addAction(item->own ? tr("Use the settings of all") : tr("Settings of its own"), this,
                    [this, isOwn = item->own.has_value()] { setOwn(!isOwn); });
    menu->addAction(tr("Use its layer, colour and exposure for all that wait"), this,
                    [this] { useInputForAll(); });
    menu->addSeparator();
    menu->addAction(tr("Move to the front"), this, [this] { m_queue->moveChosenToFront(); });
    menu->addAction(tr("Show in folder"), this, [this, path = item->path] { showInFolder(path); });
    menu->addAction(isActive ? tr("Cancel") : tr("Take out of the queue"), this,
                    [this, id] { closeItem(id); });
    menu->popup(globalPlace);
}

} // namespace unlit::ui
