#include "ui/train/train_page.h"

#include "core/runs/run_finder.h"
#include "ui/kit/text.h"
#include "ui/train/run_facts.h"
#include "ui/widgets/page_columns.h"

#include <QFileInfo>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kRecipeWidthPx = 336;
constexpr int kShownPeriodMs = 1000;
constexpr int kHiddenPeriodMs = 10'000;

/// Where there is no recipe yet, an empty one would stand beside the run, full of what it lacks.
void offerRecipe(const std::filesystem::path& run, RecipeFiles& recipe) {
    std::error_code unknown;
    if (recipe.isUntouched() && std::filesystem::is_regular_file(run / "config.yaml", unknown))
        recipe.open(run);
}

} // namespace

TrainPage::TrainPage(const TrainController::MakeService& makeService, QWidget* parent)
    : QWidget(parent), m_controller(makeService), m_columns(new QSplitter(Qt::Horizontal, this)),
      m_recipe(new RecipePanel(m_columns)), m_bar(new RunBar(this)),
      m_message(new MessageBar(this)), m_rehearsal(new RehearsalCard(this)),
      m_resumeForm(new ResumeForm(this)), m_views(new TrainViews(this)),
      m_run(m_controller, m_views->plots()),
      m_runMessage(*m_message), m_parts{*this, m_controller, m_run, *m_bar, m_runMessage},
      m_closing(*this, m_controller, m_recipe->files()), m_processes(m_parts, m_closing),
      m_starts(m_parts, m_processes), m_folders(m_parts), m_hand(m_parts), m_ends(m_parts),
      m_sweep(*this, m_recipe->document()),
      m_actions(m_parts, {*m_bar, m_hand, m_starts, *m_resumeForm, m_folders, m_processes, m_sweep,
                          *m_views, *m_message}) {
    layOut();
    connectRecipe();
    connectRun();
    connectController();
    connectParts();
    m_views->wall().setMeanAt([this](std::int64_t step) { return meanText(m_run, step); });
    showRun({});
}

void TrainPage::layOut() {
    auto* right = new QWidget(this);
    auto* notes = new QVBoxLayout;
    notes->setContentsMargins(12, 8, 12, 4);
    notes->setSpacing(6);
    notes->addWidget(m_message);
    notes->addWidget(m_rehearsal);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addLayout(notes);
    column->addWidget(m_views, 1);
    addActions(m_recipe->panelActions()); // their keys work wherever the focus is
    layOutColumns(*this, *m_columns, {{m_recipe, kRecipeWidthPx}, {right}});
    setFocusProxy(&m_views->plots().lossPlot());
}

void TrainPage::connectRecipe() {
    const auto name = [this] { return QFileInfo(m_recipe->document().name()).completeBaseName(); };
    connect(m_recipe, &RecipePanel::startWanted, this,
            [this, name](const QString& yaml, const QString& folder) {
                m_starts.start(yaml, folder, name());
            });
    connect(m_recipe, &RecipePanel::rehearsalWanted, this,
            [this, name](const QString& yaml, const QString& folder) {
                m_starts.rehearse(yaml, folder, name());
            });
}

void TrainPage::connectRun() {
    connect(&m_views->plots(), &TrainPlots::grown, this, &TrainPage::updateBar);
    connect(&m_views->plots(), &TrainPlots::grown, &m_views->wall(), &ValidationWall::showMean);
    connect(&m_run, &ShownRun::summaryRead, this, [this] {
        const std::optional<runs::BestValue>& best = m_run.summary()->best;
        m_views->plots().setDeciding(best ? best->tag : std::string());
        m_views->wall().showMean();
    });
    connect(&m_run, &ShownRun::changed, this, &TrainPage::updateBar);
    connect(&m_run, &ShownRun::looked, &m_views->wall(), &ValidationWall::refresh);
}

void TrainPage::connectParts() {
    connect(&m_actions, &TrainActions::runAsked, this, &TrainPage::showRun);
    connect(&m_folders, &RunFolders::chosen, this, &TrainPage::showRun);
    connect(&m_starts, &RunStarts::beginning, this, &TrainPage::clear);
    connect(&m_starts, &RunStarts::runAsked, this, &TrainPage::showRun);
    connect(&m_ends, &RunEnds::resumeAsked, this,
            [this] { m_starts.resume({.run = m_run.folder()}); });
    connect(&m_ends, &RunEnds::extendAsked, m_bar, &RunBar::askExtend);
    connect(&m_ends, &RunEnds::useAsked, &m_hand, &RunHand::useWeights);
    connect(&m_processes, &OwnProcesses::beginning, this, [this] {
        clear();
        showRun({});
    });
    connect(&m_processes, &OwnProcesses::began, this, &TrainPage::showBegun);
}

