#include "ui/pages/runs/runs_actions.h"

#include "core/runs/ways_on.h"
#include "ui/plots/plot_file.h"
#include "ui/widgets/page_action.h"

#include <QMenu>

namespace unlit::ui {

RunsActions::RunsActions(const RunsParts& parts, RootFolders& roots, ChosenRun& chosen,
                         RunUpkeep& upkeep, RunsTensorBoard& tensorBoard)
    : m_parts(parts), m_roots(roots), m_chosen(chosen), m_upkeep(upkeep),
      m_tensorBoard(tensorBoard) {
    addForTable();
    addForViews();
    addForRun();
    m_all += m_parts.views.pictures().viewer().viewActions();
}

QAction* RunsActions::add(const QString& text, const QKeySequence& key,
                          const std::function<void()>& act) {
    auto* action = addPageAction(m_parts.window, text, key, act);
    m_all += action;
    return action;
}

void RunsActions::addForTable() {
    RunsTable& table = m_parts.table;
    add(tr("Add a folder of runs…"), QKeySequence::Open, [this] { m_roots.browse(); });
    add(tr("Look for runs now"), Qt::Key_F5, [this] { m_parts.found.lookNow(); });
    add(tr("Filter runs"), QKeySequence::Find, [&table] { table.focusFilter(); });
    add(tr("Columns of the table…"), {}, [&table] { table.showColumnsMenu(); });
    QAction* archived = add(tr("Show archived runs"), {},
                            [&table] { table.setArchivedShown(!table.isArchivedShown()); });
    archived->setCheckable(true);
    connect(&table, &RunsTable::archivedShown, archived, &QAction::setChecked);
    add(tr("Archive the run, or bring it back"), Qt::CTRL | Qt::SHIFT | Qt::Key_A,
        [this] { toggleArchived(); });
    add(tr("Tags and group of the run"), Qt::CTRL | Qt::SHIFT | Qt::Key_G, [this] { editTags(); });
    add(tr("Export the table as CSV…"), {}, [&table] { table.exportCsv(); });
    add(tr("Show or hide the run's curves"), Qt::CTRL | Qt::Key_Space,
        [this] { m_chosen.toggleShown(); });
    add(tr("Show this run alone"), Qt::CTRL | Qt::Key_E, [this] { m_chosen.showAlone(); });
    add(tr("Uncheck all runs"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, [this] {
        RunsModel& model = m_parts.found.model();
        for (const int row : model.shownRows())
            model.setShown(row, false);
    });
}

void RunsActions::addForViews() {
    RunsViews& views = m_parts.views;
    const auto addView = [&](const QString& text, Qt::Key key, RunsView view) {
        add(text, Qt::ALT | key, [&views, view] { views.showView(view); });
    };
    addView(tr("Show curves"), Qt::Key_1, RunsView::Curves);
    addView(tr("Show pictures"), Qt::Key_2, RunsView::Pictures);
    addView(tr("Show differences of settings"), Qt::Key_3, RunsView::Differences);
    addView(tr("Show facts and notes"), Qt::Key_4, RunsView::Notes);
    addView(tr("Show the run's checkpoints"), Qt::Key_5, RunsView::Checkpoints);
    addView(tr("Show a setting against a figure"), Qt::Key_6, RunsView::Scatter);
    for (const char* suffix : {"png", "svg"}) {
        const QString name = QString::fromLatin1(suffix);
        add(tr("Export the scatter as %1…").arg(name.toUpper()), {},
            [&views, name] { views.exportScatter(name); });
    }
    add(tr("Show the whole of all curves"), Qt::CTRL | Qt::Key_Home,
        [&views] { views.curves().fitAll(); });
    add(tr("Logarithmic or linear values"), Qt::CTRL | Qt::Key_L,
        [&views] { views.curves().toggleLogarithmic(); });
    add(tr("Steps, time or epochs to the right"), Qt::CTRL | Qt::Key_T,
        [&views] { views.curves().stepXAxis(); });
    add(tr("Pictures of the step before"), Qt::CTRL | Qt::Key_PageUp,
        [&views] { views.pictures().stepBy(-1); });
    add(tr("Pictures of the next step"), Qt::CTRL | Qt::Key_PageDown,
        [&views] { views.pictures().stepBy(1); });
    for (const QString& kind : plotExports())
        add(tr("Export the large plot: %1").arg(plotExportText(kind)), {},
            [&views, kind] { views.exportCurves(kind); });
}

void RunsActions::addForRun() {
    add(tr("Open the run's folder"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
        [this] { m_chosen.openFolder(); });
    add(tr("Copy the command that resumes the run"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        [this] { m_chosen.copyResumeCommand(); });
    add(tr("Open the checked runs in TensorBoard"), {}, [this] { m_tensorBoard.open(); });
    add(tr("Show the run on the Train page"), Qt::CTRL | Qt::Key_Return,
        [this] { m_chosen.askFor(&ChosenRun::watchAsked); });
    m_resume = add(tr("Resume the run here"), Qt::CTRL | Qt::Key_R,
                   [this] { m_chosen.askFor(&ChosenRun::resumeAsked); });
    m_further += add(tr("Resume the run here with changes…"), {},
                     [this] { m_chosen.askFor(&ChosenRun::changesAsked); });
    m_further += add(tr("Extend the run here…"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
                     [this] { m_chosen.askFor(&ChosenRun::extendAsked); });
    refresh();
    add(tr("Move the run to the trash"), Qt::CTRL | Qt::Key_Delete,
        [this] { m_upkeep.trash(m_parts.table.current()); });
}

bool RunsActions::mayResume() const {
    return m_parts.run() != nullptr && runs::canResume(*m_parts.run());
}

bool RunsActions::mayExtend() const {
    return m_parts.run() != nullptr && runs::canExtend(*m_parts.run());
}

void RunsActions::refresh() {
    m_resume->setEnabled(mayResume());
    for (QAction* action : m_further)
        action->setEnabled(mayExtend());
}

void RunsActions::toggleArchived() {
    if (const runs::RunSummary* run = m_parts.run())
        m_upkeep.archive(m_parts.table.current(), !run->labels.isArchived);
}

void RunsActions::editTags() {
    m_parts.views.showView(RunsView::Notes);
    m_parts.views.notes().tags().setFocus();
}

void RunsActions::showMenu(const QPoint& globalPlace) {
    QMenu menu;
    const auto addItem = [&](const QString& text, const std::function<void()>& act) {
        return menu.addAction(text, this, act);
    };
    addItem(tr("Show or hide curves"), [this] { m_chosen.toggleShown(); });
    addItem(tr("Show this run alone"), [this] { m_chosen.showAlone(); });
    menu.addSeparator();
    addItem(tr("Show on the Train page"), [this] { m_chosen.askFor(&ChosenRun::watchAsked); });
    addItem(tr("Resume here"), [this] {
        m_chosen.askFor(&ChosenRun::resumeAsked);
    })->setEnabled(mayResume());
    addItem(tr("Resume here with changes…"), [this] {
        m_chosen.askFor(&ChosenRun::changesAsked);
    })->setEnabled(mayExtend());
    addItem(tr("Extend here…"), [this] {
        m_chosen.askFor(&ChosenRun::extendAsked);
    })->setEnabled(mayExtend());
    addItem(tr("Checkpoints"), [this] { m_parts.views.showView(RunsView::Checkpoints); });
    if (const auto sweep = m_chosen.sweep(); !sweep.empty())
        addItem(tr("The sweep that it is of"), [this, sweep] { emit m_chosen.sweepAsked(sweep); });
    const runs::RunSummary* run = m_parts.run();
    addItem(run != nullptr && run->labels.isArchived ? tr("Bring back from the archive")
                                                     : tr("Archive"),
            [this] { toggleArchived(); });
    addItem(tr("Tags and group"), [this] { editTags(); });
    menu.addSeparator();
    addItem(tr("Open folder"), [this] { m_chosen.openFolder(); });
    addItem(tr("Copy resume command"), [this] { m_chosen.copyResumeCommand(); });
    const bool hasTensorBoard = !TensorBoard::program().isEmpty(); // installed meanwhile, perhaps
    addItem(hasTensorBoard ? tr("Open in TensorBoard")
                           : tr("Open in TensorBoard: needs pip install tensorboard"),
            [this] { m_tensorBoard.open(); })
        ->setEnabled(hasTensorBoard);
    menu.addSeparator();
    addItem(tr("Move to trash"), [this] { m_upkeep.trash(m_parts.table.current()); });
    menu.exec(globalPlace);
}

} // namespace unlit::ui
