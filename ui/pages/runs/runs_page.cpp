#include "ui/pages/runs/runs_page.h"

#include "ui/kit/text.h"
#include "ui/widgets/page_columns.h"

#include <QDesktopServices>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace {

constexpr int kRunsWidthPx = 516;
constexpr int kRunsGrowth = 7; // until all columns are seen
constexpr int kShownPeriodMs = 1500;
constexpr int kHiddenPeriodMs = 20'000;
constexpr int kGatherMs = 100;

} // namespace

RunsPage::RunsPage(InferenceController::MakeService makeService, RunBranching branching,
                   QWidget* parent)
    : QWidget(parent),
      m_tensorBoard([](const QString& address) { QDesktopServices::openUrl(QUrl(address)); }),
      m_table(new RunsTable(m_model, this)), m_curves(new RunsCurves(m_model, this)),
      m_pictures(new RunsPictures(this)), m_differences(new RunsDifferences(this)),
      m_notes(new RunsNotes(this)),
      m_checkpoints(new RunsCheckpoints(std::move(makeService), std::move(branching), this)),
      m_scatter(new RunsScatter(m_model, this)), m_views(new SegmentedControl(this)),
      m_stack(new QStackedWidget(this)), m_columns(new QSplitter(this)),
      m_nothing(new QWidget(this)), m_notice(new NoticeCard(m_stack)) {
    m_views->setItems({tr("Curves"), tr("Pictures"), tr("Differences"), tr("Notes"),
                       tr("Checkpoints"), tr("Scatter")},
                      {tr("Figures of the checked runs (Alt+1)"),
                       tr("What they made of the same picture (Alt+2)"),
                       tr("Where the settings of two runs differ (Alt+3)"),
                       tr("Facts and notes of the chosen run (Alt+4)"),
                       tr("Weights that the chosen run has saved (Alt+5)"),
                       tr("A setting of the runs against a figure (Alt+6)")});
    m_views->setAccessibleName(tr("View"));
    auto* right = new QWidget(this);
    layOutViews(
        *right, makeViewBar(m_views), *m_stack,
        {m_curves, m_pictures, m_differences, m_notes, m_checkpoints, m_scatter, m_nothing});
    layOutColumns(*this, *m_columns, {{m_table, kRunsWidthPx, kRunsGrowth}, {right}});
    setFocusProxy(&m_table->table());
    m_changeTimer.setSingleShot(true);
    m_changeTimer.setInterval(kGatherMs);
    connectParts();
    connectCheckpoints();
    makeActions();
    updateCounts();
    updateNotice();
}

void RunsPage::connectParts() {
    connect(m_views, &SegmentedControl::chosen, this,
            [this](int view) { showView(static_cast<RunsView>(view)); });
    connect(m_table, &RunsTable::currentChanged, this, &RunsPage::runsChanged);
    connect(m_table, &RunsTable::addFolderAsked, this, &RunsPage::browseRoot);
    connect(m_table, &RunsTable::foldersAsked, this, &RunsPage::showFolders);
    connect(m_table, &RunsTable::menuAsked, this, &RunsPage::showMenu);
    connect(m_table, &RunsTable::columnsAsked, this, &RunsPage::showColumns);
    connect(m_table, &RunsTable::toggleAsked, this, &RunsPage::toggleShown);
    connect(m_table, &RunsTable::trashAsked, this, [this] { trash(m_table->current()); });
    connect(m_table, &RunsTable::filtered, this, &RunsPage::updateScatter);
    connect(m_scatter, &RunsScatter::chosen, this, [this](const std::filesystem::path& run) {
        if (const int row = m_model.rowOf(run); row >= 0)
            m_table->setCurrent(row);
    });
    connect(m_scatter, &RunsScatter::exportAsked, this, &RunsPage::exportScatter);
    connect(m_notice, &NoticeCard::clicked, this, &RunsPage::browseRoot);
    connect(m_curves, &RunsCurves::exportAsked, this, &RunsPage::exportPlot);
    connect(&m_model, &RunsModel::shownChanged, this, &RunsPage::runsChanged);
    connect(&m_watcher, &RunWatcher::rowsChanged, this,
            [this](const std::vector<runs::RunSummary>& rows) {
                m_model.remove(std::exchange(m_gone, {})); // one of them may be back
                m_model.put(rows);
                if (!m_changeTimer.isActive())
                    m_changeTimer.start();
            });
    connect(&m_watcher, &RunWatcher::rowGone, this, [this](const std::filesystem::path& folder) {
        m_gone.push_back(folder);
        if (!m_changeTimer.isActive())
            m_changeTimer.start();
    });
    connect(&m_tensorBoard, &TensorBoard::opened, this, [this](const QString& address) {
        say(MessageBar::Kind::Good, tr("TensorBoard is at %1").arg(address),
            tr("On this machine alone; it ends with this window."),
            {{tr("End it"), [this] { m_tensorBoard.end(); }}});
    });
    connect(&m_tensorBoard, &TensorBoard::failed, this,
            [this](const QString& what, const QString& hint) {
                say(MessageBar::Kind::Bad, what, hint);
            });
    connect(&m_watcher, &RunWatcher::looked, this, &RunsPage::takeLook);
    connect(&m_changeTimer, &QTimer::timeout, this, &RunsPage::runsChanged);
}

