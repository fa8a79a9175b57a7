#include "ui/data/data_actions.h"

#include "ui/widgets/page_action.h"

#include <QMenu>

namespace unlit::ui {

DataActions::DataActions(QWidget& page, const DataDuties& duties) : m_page(page), m_do(duties) {
    addSets();
    addViews();
    addPairs();
    addDivision();
    add(tr("Show the pair's file in its folder"), {},
        [this] { m_do.pairs.showInFolder(m_do.division.setFolder()); });
    add(tr("Copy the names of the pairs"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        [this] { m_do.pairs.copyNames(); });
    m_all += m_do.pairs.viewer().viewer().viewActions();
    connect(&m_do.panel, &SetPanel::openFolderAsked, &m_do.browser, &SetBrowser::browseFolder);
    connect(&m_do.panel, &SetPanel::openListAsked, &m_do.browser, &SetBrowser::browseList);
    connect(&m_do.panel, &SetPanel::facetChosen, &m_do.pairs, &ShownPairs::setFilter);
    PairGrid& grid = m_do.pairs.grid();
    connect(&grid, &PairGrid::quarantineAsked, this, &DataActions::toggleQuarantine);
    connect(&grid, &PairGrid::menuAsked, this, &DataActions::showMenu);
    connect(&m_do.pairs.detail(), &PairDetail::quarantineAsked, this,
            &DataActions::toggleQuarantine);
}

void DataActions::add(const QString& text, const QKeySequence& key,
                      const std::function<void()>& act) {
    m_all += addPageAction(m_page, text, key, act);
}

void DataActions::addSets() {
    add(tr("Open a folder of renders…"), QKeySequence::Open,
        [this] { m_do.browser.browseFolder(); });
    add(tr("Open a list or archive…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
        [this] { m_do.browser.browseList(); });
    add(tr("Look for pairs again"), Qt::Key_F5, [this] { m_do.set.reopen(); });
    add(tr("Filter pairs"), QKeySequence::Find, [this] { m_do.panel.focusFilter(); });
}

void DataActions::addViews() {
    add(tr("Show pairs"), Qt::ALT | Qt::Key_1, [this] { emit viewAsked(DataView::Pairs); });
    add(tr("Show figures"), Qt::ALT | Qt::Key_2, [this] { emit viewAsked(DataView::Figures); });
    add(tr("Show files that are left over"), Qt::ALT | Qt::Key_3,
        [this] { emit viewAsked(DataView::LeftOver); });
    add(tr("Split and save"), Qt::ALT | Qt::Key_4, [this] { emit viewAsked(DataView::Split); });
    add(tr("Synthesize a set"), Qt::ALT | Qt::Key_5,
        [this] { emit viewAsked(DataView::Synthesize); });
}

void DataActions::addPairs() {
    add(tr("View the pair"), Qt::CTRL | Qt::Key_Return, [this] { m_do.pairs.showChosen(); });
    add(tr("The pair before"), Qt::CTRL | Qt::Key_PageUp, [this] { m_do.pairs.grid().step(-1); });
    add(tr("The next pair"), Qt::CTRL | Qt::Key_PageDown, [this] { m_do.pairs.grid().step(1); });
    add(tr("Back, or stop looking"), Qt::Key_Escape, [this] { escape(); });
}

void DataActions::addDivision() {
    add(tr("Quarantine the pairs, or bring them back"), Qt::CTRL | Qt::Key_Delete,
        [this] { toggleQuarantine(); });
    add(tr("Undo the last change of the quarantine"), QKeySequence::Undo,
        [this] { m_do.division.undo(); });
    add(tr("Redo the last change of the quarantine"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z,
        [this] { m_do.division.redo(); });
    add(tr("Save the list of pairs…"), QKeySequence::Save, [this] {
        if (m_do.split.saveListButton().isEnabled())
            m_do.division.askWhereToSave(false, false);
    });
    add(tr("Train on this set"), Qt::CTRL | Qt::Key_T, [this] { m_do.division.train(); });
}

void DataActions::toggleQuarantine() {
    m_do.division.toggleQuarantine(m_do.pairs.grid().chosenRows());
}

void DataActions::showMenu(const QPoint& globalPlace) {
    QMenu menu;
    const auto add = [&](const QString& text, const std::function<void()>& act) {
        menu.addAction(text, this, act);
    };
    add(tr("View"), [this] { m_do.pairs.showChosen(); });
    add(m_do.pairs.detail().quarantineButton().text(), [this] { toggleQuarantine(); });
    menu.addSeparator();
    add(tr("Show in folder"), [this] { m_do.pairs.showInFolder(m_do.division.setFolder()); });
    add(tr("Copy names"), [this] { m_do.pairs.copyNames(); });
    menu.exec(globalPlace);
}

void DataActions::escape() {
    // The window may not be on show: what counts is the view that is chosen.
    if (m_do.pairs.isVisibleTo(&m_page) && !m_do.pairs.isGrid())
        m_do.pairs.showGrid();
    else if (m_do.set.stage() != SetReader::Stage::Idle)
        m_do.set.stop();
}

} // namespace unlit::ui