/// What was said about another training goes.
void TrainPage::clear() {
    m_rehearsal->hide();
    m_views->console().clear();
    m_views->console().setRun(m_run.folder());
}

void TrainPage::showBegun(const std::filesystem::path& run) {
    showRun(run);
    m_run.watcher().lookNow();
}

void TrainPage::connectController() {
    connect(&m_controller, &TrainController::changed, this, [this] {
        const bool isBusy = m_controller.isBusy();
        const bool isRehearsal = m_controller.phase() == TrainPhase::Rehearsing;
        m_recipe->setBusy(!isBusy       ? QString()
                          : isRehearsal ? tr("A rehearsal is under way.")
                                        : tr("%1 is being trained.").arg(m_controller.title()));
        updateBar();
    });
    connect(&m_controller, &TrainController::progressed, this, &TrainPage::updateBar);
    connect(&m_controller, &TrainController::opened, this, &TrainPage::showBegun);
    connect(&m_controller, &TrainController::logged, this, [this](const LogLine& line) {
        // A run's own lines stand in its log.
        if (m_controller.folder().empty())
            m_views->console().add(line.level == LogLine::Level::Warning
                                       ? runs::LogEntry::Level::Warning
                                       : runs::LogEntry::Level::Info,
                                   toQString(line.text));
        if (m_controller.phase() == TrainPhase::Starting)
            updateBar();
    });
    connect(
        &m_controller, &TrainController::rehearsed, this,
        [this](const RehearsalReport& report) { m_rehearsal->show(m_controller.title(), report); });
    connect(&m_controller, &TrainController::ended, this, &TrainPage::takeEnd);
}

void TrainPage::setSettings(const TrainSettings& settings) {
    m_folders.setRecent(settings.recent);
    m_sweep.setLast(toPath(settings.sweep));
    m_views->restore(settings);
    if (!settings.columns.isEmpty())
        m_columns->restoreState(settings.columns);
    const std::filesystem::path run = toPath(settings.run);
    if (!run.empty() && runs::isRunFolder(run)) // a run that has gone is no news at the start
        showRun(run);
    m_bar->setRecent(m_folders.recent());
}

TrainSettings TrainPage::settings() const {
    TrainSettings settings;
    settings.run = toQString(m_run.folder());
    settings.recent = m_folders.recent();
    settings.sweep = toQString(m_sweep.last());
    settings.columns = m_columns->saveState();
    m_views->remember(settings);
    return settings;
}

void TrainPage::showRun(const std::filesystem::path& folder) {
    if (!folder.empty() && !runs::isRunFolder(folder)) {
        m_runMessage.say(MessageBar::Kind::Bad, tr("%1 is no run").arg(toQString(folder)),
                         tr("A run's folder holds config.yaml and metrics.jsonl, or event files of "
                            "TensorBoard."));
        return;
    }
    const std::filesystem::path before = m_run.folder();
    m_run.set(folder);
    if (m_run.folder() != before)
        m_runMessage.hide(); // it was said of the other one
    m_views->showRun(m_run.folder(), m_run.folder().empty() && !m_controller.isTraining());
    if (!m_run.folder().empty()) {
        m_folders.remember(m_run.folder());
        m_bar->setRecent(m_folders.recent());
        offerRecipe(m_run.folder(), m_recipe->files());
    }
    updateBar();
}

void TrainPage::updateBar() {
    m_bar->show(barStateOf(m_run, m_controller));
}

void TrainPage::takeEnd(const TrainEnd& end) {
    m_run.watcher().lookAgainAt(end.folder); // it is told where nothing has changed, too
    if (m_processes.takeOver(end))
        return;
    if (end.outcome != Outcome::Failed && m_closing.closeIfWanted())
        return;
    m_closing.forget();
    if (end.outcome == Outcome::Failed && end.folder.empty() && end.failure)
        m_views->console().add(runs::LogEntry::Level::Error, toQString(end.failure->text()));
    if (m_run.folder().empty())
        showRun({}); // back to the empty page
    m_ends.tell(end);
}

bool TrainPage::isSettled() {
    return m_recipe->reading().isSettled() && m_views->plots().isRead() &&
           (m_run.folder().empty() || (m_run.summary() && m_views->wall().isSettled()));
}

void TrainPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_run.watcher().setPeriod(kShownPeriodMs);
}

void TrainPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_run.watcher().setPeriod(kHiddenPeriodMs);
}

} // namespace unlit::ui
