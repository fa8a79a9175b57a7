#include "ui/train/train_page.h"

#include "core/runs/run_finder.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_file.h"
#include "ui/train/run_facts.h"
#include "ui/widgets/page_columns.h"

#include <QFileInfo>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kRecipeWidthPx = 336;
constexpr int kShownPeriodMs = 1000;
constexpr int kHiddenPeriodMs = 10'000;
constexpr qsizetype kMostRecent = 8;

} // namespace

TrainPage::TrainPage(const TrainController::MakeService& makeService, QWidget* parent)
    : QWidget(parent), m_controller(makeService), m_columns(new QSplitter(Qt::Horizontal, this)),
      m_recipe(new RecipePanel(m_columns)), m_bar(new RunBar(this)),
      m_message(new MessageBar(this)), m_rehearsal(new RehearsalCard(this)),
      m_stack(new QStackedWidget(this)), m_rows(new QSplitter(Qt::Vertical, m_stack)),
      m_plots(new TrainPlots(m_rows)), m_wall(new ValidationWall(m_rows)),
      m_console(new LogConsole(m_rows)), m_empty(new QWidget(m_stack)),
      m_notice(new NoticeCard(m_empty)), m_run(m_controller, *m_plots),
      m_runMessage(*m_message), m_parts{*this, m_controller, m_run, *m_bar, m_runMessage},
      m_closing(*this, m_controller), m_processes(m_parts, m_closing), m_hand(m_parts),
      m_ends(m_parts), m_sweep(*this, *m_recipe) {
    makeColumns();
    connectRecipe();
    connectBar();
    connectRun();
    connectController();
    connectParts();
    makeActions();
    m_wall->setMeanAt([this](std::int64_t step) { return meanText(m_run, step); });
    connect(&m_plots->bar(), &CurveBar::exportAsked, this, [this](const QString& suffix) {
        exportPlot(m_plots->lossPlot(), suffix, this, *m_message);
    });
    showRun({});
}

void TrainPage::makeColumns() {
    for (QWidget* part : std::initializer_list<QWidget*>{m_plots, m_wall, m_console})
        m_rows->addWidget(part);
    m_rows->setHandleWidth(1);
    m_rows->setChildrenCollapsible(false);
    m_rows->setSizes({370, 330, 110});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_rows);
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
    column->addWidget(m_stack, 1);
    addActions(m_recipe->panelActions()); // their keys work wherever the focus is
    layOutColumns(*this, *m_columns, {{m_recipe, kRecipeWidthPx}, {right}});
    setFocusProxy(&m_plots->lossPlot());
}

void TrainPage::connectRecipe() {
    const auto name = [this] { return QFileInfo(m_recipe->recipeName()).completeBaseName(); };
    connect(
        m_recipe, &RecipePanel::startWanted, this,
        [this, name](const QString& yaml, const QString& folder) { start(yaml, folder, name()); });
    connect(m_recipe, &RecipePanel::rehearsalWanted, this,
            [this, name](const QString& yaml, const QString& folder) {
                rehearse(yaml, folder, name());
            });
}

void TrainPage::connectBar() {
    const auto steer = [this](void (RunBar::*asked)(), runs::RunVerb verb) {
        connect(m_bar, asked, &m_hand, [this, verb] { m_hand.steer(verb); });
    };
    steer(&RunBar::pauseAsked, runs::RunVerb::Pause);
    steer(&RunBar::goOnAsked, runs::RunVerb::Continue);
    steer(&RunBar::validateAsked, runs::RunVerb::Validate);
    steer(&RunBar::saveAsked, runs::RunVerb::Save);
    steer(&RunBar::stopAsked, runs::RunVerb::Stop);
    connect(m_bar, &RunBar::histogramsAsked, &m_hand, &RunHand::writeHistograms);
    connect(m_bar, &RunBar::rateAsked, &m_hand, &RunHand::changeRate);
    connect(m_bar, &RunBar::useAsked, &m_hand, &RunHand::useWeights);
    connect(m_bar, &RunBar::detachAsked, &m_processes, &OwnProcesses::goOn);
    connect(m_bar, &RunBar::resumeAsked, this, [this] { resumeRun(m_run.folder()); });
    connect(m_bar, &RunBar::extendAsked, this,
            [this](std::int64_t steps, config::ExtendedSchedule schedule) {
                resumeRun(m_run.folder(), steps, schedule);
            });
    connect(m_bar, &RunBar::checkpointsAsked, this,
            [this] { emit checkpointsAsked(m_run.folder()); });
    connect(m_bar, &RunBar::folderAsked, this, &TrainPage::openFolder);
    connect(m_bar, &RunBar::openAsked, this, &TrainPage::browseRun);
    connect(m_bar, &RunBar::recentAsked, this,
            [this](const QString& folder) { showRun(toPath(folder)); });
    connect(m_bar, &RunBar::ownAsked, this, [this] { showRun(m_controller.folder()); });
    connect(m_notice, &NoticeCard::clicked, this, &TrainPage::browseRun);
}

void TrainPage::connectRun() {
    connect(m_plots, &TrainPlots::grown, this, &TrainPage::updateBar);
    connect(&m_run, &ShownRun::summaryRead, this, [this] {
        const std::optional<runs::BestValue>& best = m_run.summary()->best;
        m_plots->setDeciding(best ? best->tag : std::string());
    });
    connect(&m_run, &ShownRun::changed, this, &TrainPage::updateBar);
    connect(&m_run, &ShownRun::looked, m_wall, &ValidationWall::refresh);
}

