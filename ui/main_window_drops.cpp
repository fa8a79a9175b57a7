// What is dropped on the window, and whose it is.
#include "core/runs/run_finder.h"
#include "ui/bridge/dropped_files.h"
#include "ui/main_window.h"

#include <QDragEnterEvent>
#include <QMimeData>

namespace unlit::ui {

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    // What comes out of the queue does not go into it again. All else is let in, so that what
    // cannot be taken is said.
    const bool isOwn = event->source() != nullptr;
    if (isOwn || !offersAnything(*event->mimeData()))
        return;
    m_infer->setDropHighlighted(true);
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event) {
    m_infer->setDropHighlighted(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_infer->setDropHighlighted(false);
    event->setDropAction(Qt::CopyAction);
    event->accept();
    // A recipe is for Train; on the Data page a folder or list is a set; all else is for Infer.
    if (m_train->recipe().take(*event->mimeData()))
        return showPage(StudioPage::Train);
    if (m_pages->currentWidget() == m_data && m_data->take(*event->mimeData()))
        return;
    if (const OfferedData offered = offeredData(*event->mimeData());
        offered.paths.size() == 1 && runs::isRunFolder(offered.paths.front())) {
        showPage(StudioPage::Train);
        return m_train->showRun(offered.paths.front());
    }
    showPage(StudioPage::Infer);
    m_infer->take(*event->mimeData());
}

} // namespace unlit::ui