void RunsPage::connectCheckpoints() {
    connect(m_notes, &RunsNotes::checkpointsAsked, this, [this](CheckpointAsk ask) {
        showView(RunsView::Checkpoints);
        m_checkpoints->ask(ask);
    });
    connect(m_notes, &RunsNotes::labelsEdited, this, &RunsPage::writeLabels);
    connect(m_checkpoints, &RunsCheckpoints::useAsked, this, &RunsPage::useModelAsked);
    connect(m_checkpoints, &RunsCheckpoints::evaluateAsked, this, &RunsPage::evaluateAsked);
    connect(m_checkpoints, &RunsCheckpoints::resumeAsked, this, &RunsPage::resumeAsked);
    connect(m_checkpoints, &RunsCheckpoints::runMade, this,
            [this](const std::filesystem::path& run) {
                addRootOf(run);
                m_watcher.lookNow();
            });
    connect(m_checkpoints, &RunsCheckpoints::runChanged, &m_watcher, &RunWatcher::lookAgainAt);
}

void RunsPage::takeLook(const QStringList& problems) {
    const bool isFirst = !std::exchange(m_isLooked, true);
    if (problems != m_problems) {
        m_problems = problems;
        if (!problems.isEmpty())
            say(MessageBar::Kind::Bad, tr("A folder of runs cannot be looked through"),
                problems.join(u'\n'));
    }
    chooseWanted();
    if (isFirst && m_table->current() < 0 && m_model.rowCount() > 0)
        m_table->table().selectRow(0);
    if (m_changeTimer.isActive()) {
        m_changeTimer.stop();
        runsChanged();
    }
    updateCounts();
    updateNotice();
}

void RunsPage::showCheckpoints(const std::filesystem::path& run, CheckpointAsk ask) {
    m_wanted = run;
    m_wantedAsk = ask;
    addRootOf(run);
    showView(RunsView::Checkpoints);
    chooseWanted();
}

/// The filter gives way where it hides the run.
void RunsPage::chooseWanted() {
    const int row = m_wanted.empty() ? -1 : m_model.rowOf(m_wanted);
    if (row < 0)
        return;
    m_wanted.clear();
    m_table->setCurrent(row);
    if (m_table->current() != row) {
        m_table->filter().clear();
        if (m_model.at(row).labels.isArchived)
            showArchived(true);
        m_table->setCurrent(row);
    }
    runsChanged();
    m_checkpoints->ask(std::exchange(m_wantedAsk, CheckpointAsk::Nothing));
}

void RunsPage::setSettings(const RunsSettings& settings) {
    m_model.restoreShown(settings.shown, settings.colors);
    m_curves->setSettings(settings);
    m_model.setMoreColumns(settings.moreColumns);
    m_table->setColumns(settings.tableColumns);
    showArchived(settings.showsArchived);
    m_scatter->setAxes(settings.scatterX, settings.scatterY, settings.scatterLogX,
                       settings.scatterLogY);
    if (!settings.columns.isEmpty())
        m_columns->restoreState(settings.columns);
    showView(static_cast<RunsView>(settings.view));
    m_roots = settings.roots;
    rootsChanged();
}

RunsSettings RunsPage::settings() const {
    RunsSettings settings;
    m_curves->store(settings);
    settings.roots = m_roots;
    settings.shown = m_model.shownFolders();
    settings.colors = m_model.shownColors();
    settings.view = m_views->current();
    settings.columns = m_columns->saveState();
    settings.moreColumns = m_model.moreColumns();
    settings.tableColumns = m_table->columns();
    settings.scatterX = m_scatter->xKey();
    settings.scatterY = m_scatter->yKey();
    settings.scatterLogX = m_scatter->isXLogarithmic();
    settings.scatterLogY = m_scatter->isYLogarithmic();
    settings.showsArchived = m_table->isArchivedShown();
    return settings;
}

void RunsPage::addRoot(const QString& folder) {
    if (folder.isEmpty() || m_roots.contains(folder))
        return;
    m_roots += folder;
    rootsChanged();
}

void RunsPage::addRootOf(const std::filesystem::path& run) {
    const bool isFound = std::ranges::any_of(m_roots, [&](const QString& root) {
        const auto below = run.lexically_relative(toPath(root).lexically_normal());
        return !below.empty() && *below.begin() != "..";
    });
    if (!isFound)
        addRoot(toQString(run.parent_path()));
}

