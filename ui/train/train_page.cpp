#include "ui/train/train_page.h"

#include "core/base/failure.h"
#include "core/runs/run_finder.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_file.h"
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
      m_notice(new NoticeCard(m_empty)) {
    makeColumns();
    connectRecipe();
    connectBar();
    connectController();
    makeActions();
    m_wall->setMeanAt([this](std::int64_t step) { return meanText(step); });
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
    connectSteering();
    connect(m_bar, &RunBar::resumeAsked, this, [this] { resumeRun(m_folder); });
    connect(m_bar, &RunBar::extendAsked, this,
            [this](std::int64_t steps, config::ExtendedSchedule schedule) {
                resumeRun(m_folder, steps, schedule);
            });
    connect(m_bar, &RunBar::rateAsked, this, &TrainPage::changeRate);
    connect(m_bar, &RunBar::useAsked, this, &TrainPage::useWeights);
    connect(m_bar, &RunBar::checkpointsAsked, this, [this] { emit checkpointsAsked(m_folder); });
    connect(m_bar, &RunBar::folderAsked, this, &TrainPage::openFolder);
    connect(m_bar, &RunBar::openAsked, this, &TrainPage::browseRun);
    connect(m_bar, &RunBar::recentAsked, this,
            [this](const QString& folder) { showRun(toPath(folder)); });
    connect(m_bar, &RunBar::ownAsked, this, [this] { showRun(m_controller.folder()); });
    connect(m_notice, &NoticeCard::clicked, this, &TrainPage::browseRun);
    connect(m_plots, &TrainPlots::grown, this, &TrainPage::updateBar);
    connect(&m_desktop, &DesktopNotice::clicked, this, &TrainPage::attentionWanted);
    connect(&m_watcher, &RunWatcher::rowsChanged, this, &TrainPage::takeSummary);
    connect(&m_watcher, &RunWatcher::rowGone, this, [this] {
        m_summary.reset();
        m_isGone = true;
        updateBar();
    });
    connect(&m_watcher, &RunWatcher::looked, m_wall, &ValidationWall::refresh);
    connect(&m_watcher, &RunWatcher::looked, this, &TrainPage::lookAtRun);
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
                m_watcher.lookNow();
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
    connect(&m_controller, &TrainController::checkpointSaved, this,
            [this](const CheckpointSaved& checkpoint) {
                if (std::exchange(m_usesWhenSaved, false))
                    emit useModelAsked(toQString(checkpoint.folder));
            });
    connect(
        &m_controller, &TrainController::rehearsed, this,
        [this](const RehearsalReport& report) { m_rehearsal->show(m_controller.title(), report); });
    connect(&m_controller, &TrainController::ended, this, &TrainPage::takeEnd);
}

void TrainPage::setSettings(const TrainSettings& settings) {
    m_recent = settings.recent;
    m_lastSweep = toPath(settings.sweep);
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
    settings.run = toQString(m_folder);
    settings.recent = m_recent;
    settings.sweep = toQString(m_lastSweep);
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
        say(MessageBar::Kind::Bad, tr("%1 is no run").arg(toQString(folder)),
            tr("A run's folder holds config.yaml and metrics.jsonl, or event files of "
               "TensorBoard."));
        return;
    }
    m_folder = folder.empty() ? folder : std::filesystem::absolute(folder).lexically_normal();
    if (!m_folder.empty() && !m_folder.has_filename()) // "run/"
        m_folder = m_folder.parent_path();
    m_summary.reset();
    m_isGone = false;
    m_steering.setRun(m_folder);
    m_watcher.setRoots(m_folder.empty() ? std::vector<std::filesystem::path>()
                                        : std::vector{m_folder});
    m_plots->setRun(m_folder);
    m_wall->setRun(m_folder);
    m_console->setRun(m_folder);
    const bool isEmpty = m_folder.empty() && !m_controller.isTraining();
    m_stack->setCurrentWidget(isEmpty ? m_empty : static_cast<QWidget*>(m_rows));
    if (isEmpty)
        showEmpty();
    if (!m_folder.empty()) {
        const QString name = toQString(m_folder);
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
        std::filesystem::is_regular_file(m_folder / "config.yaml", unknown))
        m_recipe->openRecipe(m_folder);
}

void TrainPage::showEmpty() {
    m_notice->show({.icon = QStringLiteral("train"),
                    .title = tr("Watch a model learn"),
                    .text = tr("Choose a recipe at the left, rehearse it for a minute, and press "
                               "Start. Or open a run: one of before, or one that a terminal trains "
                               "right now with unlit train."),
                    .button = tr("Open a run…")});
}

void TrainPage::say(MessageBar::Kind kind, const QString& text, const QString& hint,
                    const std::vector<MessageBar::Choice>& choices) {
    m_endSaid = EndSaid::No;
    m_message->say(kind, text, hint, choices);
}

void TrainPage::sayFailure(const Failure& failure, const std::vector<MessageBar::Choice>& choices) {
    say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint), choices);
}

bool TrainPage::isSettled() {
    return m_recipe->isSettled() && m_plots->isRead() &&
           (m_folder.empty() || (m_summary && m_wall->isSettled()));
}

void TrainPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_watcher.setPeriod(kShownPeriodMs);
}

void TrainPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_watcher.setPeriod(kHiddenPeriodMs);
}

} // namespace unlit::ui
