#include "ui/train/train_actions.h"

#include "ui/kit/text.h"
#include "ui/plots/plot_file.h"
#include "ui/widgets/page_action.h"

namespace unlit::ui {

TrainActions::TrainActions(const TrainParts& parts, const TrainDuties& duties)
    : m_parts(parts), m_do(duties) {
    add(tr("Open a run…"), Qt::CTRL | Qt::SHIFT | Qt::Key_T, [this] { m_do.folders.browse(); });
    addVerbs();
    addFurther();
    addFolders();
    addViews();
    connectBar();
    connect(&m_do.views.plots().bar(), &CurveBar::exportAsked, this, &TrainActions::exportLoss);
    connect(&m_do.views.notice(), &NoticeCard::clicked, &m_do.folders, &RunFolders::browse);
}

void TrainActions::add(const QString& text, const QKeySequence& key,
                       const std::function<void()>& act) {
    m_all += addPageAction(m_parts.window, text, key, act);
}

void TrainActions::addVerbs() {
    RunHand& hand = m_do.hand;
    add(tr("Pause the training, or go on"), Qt::CTRL | Qt::Key_P, [&hand] { hand.pauseOrGoOn(); });
    add(tr("Validate at this step"), Qt::CTRL | Qt::SHIFT | Qt::Key_V,
        [&hand] { hand.steer(runs::RunVerb::Validate); });
    add(tr("Save a checkpoint at this step"), Qt::CTRL | Qt::SHIFT | Qt::Key_K,
        [&hand] { hand.steer(runs::RunVerb::Save); });
    add(tr("Stop the training and save it"), Qt::CTRL | Qt::Key_Period,
        [&hand] { hand.steer(runs::RunVerb::Stop); });
    add(tr("Change the learning rate…"), {}, [this] {
        if (m_parts.run.isOwn() || m_do.bar.state().verbs == RunVerbs::Steered)
            m_do.bar.askRate();
    });
    add(tr("Write histograms for TensorBoard"), {}, [&hand] { hand.writeHistograms(); });
    add(tr("Go on, or resume, in a process of its own"), {}, [this] { m_do.processes.goOn(); });
}

void TrainActions::addFurther() {
    add(tr("Resume the run on show"), Qt::CTRL | Qt::Key_R, [this] {
        if (m_do.bar.state().canResume)
            m_do.starts.resume({.run = m_parts.run.folder()});
    });
    add(tr("Resume the run on show with changes…"), {}, [this] { askChanges(); });
    add(tr("Extend the run on show…"), Qt::CTRL | Qt::Key_E, [this] {
        if (m_do.bar.state().canExtend)
            m_do.bar.askExtend();
    });
    add(tr("Use the run's weights in Infer"), Qt::CTRL | Qt::Key_I,
        [this] { m_do.hand.useWeights(); });
    add(tr("Sweep over settings…"), Qt::CTRL | Qt::SHIFT | Qt::Key_G,
        [this] { m_do.sweep.open(); });
    add(tr("Show the run under way"), {}, [this] {
        if (m_parts.controller.isTraining())
            emit runAsked(m_parts.controller.folder());
    });
}

void TrainActions::addFolders() {
    RunFolders& folders = m_do.folders;
    add(tr("Open the run's folder"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
        [&folders] { folders.openShown(); });
    add(tr("Copy the command that resumes the run"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
        [&folders] { folders.copyCommand(); });
}

void TrainActions::addViews() {
    TrainPlots& plots = m_do.views.plots();
    ValidationWall& wall = m_do.views.wall();
    LogConsole& console = m_do.views.console();
    add(tr("Show the whole of all curves"), Qt::CTRL | Qt::Key_Home, [&plots] { plots.fitAll(); });
    add(tr("Logarithmic or linear values"), Qt::CTRL | Qt::Key_L,
        [&plots] { plots.bar().toggleLogarithmic(); });
    add(tr("Steps, time or epochs to the right"), Qt::CTRL | Qt::Key_T,
        [&plots] { plots.bar().stepXAxis(); });
    for (const QString& kind : plotExports())
        add(tr("Export the loss: %1").arg(plotExportText(kind)), {},
            [this, kind] { exportLoss(kind); });
    add(tr("Pictures of the step before"), Qt::CTRL | Qt::Key_PageUp, [&wall] { wall.stepBy(-1); });
    add(tr("Pictures of the next step"), Qt::CTRL | Qt::Key_PageDown, [&wall] { wall.stepBy(1); });
    add(tr("Validation pictures as they are"), Qt::ALT | Qt::Key_1,
        [&wall] { wall.setMode(WallMode::Grid); });
    add(tr("Wipe between two steps or runs"), Qt::ALT | Qt::Key_2,
        [&wall] { wall.setMode(WallMode::Wipe); });
    add(tr("Search the log"), Qt::CTRL | Qt::SHIFT | Qt::Key_F,
        [&console] { console.focusSearch(); });
    add(tr("Copy the log"), {}, [&console] { console.copy(); });
}

void TrainActions::connectBar() {
    RunBar& bar = m_do.bar;
    RunHand& hand = m_do.hand;
    const auto steer = [&](void (RunBar::*asked)(), runs::RunVerb verb) {
        connect(&bar, asked, &hand, [&hand, verb] { hand.steer(verb); });
    };
    steer(&RunBar::pauseAsked, runs::RunVerb::Pause);
    steer(&RunBar::goOnAsked, runs::RunVerb::Continue);
    steer(&RunBar::validateAsked, runs::RunVerb::Validate);
    steer(&RunBar::saveAsked, runs::RunVerb::Save);
    steer(&RunBar::stopAsked, runs::RunVerb::Stop);
    connect(&bar, &RunBar::histogramsAsked, &hand, &RunHand::writeHistograms);
    connect(&bar, &RunBar::rateAsked, &hand, &RunHand::changeRate);
    connect(&bar, &RunBar::useAsked, &hand, &RunHand::useWeights);
    connect(&bar, &RunBar::detachAsked, &m_do.processes, &OwnProcesses::goOn);
    connectResumes();
    connect(&bar, &RunBar::folderAsked, &m_do.folders, &RunFolders::openShown);
    connect(&bar, &RunBar::openAsked, &m_do.folders, &RunFolders::browse);
    connect(&bar, &RunBar::recentAsked, this,
            [this](const QString& folder) { emit runAsked(toPath(folder)); });
    connect(&bar, &RunBar::ownAsked, this, [this] { emit runAsked(m_parts.controller.folder()); });
}

void TrainActions::connectResumes() {
    RunBar& bar = m_do.bar;
    RunStarts& starts = m_do.starts;
    connect(&bar, &RunBar::resumeAsked, this,
            [this, &starts] { starts.resume({.run = m_parts.run.folder()}); });
    connect(&bar, &RunBar::extendAsked, this,
            [this, &starts](std::int64_t steps, config::ExtendedSchedule schedule) {
                starts.resume(
                    {.run = m_parts.run.folder(), .extendBy = steps, .schedule = schedule});
            });
    connect(&bar, &RunBar::changesAsked, this, &TrainActions::askChanges);
    connect(&m_do.resumeForm, &ResumeForm::resumeAsked, &starts, &RunStarts::resume);
    connect(&m_do.resumeForm, &ResumeForm::detachAsked, &starts, &RunStarts::resumeDetached);
}

void TrainActions::askChanges() {
    const RunBarState& state = m_do.bar.state();
    if (state.verbs == RunVerbs::Resting && state.canExtend)
        m_do.resumeForm.openFor(m_parts.run.folder());
}

void TrainActions::exportLoss(const QString& kind) {
    exportPlot(m_do.views.plots().lossPlot(), kind, &m_parts.window, m_do.message);
}

} // namespace unlit::ui
