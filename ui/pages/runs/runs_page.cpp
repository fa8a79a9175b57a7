#include "ui/pages/runs/runs_page.h"

#include "ui/pages/runs/runs_said.h"
#include "ui/widgets/page_columns.h"

#include <utility>

namespace unlit::ui {

namespace {

constexpr int kRunsWidthPx = 516;
constexpr int kRunsGrowth = 7; // until all columns are seen

} // namespace

RunsPage::RunsPage(InferenceController::MakeService makeService, RunBranching branching,
                   QWidget* parent)
    : QWidget(parent), m_roots(*this, tr("A folder that holds runs")), m_found(m_roots),
      m_table(new RunsTable(m_found.model(), this)),
      m_views(new RunsViews(m_found.model(), *m_table, std::move(makeService), std::move(branching),
                            this)),
      m_columns(new QSplitter(this)), m_parts{.window = *this,
                                              .found = m_found,
                                              .table = *m_table,
                                              .views = *m_views},
      m_chosen(m_parts), m_upkeep(m_parts), m_tensorBoard(m_parts),
      m_actions(m_parts, m_roots, m_chosen, m_upkeep, m_tensorBoard) {
    layOutColumns(*this, *m_columns, {{m_table, kRunsWidthPx, kRunsGrowth}, {m_views}});
    setFocusProxy(&m_table->table());
    connectParts();
    connectCheckpoints();
    tell();
}

void RunsPage::connectParts() {
    connect(m_table, &RunsTable::currentChanged, this, &RunsPage::refresh);
    connect(m_table, &RunsTable::addFolderAsked, &m_roots, &RootFolders::browse);
    connect(m_table, &RunsTable::foldersAsked, &m_roots, &RootFolders::showMenu);
    connect(m_table, &RunsTable::menuAsked, &m_actions, &RunsActions::showMenu);
    connect(m_table, &RunsTable::toggleAsked, &m_chosen, &ChosenRun::toggleShown);
    connect(m_table, &RunsTable::trashAsked, &m_upkeep,
            [this] { m_upkeep.trash(m_table->current()); });
    connect(m_views, &RunsViews::noticeClicked, &m_roots, &RootFolders::browse);
    connect(&m_found.model(), &RunsModel::shownChanged, this, &RunsPage::refresh);
    connect(&m_found, &FoundRuns::begun, this, &RunsPage::tell);
    connect(&m_found, &FoundRuns::changed, this, &RunsPage::refresh);
    connect(&m_found, &FoundRuns::looked, this, &RunsPage::takeLook);
    connect(&m_found, &FoundRuns::problemsFound, this, [this](const QStringList& problems) {
        m_parts.say(MessageBar::Kind::Bad, tr("A folder of runs cannot be looked through"),
                    problems.join(u'\n'));
    });
    connect(&m_upkeep, &RunUpkeep::changed, this, &RunsPage::refresh);
}

void RunsPage::connectCheckpoints() {
    RunsCheckpoints& checkpoints = m_views->checkpoints();
    connect(&checkpoints, &RunsCheckpoints::resumeAsked, &m_chosen, &ChosenRun::resumeAsked);
    connect(&checkpoints, &RunsCheckpoints::runMade, this,
            [this](const std::filesystem::path& run) {
                m_roots.addAround(run);
                m_found.lookNow();
            });
    connect(&checkpoints, &RunsCheckpoints::runChanged, &m_found, &FoundRuns::lookAgainAt);
}

void RunsPage::takeLook(bool isFirst) {
    chooseWanted();
    if (isFirst && m_table->current() < 0 && m_found.model().rowCount() > 0)
        m_table->table().selectRow(0);
    tell();
}

void RunsPage::showCheckpoints(const std::filesystem::path& run, CheckpointAsk ask) {
    m_wanted = run;
    m_wantedAsk = ask;
    m_roots.addAround(run);
    m_views->showView(RunsView::Checkpoints);
    chooseWanted();
}

/// The filter gives way where it hides the run.
void RunsPage::chooseWanted() {
    const int row = m_wanted.empty() ? -1 : m_found.model().rowOf(m_wanted);
    if (row < 0)
        return;
    m_wanted.clear();
    m_table->setCurrent(row);
    if (m_table->current() != row) {
        m_table->filter().clear();
        if (m_found.model().at(row).labels.isArchived)
            m_table->setArchivedShown(true);
        m_table->setCurrent(row);
    }
    refresh();
    m_views->checkpoints().ask(std::exchange(m_wantedAsk, CheckpointAsk::Nothing));
}

void RunsPage::showRunsBelow(const std::filesystem::path& folder) {
    m_roots.addAround(folder / "run"); // whatever they are called
    m_table->filter().setText(m_roots.placeBelow(folder));
}

void RunsPage::setSettings(const RunsSettings& settings) {
    RunsModel& model = m_found.model();
    model.restoreShown(settings.shown, settings.colors);
    m_views->curves().setSettings(settings);
    model.setMoreColumns(settings.moreColumns);
    m_table->setColumns(settings.tableColumns);
    m_table->setArchivedShown(settings.showsArchived);
    m_views->scatter().setAxes(settings.scatterX, settings.scatterY, settings.scatterLogX,
                               settings.scatterLogY);
    if (!settings.columns.isEmpty())
        m_columns->restoreState(settings.columns);
    m_views->showView(static_cast<RunsView>(settings.view));
    m_roots.set(settings.roots);
    m_found.beginAnew();
}

RunsSettings RunsPage::settings() const {
    const RunsModel& model = m_found.model();
    const RunsScatter& scatter = m_views->scatter();
    RunsSettings settings;
    m_views->curves().store(settings);
    settings.roots = m_roots.folders();
    settings.shown = model.shownFolders();
    settings.colors = model.shownColors();
    settings.view = static_cast<int>(m_views->view());
    settings.columns = m_columns->saveState();
    settings.moreColumns = model.moreColumns();
    settings.tableColumns = m_table->columns();
    settings.scatterX = scatter.xKey();
    settings.scatterY = scatter.yKey();
    settings.scatterLogX = scatter.isXLogarithmic();
    settings.scatterLogY = scatter.isYLogarithmic();
    settings.showsArchived = m_table->isArchivedShown();
    return settings;
}

/// The table's current run, or what is checked, is another or has changed.
void RunsPage::refresh() {
    m_views->refresh();
    m_actions.refresh();
    tell();
}

void RunsPage::tell() {
    const RunsModel& model = m_found.model();
    m_table->setCounts(countsOf(model, m_found.isLooked()));
    m_views->setNotice(noticeOf(model, m_found.isLooked(), m_roots.folders()));
}

void RunsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_found.setOnShow(true);
}

void RunsPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_found.setOnShow(false);
    m_views->notes().save();
}

} // namespace unlit::ui