void RunsPage::showRunsBelow(const std::filesystem::path& folder) {
    addRootOf(folder / "run"); // whatever they are called
    QString words;
    for (const QString& root : m_roots) {
        const auto below = folder.lexically_relative(toPath(root).lexically_normal());
        if (!below.empty() && *below.begin() != ".." && *below.begin() != ".")
            words = toQString(below);
    }
    m_table->filter().setText(words);
}

void RunsPage::removeRoot(const QString& folder) {
    if (m_roots.removeAll(folder) > 0)
        rootsChanged();
}

void RunsPage::rootsChanged() {
    m_gone.clear();
    m_model.clear();
    m_isLooked = m_roots.isEmpty();
    m_problems.clear();
    std::vector<std::filesystem::path> roots;
    for (const QString& root : m_roots)
        roots.push_back(toPath(root));
    m_watcher.setRoots(std::move(roots));
    updateCounts();
    updateNotice();
}

void RunsPage::showView(RunsView view) {
    m_views->setCurrent(static_cast<int>(view));
    if (view == RunsView::Differences || view == RunsView::Scatter)
        runsChanged(); // it does not hear of them while it is hidden
    updateNotice();    // which shows it, or what stands in its place
}

std::vector<RunsDifferences::Run> RunsPage::allRuns() const {
    std::vector<RunsDifferences::Run> all;
    for (int row = 0; row < m_model.rowCount(); ++row)
        all.push_back({m_model.at(row).folder, toQString(m_model.at(row).name)});
    return all;
}

/// The table's current run, or what is checked, is another or has changed.
void RunsPage::runsChanged() {
    m_model.remove(std::exchange(m_gone, {}));
    const int current = m_table->current();
    const runs::RunSummary* run = current >= 0 ? &m_model.at(current) : nullptr;
    std::vector<int> rows = m_model.shownRows();
    if (rows.empty() && current >= 0)
        rows.push_back(current);
    std::vector<RunPictureQuestion::Run> pictures;
    std::vector<std::filesystem::path> preferred;
    for (const int row : rows) {
        pictures.push_back({m_model.at(row).folder, toQString(m_model.at(row).name)});
        preferred.push_back(m_model.at(row).folder);
    }
    m_curves->setCurrent(run != nullptr ? run->folder : std::filesystem::path());
    m_pictures->setRuns(std::move(pictures));
    if (m_views->current() == static_cast<int>(RunsView::Differences))
        m_differences->setRuns(allRuns(), preferred);
    m_notes->setRun(run);
    m_checkpoints->setRun(run);
    updateScatter();
    updateCounts();
    updateNotice();
}

void RunsPage::updateScatter() {
    if (m_scatter->isVisible() || m_views->current() == static_cast<int>(RunsView::Scatter))
        m_scatter->setRows(m_table->rowsOnShow(), m_table->current());
}

void RunsPage::updateCounts() {
    int running = 0;
    int archived = 0;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        running += m_model.at(row).status == runs::RunStatus::Running ? 1 : 0;
        archived += m_model.at(row).labels.isArchived ? 1 : 0;
    }
    QString text = tr("%n runs", nullptr, m_model.rowCount());
    if (running > 0)
        text += tr(" · %1 running").arg(running);
    if (archived > 0)
        text += tr(" · %1 archived").arg(archived);
    if (!m_isLooked)
        text = tr("looking… %1").arg(text);
    m_table->setCounts(text);
}

void RunsPage::updateNotice() {
    const bool isTold = m_model.rowCount() == 0 && m_isLooked;
    // Empty axes behind the card would only distract from it.
    m_stack->setCurrentIndex(isTold ? m_stack->indexOf(m_nothing) : m_views->current());
    m_views->setEnabled(!isTold);
    if (!isTold) {
        m_notice->hide();
        return;
    }
    const bool hasRoots = !m_roots.isEmpty();
    m_notice->show(
        {.icon = QStringLiteral("runs"),
         .title = hasRoots ? tr("No runs here yet") : tr("Where are your runs?"),
         .text = hasRoots
                     ? tr("A run appears here as soon as it begins, from this program or from a "
                          "terminal: unlit train --config RECIPE. Looked through: %1")
                           .arg(m_roots.join(QStringLiteral(", ")))
                     : tr("Choose a folder that holds training runs, of this program or with event "
                          "files of TensorBoard. It is watched: runs under way show up live."),
         .button = tr("Add folder…"),
         .isPrimary = true});
}

void RunsPage::say(MessageBar::Kind kind, const QString& text, const QString& hint,
                   const std::vector<MessageBar::Choice>& choices) {
    m_table->message().say(kind, text, hint, choices);
}

void RunsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_watcher.setPeriod(kShownPeriodMs);
}

void RunsPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_watcher.setPeriod(kHiddenPeriodMs);
    m_notes->save();
}

} // namespace unlit::ui
