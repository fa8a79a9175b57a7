#include "ui/main_window.h"

#include "core/base/log.h"
#include "ui/bridge/dropped_files.h"
#include "ui/kit/machine_status.h"
#include "ui/kit/text.h"
#include "ui/theme/theme.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QLineEdit>
#include <QScreen>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

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

/// Runs to take settings from, the latest first.
std::vector<RecipeSource> recipesOf(const RunsModel& model) {
    std::vector<const runs::RunSummary*> rows;
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.at(row).isOurs)
            rows.push_back(&model.at(row));
    std::ranges::sort(rows, std::greater(), &runs::RunSummary::startTime);
    std::vector<RecipeSource> sources;
    for (const runs::RunSummary* run : rows)
        sources.push_back({toQString(run->name), run->folder});
    return sources;
}

} // namespace

MainWindow::MainWindow(const StudioParts& parts)
    : m_settingsFile(parts.settingsFile), m_center(new QWidget(this)),
      m_rail(new PageRail(m_center)), m_stack(new QStackedWidget(m_center)),
      m_status(new StudioStatusBar(m_center)),
      m_infer(new InferPage(parts.makeService, parts.inspectModel, m_stack)),
      m_data(new DataPage(parts.stateFolder.isEmpty() ? std::filesystem::path()
                                                      : ThumbnailCache::usualFolder(),
                          m_stack)),
      m_runs(new RunsPage(parts.makeService, {}, m_stack)),
      m_train(new TrainPage(parts.makeTrainService, m_stack)),
      m_models(new ModelsPage(parts.makeService, parts.modelRoots, m_stack)),
      m_palette(new CommandPalette(this)), m_pages{*m_infer, *m_data,   *m_train,
                                                   *m_runs,  *m_models, *m_stack},
      m_help(*this, m_pages), m_drops(m_pages, [this](StudioPage page) { showPage(page); }),
      m_job(m_pages, *m_status), m_actions(*this, verbs()),
      m_menus(*menuBar(), m_pages, m_actions) {
    setWindowTitle(tr("Unlit Studio"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/unlit-studio.svg")));
    setAcceptDrops(true);
    setMinimumSize(kLeastWindow.boundedTo(screen()->availableSize()));
    resize(QSize(1440, 900).boundedTo(screen()->availableSize()));
    layOut();
    // Text fields would take a dropped file as words; the whole window takes it as a picture.
    for (QLineEdit* field : findChildren<QLineEdit*>())
        field->setAcceptDrops(false);
    m_status->setMachine(tr("CPU · %n threads", nullptr, computeThreads()));
    connectPages();
    connectTrain();
    connectRuns();
    if (parts.stateFolder.isEmpty())
        m_data->set().forgetReports();
    restore(parts.bundledModel);
    if (!parts.stateFolder.isEmpty())
        m_infer->remember(toPath(parts.stateFolder));
    showPage(StudioPage::Infer);
}

WindowVerbs MainWindow::verbs() {
    return {
        .openPalette = [this] { openPalette(); },
        .showPage = [this](StudioPage page) { showPage(page); },
        .switchTheme =
            [this] { setTheme(m_theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark); },
        .chooseLanguage = [this](Language language) { chooseLanguage(language); },
        .showKeys = [this] { m_help.showKeys(); },
        .openDocumentation = [this] { m_help.openDocumentation(); },
        .openLog = [this] { m_help.openLog(); },
        .showAbout = [this] { m_help.showAbout(); }};
}

void MainWindow::layOut() {
    const auto add = [this](QWidget* page, const QString& title, const char* icon,
                            const QString& lead) {
        m_stack->addWidget(page);
        m_rail->addPage(title, QString::fromLatin1(icon),
                        tr("%1 (Ctrl+%2)").arg(lead).arg(m_stack->count()));
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
    upper->addWidget(scrolled(*m_stack), 1);
    all->addLayout(upper, 1);
    all->addWidget(m_status);
    setCentralWidget(m_center);
}

void MainWindow::connectPages() {
    connect(m_infer, &InferPage::machineChanged, m_status, &StudioStatusBar::setMachine);
    connect(m_infer, &InferPage::jobChanged, this, [this] { m_job.show(); });
    connect(m_infer, &InferPage::pairsFromTexturesAsked, this, [this](const auto& folder) {
        showPage(StudioPage::Data);
        m_data->synthesizeFrom(folder);
    });
    const auto openSet = [this](const std::filesystem::path& folder) {
        showPage(StudioPage::Data);
        m_data->open(folder);
    };
    connect(m_infer, &InferPage::setAsked, this, openSet);
    connect(m_infer, &InferPage::closeReady, this, &MainWindow::close);
    connect(m_status, &StudioStatusBar::stopped, this, [this] { m_job.stop(); });
    connect(m_models, &ModelsPage::useAsked, this, [this](const QString& folder) {
        showPage(StudioPage::Infer);
        m_infer->chooseModel(folder);
    });
    connect(&m_menus, &WindowMenus::pictureAsked, this,
            [this](const QString& path) { open({toPath(path)}); });
    connect(&m_menus, &WindowMenus::setAsked, this,
            [openSet](const QString& path) { openSet(toPath(path)); });
    connect(&m_menus, &WindowMenus::runAsked, this, [this](const QString& path) {
        showPage(StudioPage::Train);
        m_train->showRun(toPath(path));
    });
}

void MainWindow::connectTrain() {
    const TrainController& training = m_train->controller();
    connect(&training, &TrainController::changed, this, [this] { m_job.show(); });
    connect(&training, &TrainController::progressed, this, [this] { m_job.show(); });
    connect(&m_train->closing(), &ClosingQuestion::closeReady, this, &MainWindow::close);
    connect(&m_train->ends().desktop(), &DesktopNotice::clicked, this, [this] {
        showPage(StudioPage::Train);
        activateWindow();
        raise();
    });
    connect(&training, &TrainController::opened, &m_runs->roots(), &RootFolders::addAround);
    connect(&m_train->hand(), &RunHand::useModelAsked, this, [this](const QString& folder) {
        m_infer->chooseModel(folder);
        showPage(StudioPage::Infer);
    });
    connect(m_data, &DataPage::trainWanted, this, [this](TrainOnSet set) {
        if (const std::optional<ModelSummary>& model = m_infer->model()) {
            set.model = std::filesystem::absolute(model->folder);
            set.isOneStep = model->isOneStep;
        }
        showPage(StudioPage::Train);
        if (m_train->recipe().files().mayClose()) // all its paths are absolute
            m_train->recipe().files().openText(toQString(set.name()) + QStringLiteral(".yaml"),
                                               toQString(recipeFor(set)));
    });
    const auto showCheckpoints = [this](CheckpointAsk ask) {
        return [this, ask] {
            showPage(StudioPage::Runs);
            m_runs->showCheckpoints(m_train->run().folder(), ask);
        };
    };
    const RunEnds& ends = m_train->ends();
    connect(&m_train->bar(), &RunBar::checkpointsAsked, this,
            showCheckpoints(CheckpointAsk::Nothing));
    connect(&ends, &RunEnds::rollBackAsked, this, showCheckpoints(CheckpointAsk::RollBack));
    connect(&ends, &RunEnds::forkAsked, this, showCheckpoints(CheckpointAsk::Fork));
    connect(&m_train->sweep(), &RecipeSweep::started, this,
            [this](const std::filesystem::path& sweep) {
                m_runs->roots().addAround(sweep / "run"); // whatever its runs are called
            });
    connect(&m_train->sweep(), &RecipeSweep::runsAsked, this,
            [this](const std::filesystem::path& sweep) {
                m_runs->showRunsBelow(sweep);
                showPage(StudioPage::Runs);
            });
}

void MainWindow::connectRuns() {
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
    const ChosenRun& chosen = m_runs->chosen();
    connect(&chosen, &ChosenRun::sweepAsked, this,
            onTrainPage([this](const auto& sweep) { m_train->sweep().show(sweep); }));
    connect(&chosen, &ChosenRun::watchAsked, this,
            onTrainPage([this](const auto& run) { m_train->showRun(run); }));
    connect(&chosen, &ChosenRun::resumeAsked, this,
            onTrainPage([this](const auto& run) { m_train->starts().resume({.run = run}); }));
    connect(&chosen, &ChosenRun::changesAsked, this, onTrainPage([this](const auto& run) {
        m_train->showRun(run);
        m_train->resumeForm().openFor(run);
    }));
    connect(&chosen, &ChosenRun::extendAsked, this, onTrainPage([this](const auto& run) {
        m_train->showRun(run);
        m_train->bar().askExtend();
    }));
    connect(&m_runs->found(), &FoundRuns::changed, this,
            [this] { m_train->recipe().chooser().setRuns(recipesOf(m_runs->found().model())); });
}

QList<QAction*> MainWindow::availableActions() const {
    return m_pages.actionsOf(m_pages.current()) + actions();
}

void MainWindow::openPalette() {
    m_palette->open(availableActions());
}

void MainWindow::open(const std::vector<std::filesystem::path>& paths) {
    if (m_drops.takeForTrain(paths))
        return;
    showPage(StudioPage::Infer);
    m_infer->open(paths);
}

void MainWindow::showPage(StudioPage page) {
    const int index = static_cast<int>(page);
    if (page == StudioPage::Models)
        m_models->found().setKnown(m_infer->settings().modelFolder,
                                   m_infer->settings().recentModels);
    m_menus.clear();
    m_stack->setCurrentIndex(index);
    m_rail->setCurrent(index);
    // Words of another language, or large letters, may need more; known once the page is styled.
    QTimer::singleShot(0, this, [this] {
        m_stack->setMinimumSize(
            kLeastPages.expandedTo(m_stack->currentWidget()->minimumSizeHint()));
    });
    // Keys go to the page at once, not to the first thing that Tab would reach.
    if (page == StudioPage::Infer)
        m_infer->queuePanel().list().setFocus();
    else
        m_stack->currentWidget()->setFocus();
}

void MainWindow::setTheme(ThemeKind kind) {
    m_theme = kind;
    applyTheme(*qApp, kind);
}

void MainWindow::chooseLanguage(Language language) {
    const bool isOther = language != m_language;
    m_language = language;
    m_actions.markLanguage(language);
    if (!isOther)
        return;
    remember();
    m_help.tell(tr("The language changes when the studio is started again."));
}

void MainWindow::restore(const QString& bundledModel) {
    StudioSettings settings;
    if (!m_settingsFile.isEmpty()) {
        settings = loadSettings(m_settingsFile);
        setTheme(settings.theme);
        m_language = settings.language;
        m_menus.setRecentPictures(settings.recentPictures);
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
    settings.recentPictures = m_menus.recentPictures();
    if (!saveSettings(m_settingsFile, settings, &m_settings))
        logWarning("the settings are not remembered: " + m_settingsFile.toStdString() +
                   " cannot be written");
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    // What comes out of the queue does not go into it again. All else is let in, so that what
    // cannot be taken is said.
    const bool isOwn = event->source() != nullptr;
    if (isOwn || !offersAnything(*event->mimeData()))
        return;
    m_infer->queuePanel().setDropHighlighted(true);
    event->setDropAction(Qt::CopyAction);
    event->accept();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event) {
    m_infer->queuePanel().setDropHighlighted(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent* event) {
    m_infer->queuePanel().setDropHighlighted(false);
    event->setDropAction(Qt::CopyAction);
    event->accept();
    m_drops.take(*event->mimeData());
}

void MainWindow::closeEvent(QCloseEvent* event) {
    remember();
    if (!m_train->closing().mayClose()) {
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
