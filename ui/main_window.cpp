#include "ui/main_window.h"

#include "core/base/log.h"
#include "ui/kit/machine_status.h"
#include "ui/kit/text.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QLineEdit>
#include <QScreen>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr QSize kLeastWindow(640, 400); // smaller screens get a window of their size
constexpr QSize kLeastPages(960, 580);  // what they are laid out for: a screen of 1024 x 640

/// On a small screen, or one of large letters, a page is moved about and not cut off.
QWidget* scrolled(QWidget& pages) {
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("panelScroll"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    pages.setMinimumSize(kLeastPages);
    scroll->setWidget(&pages);
    return scroll;
}

} // namespace

MainWindow::MainWindow(const StudioParts& parts)
    : m_settingsFile(parts.settingsFile), m_center(new QWidget(this)),
      m_rail(new PageRail(m_center)), m_pages(new QStackedWidget(m_center)),
      m_status(new StudioStatusBar(m_center)),
      m_infer(new InferPage(parts.makeService, parts.inspectModel, m_pages)),
      m_data(new DataPage(parts.stateFolder.isEmpty() ? std::filesystem::path()
                                                      : ThumbnailCache::usualFolder(),
                          m_pages)),
      m_runs(new RunsPage(parts.makeService, {}, m_pages)),
      m_train(new TrainPage(parts.makeTrainService, m_pages)),
      m_models(new ModelsPage(parts.makeService, parts.modelRoots, m_pages)),
      m_palette(new CommandPalette(this)) {
    setWindowTitle(tr("Unlit Studio"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/unlit-studio.svg")));
    setAcceptDrops(true);
    setMinimumSize(kLeastWindow.boundedTo(screen()->availableSize()));
    resize(QSize(1440, 900).boundedTo(screen()->availableSize()));
    makePages();
    makeActions();
    makeMenus();
    // Text fields would take a dropped file as words; the whole window takes it as a picture.
    for (QLineEdit* field : findChildren<QLineEdit*>())
        field->setAcceptDrops(false);
    m_status->setMachine(tr("CPU · %n threads", nullptr, computeThreads()));
    connect(m_infer, &InferPage::machineChanged, m_status, &StudioStatusBar::setMachine);
    connect(m_infer, &InferPage::jobChanged, this, &MainWindow::showJob);
    connect(m_infer, &InferPage::pairsFromTexturesAsked, this, [this](const auto& folder) {
        showPage(StudioPage::Data);
        m_data->synthesizeFrom(folder);
    });
    connect(m_infer, &InferPage::setAsked, this, [this](const auto& folder) {
        showPage(StudioPage::Data);
        m_data->open(folder);
    });
    connect(m_infer, &InferPage::closeReady, this, &MainWindow::close);
    connect(m_status, &StudioStatusBar::stopped, this, &MainWindow::stopJob);
    connectTrain();
    if (parts.stateFolder.isEmpty())
        m_data->forgetReports();
    connect(m_models, &ModelsPage::useAsked, this, [this](const QString& folder) {
        showPage(StudioPage::Infer);
        m_infer->chooseModel(folder);
    });
    restore(parts.bundledModel);
    if (!parts.stateFolder.isEmpty())
        m_infer->remember(toPath(parts.stateFolder));
    showPage(StudioPage::Infer);
}

void MainWindow::makePages() {
    const auto add = [this](QWidget* page, const QString& title, const char* icon,
                            const QString& lead) {
        m_pages->addWidget(page);
        m_rail->addPage(title, QString::fromLatin1(icon),
                        tr("%1 (Ctrl+%2)").arg(lead).arg(m_pages->count()));
    };
    add(m_infer, tr("Infer"), "infer", tr("Take the light out"));
    add(m_data, tr("Data"), "data", tr("Turn a folder of renders into a training set"));
    add(m_train, tr("Train"), "train", tr("Train a model and watch it learn"));
    add(m_runs, tr("Runs"), "runs", tr("Watch and compare training runs"));
    add(m_models, tr("Models"), "models", tr("Check, convert and compare models"));
    connect(m_rail, &PageRail::chosen, this,
            [this](int page) { showPage(static_cast<StudioPage>(page)); });
    auto* all = new QVBoxLayout(m_center);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    auto* upper = new QHBoxLayout;
    upper->setSpacing(0);
    upper->addWidget(m_rail);
    upper->addWidget(scrolled(*m_pages), 1);
    all->addLayout(upper, 1);
    all->addWidget(m_status);
    setCentralWidget(m_center);
}

void MainWindow::connectTrain() {
    connect(m_train, &TrainPage::jobChanged, this, &MainWindow::showJob);
    connect(m_train, &TrainPage::closeReady, this, &MainWindow::close);
    connect(m_train, &TrainPage::attentionWanted, this, [this] {
        showPage(StudioPage::Train);
        activateWindow();
        raise();
    });
    connect(&m_train->controller(), &TrainController::opened, &m_runs->roots(),
            &RootFolders::addAround);
    connect(m_train, &TrainPage::useModelAsked, this, [this](const QString& folder) {
        m_infer->chooseModel(folder);
        showPage(StudioPage::Infer);
    });
    connect(m_data, &DataPage::trainWanted, this, [this](TrainOnSet set) {
        if (const std::optional<ModelSummary>& model = m_infer->model()) {
            set.model = std::filesystem::absolute(model->folder);
            set.isOneStep = model->isOneStep;
        }
        showPage(StudioPage::Train);
        if (m_train->recipe().mayClose()) // all its paths are absolute
            m_train->recipe().openText(toQString(set.name()) + QStringLiteral(".yaml"),
                                       toQString(recipeFor(set)));
    });
    const auto showCheckpoints = [this](CheckpointAsk ask) {
        return [this, ask](const std::filesystem::path& run) {
            showPage(StudioPage::Runs);
            m_runs->showCheckpoints(run, ask);
        };
    };
    connect(m_train, &TrainPage::checkpointsAsked, this, showCheckpoints(CheckpointAsk::Nothing));
    connect(m_train, &TrainPage::rollBackAsked, this, showCheckpoints(CheckpointAsk::RollBack));
    connect(m_train, &TrainPage::forkAsked, this, showCheckpoints(CheckpointAsk::Fork));
    const RunsCheckpoints& checkpoints = m_runs->views().checkpoints();
    connect(&checkpoints, &RunsCheckpoints::useAsked, this, [this](const QString& folder) {
        m_infer->chooseModel(folder);
        showPage(StudioPage::Infer);
    });
    connect(&checkpoints, &RunsCheckpoints::evaluateAsked, this,
            [this](const QStringList& folders) {
                showPage(StudioPage::Models);
                m_models->evaluateModels(folders);
            });
    const auto onTrainPage = [this](auto act) {
        return [this, act](const std::filesystem::path& run) {
            showPage(StudioPage::Train);
            act(run);
        };
    };
    connect(&m_train->sweep(), &RecipeSweep::started, this,
            [this](const std::filesystem::path& sweep) {
                m_runs->roots().addAround(sweep / "run"); // whatever its runs are called
            });
    connect(&m_train->sweep(), &RecipeSweep::runsAsked, this,
            [this](const std::filesystem::path& sweep) {
                m_runs->showRunsBelow(sweep);
                showPage(StudioPage::Runs);
            });
    const ChosenRun& chosen = m_runs->chosen();
    connect(&chosen, &ChosenRun::sweepAsked, this,
            onTrainPage([this](const auto& sweep) { m_train->sweep().show(sweep); }));
    connect(&chosen, &ChosenRun::watchAsked, this,
            onTrainPage([this](const auto& run) { m_train->showRun(run); }));
    connect(&chosen, &ChosenRun::resumeAsked, this,
            onTrainPage([this](const auto& run) { m_train->resumeRun(run); }));
    connect(&chosen, &ChosenRun::extendAsked, this,
            onTrainPage([this](const auto& run) { m_train->askExtend(run); }));
}

QAction* MainWindow::addWindowAction(const QString& text, const QKeySequence& key,
                                     const std::function<void()>& act) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    return action;
}

void MainWindow::makeActions() {
    m_windowActions.palette = addWindowAction(
        tr("Show all actions"), Qt::CTRL | Qt::SHIFT | Qt::Key_P, [this] { openPalette(); });
    const QStringList names{tr("Infer"), tr("Data"), tr("Train"), tr("Runs"), tr("Models")};
    for (int page = 0; page < names.size(); ++page) {
        m_windowActions.pages += addWindowAction(
            tr("Go to %1").arg(names[page]), QKeySequence(Qt::CTRL | (Qt::Key_1 + page)),
            [this, page] { showPage(static_cast<StudioPage>(page)); });
    }
    m_windowActions.theme = addWindowAction(
        tr("Switch between dark and light"), Qt::CTRL | Qt::SHIFT | Qt::Key_L,
        [this] { setTheme(m_theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark); });
    // Spelled out: what Qt calls the standard keys of these differs from desktop to desktop, and
    // some have none.
    m_windowActions.fullScreen =
        addWindowAction(tr("Full screen, or back to a window"), Qt::Key_F11,
                        [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    makeLanguageActions();
    makeHelpActions();
    m_windowActions.quit = addWindowAction(tr("Quit"), Qt::CTRL | Qt::Key_Q, [this] { close(); });
}

QList<QAction*> MainWindow::pageActions() const {
    QList<QAction*> all;
    if (m_pages->currentWidget() == m_infer)
        all += m_infer->pageActions();
    if (m_pages->currentWidget() == m_data)
        all += m_data->pageActions();
    if (m_pages->currentWidget() == m_runs)
        all += m_runs->pageActions();
    if (m_pages->currentWidget() == m_train)
        all += m_train->pageActions();
    if (m_pages->currentWidget() == m_models)
        all += m_models->pageActions();
    return all;
}

QList<QAction*> MainWindow::availableActions() const {
    return pageActions() + actions();
}

void MainWindow::openPalette() {
    m_palette->open(availableActions());
}

void MainWindow::open(const std::vector<std::filesystem::path>& paths) {
    if (takeForTrain(paths))
        return;
    showPage(StudioPage::Infer);
    m_infer->open(paths);
}

void MainWindow::showPage(StudioPage page) {
    const int index = static_cast<int>(page);
    if (page == StudioPage::Models)
        m_models->found().setKnown(m_infer->settings().modelFolder,
                                   m_infer->settings().recentModels);
    clearMenus();
    m_pages->setCurrentIndex(index);
    m_rail->setCurrent(index);
    // Words of another language, or large letters, may need more; known once the page is styled.
    QTimer::singleShot(0, this, [this] {
        m_pages->setMinimumSize(
            kLeastPages.expandedTo(m_pages->currentWidget()->minimumSizeHint()));
    });
    // Keys go to the page at once, not to the first thing that Tab would reach.
    if (page == StudioPage::Infer)
        m_infer->queuePanel().list().setFocus();
    else
        m_pages->currentWidget()->setFocus();
}

void MainWindow::setTheme(ThemeKind kind) {
    m_theme = kind;
    applyTheme(*qApp, kind);
}

void MainWindow::showJob() {
    auto& controller = m_infer->controller();
    const QueueItem* item = controller.queue().find(controller.runner().running());
    const TrainController& training = m_train->controller();
    if (item == nullptr && training.isBusy()) {
        const Progress& progress = training.progress();
        QString text = training.isTraining() ? tr("training") : tr("rehearsing");
        text += QStringLiteral(" · ") +
                (progress.what.empty() ? training.title() : toQString(progress.what));
        const ShownRun& run = m_train->run(); // as the page says it
        const std::optional<double> left = run.isOwn() ? run.secondsLeft() : std::nullopt;
        m_status->showJob(text, progress.fraction, left ? left : progress.secondsLeft);
        return;
    }
    if (item == nullptr && controller.upkeep().saving().asked > 0) {
        const SaveCount& saving = controller.upkeep().saving();
        m_status->showWork(
            tr("saving %1 of %2").arg(std::min(saving.ended + 1, saving.asked)).arg(saving.asked),
            static_cast<double>(saving.ended) / saving.asked);
        return;
    }
    if (item == nullptr) {
        m_status->clearJob();
        return;
    }
    QString text = toQString(item->name());
    if (!item->what.isEmpty())
        text += QStringLiteral(" · ") + item->what;
    m_status->showJob(text, item->fraction, item->secondsLeft);
}

/// The one that the status line shows; a training is saved.
void MainWindow::stopJob() {
    auto& inference = m_infer->controller();
    if (inference.queue().find(inference.runner().running()) != nullptr)
        inference.edits().cancelAll();
    else
        m_train->controller().stopAndSave();
}

void MainWindow::restore(const QString& bundledModel) {
    StudioSettings settings;
    if (!m_settingsFile.isEmpty()) {
        settings = loadSettings(m_settingsFile);
        setTheme(settings.theme);
        m_language = settings.language;
        m_recentPictures = settings.recentPictures;
        restoreGeometry(settings.windowGeometry);
        m_infer->setColumns(settings.inferColumns);
    }
    if (!bundledModel.isEmpty()) {
        if (settings.infer.modelFolder.isEmpty())
            settings.infer.modelFolder = bundledModel;
        if (!settings.infer.recentModels.contains(bundledModel))
            settings.infer.recentModels.append(bundledModel); // always on offer
    }
    chooseLanguage(m_language); // marks it
    m_infer->setSettings(settings.infer);
    m_settings = settings;
    if (m_settingsFile.isEmpty())
        return;
    if (!canSaveSettings(m_settingsFile))
        m_infer->say(MessageBar::Kind::Bad,
                     tr("What you set and queue is forgotten when this window closes."),
                     tr("%1 cannot be written.").arg(m_settingsFile));
    m_infer->setViewerSettings(settings.viewer);
    m_runs->setSettings(settings.runs);
    m_train->setSettings(settings.train);
    m_data->setSettings(settings.data);
    m_train->recipe().setSettings(settings.recipe);
    m_models->setSettings(settings.models);
}

void MainWindow::remember() const {
    if (m_settingsFile.isEmpty())
        return;
    StudioSettings settings;
    settings.theme = m_theme;
    settings.windowGeometry = saveGeometry();
    settings.inferColumns = m_infer->columns();
    settings.infer = m_infer->settings();
    settings.viewer = m_infer->viewerSettings();
    settings.runs = m_runs->settings();
    settings.train = m_train->settings();
    settings.data = m_data->settings();
    settings.recipe = m_train->recipe().settings();
    settings.models = m_models->settings();
    settings.language = m_language;
    settings.recentPictures = m_recentPictures;
    if (!saveSettings(m_settingsFile, settings, &m_settings))
        logWarning("the settings are not remembered: " + m_settingsFile.toStdString() +
                   " cannot be written");
}

void MainWindow::closeEvent(QCloseEvent* event) {
    remember();
    if (!m_train->mayClose()) {
        showPage(StudioPage::Train);
        event->ignore();
        return;
    }
    if (!m_infer->mayClose()) {
        showPage(StudioPage::Infer);
        event->ignore();
        return;
    }
    m_infer->stop();
    QMainWindow::closeEvent(event);
}

} // namespace unlit::ui
