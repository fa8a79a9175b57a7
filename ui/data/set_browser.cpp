#include "ui/data/set_browser.h"

#include "core/base/text.h"
#include "ui/bridge/dropped_files.h"
#include "ui/kit/text.h"

#include <QFileDialog>
#include <QMimeData>

namespace unlit::ui {

namespace fs = std::filesystem;

namespace {

constexpr int kMostRecent = 8;

} // namespace

SetBrowser::SetBrowser(ShownSet& set, const SetDivision& division, QWidget& window)
    : m_set(set), m_division(division), m_window(window) {
    connect(&set, &ShownSet::found, this, &SetBrowser::remember);
    connect(&set, &ShownSet::rootAsked, this, &SetBrowser::browseRoot);
}

void SetBrowser::remember() {
    const QString path = toQString(m_set.input().source);
    m_recent.removeAll(path);
    m_recent.prepend(path);
    while (m_recent.size() > kMostRecent)
        m_recent.removeLast();
}

void SetBrowser::browseFolder() {
    const QString folder =
        QFileDialog::getExistingDirectory(&m_window, tr("A folder of renders"), newest());
    if (!folder.isEmpty())
        m_set.open(toPath(folder));
}

void SetBrowser::browseList() {
    const QString file =
        QFileDialog::getOpenFileName(&m_window, tr("A filename_list or an archive"), newest(),
                                     tr("Lists and archives (*.txt *.tar);;All files (*)"));
    if (!file.isEmpty())
        m_set.open(toPath(file));
}

void SetBrowser::browseRoot() {
    const QString folder = QFileDialog::getExistingDirectory(
        &m_window, tr("The folder that the list speaks of"), toQString(m_division.setFolder()));
    if (folder.isEmpty())
        return;
    DatasetInput input = m_set.input();
    input.root = toPath(folder);
    m_set.openAs(input);
}

bool SetBrowser::take(const QMimeData& dropped) {
    const OfferedData offered = offeredData(dropped);
    if (offered.paths.size() != 1)
        return false;
    std::error_code problem;
    const fs::path& path = offered.paths.front();
    const std::string suffix = toLower(path.extension().string());
    // "filename_list" is a list, too. A model is for Infer, wherever it is dropped.
    if (fs::is_directory(path, problem) ? fs::exists(path / "model_index.json", problem)
                                        : suffix != ".tar" && suffix != ".txt" && !suffix.empty())
        return false;
    m_set.open(path);
    return true;
}

} // namespace unlit::ui