void TrainPage::connectParts() {
    connect(&m_hand, &RunHand::useModelAsked, this, &TrainPage::useModelAsked);
    connect(&m_ends, &RunEnds::resumeAsked, this, [this] { resumeRun(m_run.folder()); });
    connect(&m_ends, &RunEnds::extendAsked, m_bar, &RunBar::askExtend);
    connect(&m_ends, &RunEnds::useAsked, &m_hand, &RunHand::useWeights);
    connect(&m_ends, &RunEnds::rollBackAsked, this, [this] { emit rollBackAsked(m_run.folder()); });
    connect(&m_ends, &RunEnds::forkAsked, this, [this] { emit forkAsked(m_run.folder()); });
    connect(&m_ends.desktop(), &DesktopNotice::clicked, this, &TrainPage::attentionWanted);
    connect(&m_closing, &ClosingQuestion::closeReady, this, &TrainPage::closeReady);
    connect(&m_processes, &OwnProcesses::beginning, this, [this] {
        m_rehearsal->hide();
        m_console->clear();
        showRun({});
    });
    connect(&m_processes, &OwnProcesses::began, this, [this](const std::filesystem::path& run) {
        showRun(run);
        m_run.watcher().lookNow();
    });
}

void TrainPage::connectController() {
    connect(&m_controller, &TrainController::changed, this, [this] {
        const bool isBusy = m_controller.isBusy();
        const bool isRehearsal = m_controller.phase() == TrainPhase::Rehearsing;
        m_recipe->setBusy(isBusy, !isBusy ? QString()
                                  : isRehearsal
                                      ? tr("A rehearsal is under way.")
                                      : tr("%1 is being trained.").arg(m_controller.title()));
        updateBar();
        emit jobChanged();
    });
    connect(&m_controller, &TrainController::progressed, this, [this] {
        updateBar(); // it says what is left, as the window's status line does
        emit jobChanged();
    });
    connect(&m_controller, &TrainController::opened, this,
            [this](const std::filesystem::path& run) {
                showRun(run);
                m_run.watcher().lookNow();
            });
    connect(&m_controller, &TrainController::logged, this, [this](const LogLine& line) {
        // A run's own lines stand in its log.
        if (m_controller.folder().empty())
            m_console->add(line.level == LogLine::Level::Warning ? runs::LogEntry::Level::Warning
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
    m_recent = settings.recent;
    m_sweep.setLast(toPath(settings.sweep));
    m_plots->bar().set(settings.isLogarithmic, static_cast<runs::XAxis>(settings.xAxis),
                       settings.smoothing);
    if (!settings.columns.isEmpty())
        m_columns->restoreState(settings.columns);
    if (!settings.rows.isEmpty())
        m_rows->restoreState(settings.rows);
    if (!settings.plots.isEmpty())
        m_plots->columns().restoreState(settings.plots);
    const std::filesystem::path run = toPath(settings.run);
    if (!run.empty() && runs::isRunFolder(run)) // a run that has gone is no news at the start
        showRun(run);
    m_bar->setRecent(m_recent);
}

TrainSettings TrainPage::settings() const {
    TrainSettings settings;
    settings.run = toQString(m_run.folder());
    settings.recent = m_recent;
    settings.sweep = toQString(m_sweep.last());
    settings.xAxis = static_cast<int>(m_plots->bar().xAxis());
    settings.isLogarithmic = m_plots->bar().isLogarithmic();
    settings.smoothing = m_plots->bar().smoothing();
    settings.columns = m_columns->saveState();
    settings.rows = m_rows->saveState();
    settings.plots = m_plots->columns().saveState();
    return settings;
}

void TrainPage::showRun(const std::filesystem::path& folder) {
    if (!folder.empty() && !runs::isRunFolder(folder)) {
        m_runMessage.say(MessageBar::Kind::Bad, tr("%1 is no run").arg(toQString(folder)),
                         tr("A run's folder holds config.yaml and metrics.jsonl, or event files of "
                            "TensorBoard."));
        return;
    }
    m_run.set(folder);
    m_plots->setRun(m_run.folder());
    m_wall->setRun(m_run.folder());
    m_console->setRun(m_run.folder());
    const bool isEmpty = m_run.folder().empty() && !m_controller.isTraining();
    m_stack->setCurrentWidget(isEmpty ? m_empty : static_cast<QWidget*>(m_rows));
    if (isEmpty)
        showEmpty();
    if (!m_run.folder().empty()) {
        const QString name = toQString(m_run.folder());
        m_recent.removeAll(name);
        m_recent.prepend(name);
        m_recent = m_recent.mid(0, kMostRecent);
        m_bar->setRecent(m_recent);
        showRecipeOfRun();
    }
    updateBar();
}

/// Where there is no recipe yet, an empty one would stand beside the run, full of what it lacks.
void TrainPage::showRecipeOfRun() {
    std::error_code unknown;
    if (m_recipe->isUntouched() &&
        std::filesystem::is_regular_file(m_run.folder() / "config.yaml", unknown))
        m_recipe->openRecipe(m_run.folder());
}

void TrainPage::showEmpty() {
    m_notice->show({.icon = QStringLiteral("train"),
                    .title = tr("Watch a model learn"),
                    .text = tr("Choose a recipe at the left, rehearse it for a minute, and press "
                               "Start. Or open a run: one of before, or one that a terminal trains "
                               "right now with unlit train."),
                    .button = tr("Open a run…")});
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
        m_console->add(runs::LogEntry::Level::Error, toQString(end.failure->text()));
    if (m_run.folder().empty())
        showRun({}); // back to the empty page
    m_ends.tell(end);
}

bool TrainPage::isSettled() {
    return m_recipe->isSettled() && m_plots->isRead() &&
           (m_run.folder().empty() || (m_run.summary() && m_wall->isSettled()));
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
