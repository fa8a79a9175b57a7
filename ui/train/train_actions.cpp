// What can be done on the Train page, by name and key: the command palette reads this.
#include "core/session/command_text.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_file.h"
#include "ui/train/train_page.h"
#include "ui/widgets/page_action.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileDialog>
#include <QGuiApplication>
#include <QUrl>

namespace unlit::ui {

QAction* TrainPage::addAction(const QString& text, const QKeySequence& key,
                              const std::function<void()>& act) {
    auto* action = addPageAction(*this, text, key, act);
    m_actions += action;
    return action;
}

void TrainPage::makeActions() {
    addAction(tr("Open a run…"), Qt::CTRL | Qt::SHIFT | Qt::Key_T, [this] { browseRun(); });
    addAction(tr("Pause the training, or go on"), Qt::CTRL | Qt::Key_P,
              [this] { m_hand.pauseOrGoOn(); });
    addAction(tr("Validate at this step"), Qt::CTRL | Qt::SHIFT | Qt::Key_V,
              [this] { m_hand.steer(runs::RunVerb::Validate); });
    addAction(tr("Save a checkpoint at this step"), Qt::CTRL | Qt::SHIFT | Qt::Key_K,
              [this] { m_hand.steer(runs::RunVerb::Save); });
    addAction(tr("Stop the training and save it"), Qt::CTRL | Qt::Key_Period,
              [this] { m_hand.steer(runs::RunVerb::Stop); });
    addAction(tr("Change the learning rate…"), {}, [this] {
        if (m_run.isOwn() || m_bar->state().verbs == RunVerbs::Steered)
            m_bar->askRate();
    });
    addAction(tr("Write histograms for TensorBoard"), {}, [this] { m_hand.writeHistograms(); });
    addAction(tr("Go on, or resume, in a process of its own"), {}, [this] { m_processes.goOn(); });
    addAction(tr("Resume the run on show"), Qt::CTRL | Qt::Key_R, [this] {
        if (m_bar->state().canResume)
            resumeRun(m_run.folder());
    });
    addAction(tr("Extend the run on show…"), Qt::CTRL | Qt::Key_E, [this] {
        if (m_bar->state().canExtend)
            m_bar->askExtend();
    });
    addAction(tr("Use the run's weights in Infer"), Qt::CTRL | Qt::Key_I,
              [this] { m_hand.useWeights(); });
    addAction(tr("Sweep over settings…"), Qt::CTRL | Qt::SHIFT | Qt::Key_G,
              [this] { m_sweep.open(); });
    addAction(tr("Show the run under way"), {}, [this] {
        if (m_controller.isTraining())
            showRun(m_controller.folder());
    });
    addAction(tr("Open the run's folder"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
              [this] { openFolder(); });
    addAction(tr("Copy the command that resumes the run"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
              [this] { copyCommand(); });
    addAction(tr("Show the whole of all curves"), Qt::CTRL | Qt::Key_Home,
              [this] { m_plots->fitAll(); });
    addAction(tr("Logarithmic or linear values"), Qt::CTRL | Qt::Key_L,
              [this] { m_plots->bar().toggleLogarithmic(); });
    addAction(tr("Steps, time or epochs to the right"), Qt::CTRL | Qt::Key_T,
              [this] { m_plots->bar().stepXAxis(); });
    for (const QString& kind : plotExports())
        addAction(tr("Export the loss: %1").arg(plotExportText(kind)), {},
                  [this, kind] { exportPlot(m_plots->lossPlot(), kind, this, *m_message); });
    addAction(tr("Pictures of the step before"), Qt::CTRL | Qt::Key_PageUp,
              [this] { m_wall->stepBy(-1); });
    addAction(tr("Pictures of the next step"), Qt::CTRL | Qt::Key_PageDown,
              [this] { m_wall->stepBy(1); });
    addAction(tr("Validation pictures as they are"), Qt::ALT | Qt::Key_1,
              [this] { m_wall->setMode(WallMode::Grid); });
    addAction(tr("Wipe between two steps or runs"), Qt::ALT | Qt::Key_2,
              [this] { m_wall->setMode(WallMode::Wipe); });
    addAction(tr("Search the log"), Qt::CTRL | Qt::SHIFT | Qt::Key_F,
              [this] { m_console->focusSearch(); });
    addAction(tr("Copy the log"), {}, [this] { m_console->copy(); });
}

void TrainPage::browseRun() {
    const QString before = m_recent.value(0);
    const QString folder = QFileDialog::getExistingDirectory(
        this, tr("The folder of a run"),
        before.isEmpty() ? before : toQString(toPath(before).parent_path()));
    if (!folder.isEmpty())
        showRun(toPath(folder));
}

void TrainPage::openFolder() {
    if (!m_run.folder().empty())
        QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(m_run.folder())));
}

void TrainPage::copyCommand() {
    if (m_run.folder().empty())
        return;
    const std::string command = "unlit train --resume " + shellQuoted(m_run.folder().string());
    QGuiApplication::clipboard()->setText(toQString(command));
    m_runMessage.say(MessageBar::Kind::Good, tr("Copied the command"), toQString(command));
}

} // namespace unlit::ui
