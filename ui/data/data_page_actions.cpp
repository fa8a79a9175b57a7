// What can be done on the Data page, by name and key: menus and the command palette read this.
#include "ui/data/data_page.h"
#include "ui/kit/text.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/page_action.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>

namespace unlit::ui {

QAction* DataPage::addAction(const QString& text, const QKeySequence& key,
                             const std::function<void()>& act) {
    auto* action = addPageAction(*this, text, key, act);
    m_actions += action;
    return action;
}

void DataPage::makeActions() {
    addAction(tr("Open a folder of renders…"), QKeySequence::Open, [this] { browseFolder(); });
    addAction(tr("Open a list or archive…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
              [this] { browseList(); });
    addAction(tr("Look for pairs again"), Qt::Key_F5, [this] {
        if (!m_input.source.empty())
            openInput(m_input);
    });
    addAction(tr("Filter pairs"), QKeySequence::Find, [this] { m_panel->focusFilter(); });
    addAction(tr("Show pairs"), Qt::ALT | Qt::Key_1, [this] { showView(DataView::Pairs); });
    addAction(tr("Show figures"), Qt::ALT | Qt::Key_2, [this] { showView(DataView::Figures); });
    addAction(tr("Show files that are left over"), Qt::ALT | Qt::Key_3,
              [this] { showView(DataView::LeftOver); });
    addAction(tr("Split and save"), Qt::ALT | Qt::Key_4, [this] { showView(DataView::Split); });
    addAction(tr("Synthesize a set"), Qt::ALT | Qt::Key_5,
              [this] { showView(DataView::Synthesize); });
    addAction(tr("View the pair"), Qt::CTRL | Qt::Key_Return,
              [this] { showPair(m_grid->currentRow()); });
    addAction(tr("The pair before"), Qt::CTRL | Qt::Key_PageUp, [this] { m_grid->step(-1); });
    addAction(tr("The next pair"), Qt::CTRL | Qt::Key_PageDown, [this] { m_grid->step(1); });
    addAction(tr("Back, or stop looking"), Qt::Key_Escape, [this] { escape(); });
    addAction(tr("Quarantine the pairs, or bring them back"), Qt::CTRL | Qt::Key_Delete,
              [this] { m_division.toggleQuarantine(m_grid->chosenRows()); });
    addAction(tr("Undo the last change of the quarantine"), QKeySequence::Undo,
              [this] { m_division.undo(); });
    addAction(tr("Redo the last change of the quarantine"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z,
              [this] { m_division.redo(); });
    addAction(tr("Save the list of pairs…"), QKeySequence::Save, [this] {
        if (m_split->saveListButton().isEnabled())
            m_division.askWhereToSave(false, false);
    });
    addAction(tr("Train on this set"), Qt::CTRL | Qt::Key_T, [this] { m_division.train(); });
    addAction(tr("Show the pair's file in its folder"), {}, [this] { showPairInFolder(); });
    addAction(tr("Copy the names of the pairs"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
              [this] { copyNames(); });
    m_actions += m_viewer->viewer().viewActions();
}

void DataPage::showMenu(const QPoint& globalPlace) {
    QMenu menu;
    const auto add = [&](const QString& text, const std::function<void()>& act) {
        menu.addAction(text, this, act);
    };
    add(tr("View"), [this] { showPair(m_grid->currentRow()); });
    add(m_detail->quarantineButton().text(),
        [this] { m_division.toggleQuarantine(m_grid->chosenRows()); });
    menu.addSeparator();
    add(tr("Show in folder"), [this] { showPairInFolder(); });
    add(tr("Copy names"), [this] { copyNames(); });
    menu.exec(globalPlace);
}

void DataPage::browseFolder() {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("A folder of renders"), m_recent.isEmpty() ? QString() : m_recent.first());
    if (!folder.isEmpty())
        open(toPath(folder));
}

void DataPage::browseList() {
    const QString file =
        QFileDialog::getOpenFileName(this, tr("A filename_list or an archive"),
                                     m_recent.isEmpty() ? QString() : m_recent.first(),
                                     tr("Lists and archives (*.txt *.tar);;All files (*)"));
    if (!file.isEmpty())
        open(toPath(file));
}

void DataPage::browseRoot() {
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("The folder that the list speaks of"), toQString(m_division.setFolder()));
    if (folder.isEmpty())
        return;
    DatasetInput input = m_input;
    input.root = toPath(folder);
    openInput(input);
}

void DataPage::escape() {
    if (m_stack->currentWidget() == m_pairStack && m_pairStack->currentWidget() == m_viewer)
        showGrid();
    else if (m_reader.stage() != SetReader::Stage::Idle)
        stop();
}

void DataPage::showPairInFolder() {
    const int row = m_grid->currentRow();
    if (row < 0 || !m_set)
        return;
    showInFolder(m_division.setFolder() / m_pairs.at(row).pair.beauty.path);
}

/// As lines of a filename_list.
void DataPage::copyNames() {
    std::vector<data::ListedPair> pairs;
    for (const int row : m_grid->chosenRows())
        pairs.push_back(m_pairs.at(row).pair);
    if (!pairs.empty())
        QGuiApplication::clipboard()->setText(toQString(formatFilenameList(pairs)));
}

} // namespace unlit::ui
