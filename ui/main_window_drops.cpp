// What is dropped on the window, and whose it is.
#include "core/runs/run_finder.h"
#include "ui/bridge/dropped_files.h"
#include "ui/kit/text.h"
#include "ui/main_window.h"

#include <QDragEnterEvent>
#include <QMimeData>

#include <algorithm>

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
    // Where runs or models are listed a folder is looked through for them. Elsewhere a recipe or
    // run is for Train; on the Data page a folder or list is a set; all else is for Infer.
    const std::vector<std::filesystem::path> paths = offeredData(*event->mimeData()).paths;
    if (takeForList(paths))
        return;
    const bool isSet = m_pages->currentWidget() == m_data;
    if (isSet ? m_train->recipe().take(paths) : takeForTrain(paths))
        return showPage(StudioPage::Train);
    if (isSet && (m_data->take(*event->mimeData()) || takeForTrain(paths)))
        return;
    showPage(StudioPage::Infer);
    m_infer->take(*event->mimeData());
}

bool MainWindow::takeForList(const std::vector<std::filesystem::path>& paths) {
    const bool isRuns = m_pages->currentWidget() == m_runs;
    const bool isModels = m_pages->currentWidget() == m_models;
    const auto isFolder = [](const std::filesystem::path& path) {
        std::error_code unknown;
        return std::filesystem::is_directory(path, unknown);
    };
    const auto isModel = [](const std::filesystem::path& path) {
        std::error_code unknown;
        return std::filesystem::exists(path / "model_index.json", unknown);
    };
    if ((!isRuns && !isModels) || paths.empty() || !std::ranges::all_of(paths, isFolder) ||
        std::ranges::any_of(paths, isModel)) // a model itself is to be used
        return false;
    for (const std::filesystem::path& path : paths) {
        if (isModels)
            m_models->roots().add(toQString(path));
        else if (runs::isRunFolder(path))
            m_runs->roots().addAround(path);
        else
            m_runs->roots().add(toQString(path));
    }
    return true;
}

bool MainWindow::takeForTrain(const std::vector<std::filesystem::path>& paths) {
    const bool isRun = paths.size() == 1 && runs::isRunFolder(paths.front());
    if (!isRun && !m_train->recipe().take(paths))
        return false;
    showPage(StudioPage::Train);
    if (isRun)
        m_train->showRun(paths.front());
    return true;
}

} // namespace unlit::ui
