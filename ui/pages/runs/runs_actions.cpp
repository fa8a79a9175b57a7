// What can be done on the Runs page, by name and key: menus and the command palette read this.
#include "core/base/failure.h"
#include "core/session/command_text.h"
#include "core/session/train/sweep_plan.h"
#include "ui/kit/text.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/plots/plot_file.h"
#include "ui/widgets/page_action.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QStandardPaths>
#include <QUrl>

namespace unlit::ui {

QAction* RunsPage::addAction(const QString& text, const QKeySequence& key,
                             const std::function<void()>& act) {
    auto* action = addPageAction(*this, text, key, act);
    m_actions += action;
    return action;
}

void RunsPage::makeActions() {
    addAction(tr("Add a folder of runs…"), QKeySequence::Open, [this] { browseRoot(); });
    addAction(tr("Look for runs now"), Qt::Key_F5, [this] { m_watcher.lookNow(); });
    addAction(tr("Filter runs"), QKeySequence::Find, [this] { m_table->focusFilter(); });
    addAction(tr("Columns of the table…"), {}, [this] {
        const QHeaderView* header = m_table->table().horizontalHeader();
        showColumns(header->mapToGlobal(header->rect().bottomLeft()));
    });
    m_archivedAction = addAction(tr("Show archived runs"), {},
                                 [this] { showArchived(!m_table->isArchivedShown()); });
    m_archivedAction->setCheckable(true);
    addAction(tr("Archive the run, or bring it back"), Qt::CTRL | Qt::SHIFT | Qt::Key_A,
              [this] { toggleArchived(); });
    addAction(tr("Tags and group of the run"), Qt::CTRL | Qt::SHIFT | Qt::Key_G, [this] {
        showView(RunsView::Notes);
        m_notes->tags().setFocus();
    });
    addAction(tr("Export the table as CSV…"), {}, [this] { exportTable(); });
    addAction(tr("Show or hide the run's curves"), Qt::CTRL | Qt::Key_Space,
              [this] { toggleShown(); });
    addAction(tr("Show this run alone"), Qt::CTRL | Qt::Key_E, [this] { showOnlyCurrent(); });
    addAction(tr("Uncheck all runs"), Qt::CTRL | Qt::SHIFT | Qt::Key_E, [this] { hideAll(); });
    addAction(tr("Show curves"), Qt::ALT | Qt::Key_1, [this] { showView(RunsView::Curves); });
    addAction(tr("Show pictures"), Qt::ALT | Qt::Key_2, [this] { showView(RunsView::Pictures); });
    addAction(tr("Show differences of settings"), Qt::ALT | Qt::Key_3,
              [this] { showView(RunsView::Differences); });
    addAction(tr("Show facts and notes"), Qt::ALT | Qt::Key_4,
              [this] { showView(RunsView::Notes); });
    addAction(tr("Show the run's checkpoints"), Qt::ALT | Qt::Key_5,
              [this] { showView(RunsView::Checkpoints); });
    addAction(tr("Show a setting against a figure"), Qt::ALT | Qt::Key_6,
              [this] { showView(RunsView::Scatter); });
    for (const char* suffix : {"png", "svg"}) {
        const QString name = QString::fromLatin1(suffix);
        addAction(tr("Export the scatter as %1…").arg(name.toUpper()), {},
                  [this, name] { exportScatter(name); });
    }
    addAction(tr("Show the whole of all curves"), Qt::CTRL | Qt::Key_Home,
              [this] { m_curves->fitAll(); });
    addAction(tr("Logarithmic or linear values"), Qt::CTRL | Qt::Key_L,
              [this] { m_curves->toggleLogarithmic(); });
    addAction(tr("Steps, time or epochs to the right"), Qt::CTRL | Qt::Key_T,
              [this] { m_curves->stepXAxis(); });
    addAction(tr("Pictures of the step before"), Qt::CTRL | Qt::Key_PageUp,
              [this] { m_pictures->stepBy(-1); });
    addAction(tr("Pictures of the next step"), Qt::CTRL | Qt::Key_PageDown,
              [this] { m_pictures->stepBy(1); });
    for (const QString& kind : plotExports())
        addAction(tr("Export the large plot: %1").arg(plotExportText(kind)), {},
                  [this, kind] { exportPlot(kind); });
    addAction(tr("Open the run's folder"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
              [this] { openFolder(); });
    addAction(tr("Copy the command that resumes the run"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
              [this] { copyResumeCommand(); });
    addAction(tr("Open the checked runs in TensorBoard"), {}, [this] { openTensorBoard(); });
    addAction(tr("Show the run on the Train page"), Qt::CTRL | Qt::Key_Return,
              [this] { askFor(&RunsPage::watchAsked); });
    addAction(tr("Resume the run here"), Qt::CTRL | Qt::Key_R,
              [this] { askFor(&RunsPage::resumeAsked); });
    addAction(tr("Extend the run here…"), Qt::CTRL | Qt::SHIFT | Qt::Key_R,
              [this] { askFor(&RunsPage::extendAsked); });
    addAction(tr("Move the run to the trash"), Qt::CTRL | Qt::Key_Delete,
              [this] { trash(m_table->current()); });
    m_actions += m_pictures->viewer().viewActions();
}

void RunsPage::showMenu(const QPoint& globalPlace) {
    QMenu menu;
    const auto add = [&](const QString& text, const std::function<void()>& act) {
        menu.addAction(text, this, act);
    };
    add(tr("Show or hide curves"), [this] { toggleShown(); });
    add(tr("Show this run alone"), [this] { showOnlyCurrent(); });
    menu.addSeparator();
    add(tr("Show on the Train page"), [this] { askFor(&RunsPage::watchAsked); });
    add(tr("Resume here"), [this] { askFor(&RunsPage::resumeAsked); });
    add(tr("Extend here…"), [this] { askFor(&RunsPage::extendAsked); });
    add(tr("Checkpoints"), [this] { showView(RunsView::Checkpoints); });
    if (const auto sweep = sweepOfRun(); !sweep.empty())
        add(tr("The sweep that it is of"), [this, sweep] { emit sweepAsked(sweep); });
    const int row = m_table->current();
    add(row >= 0 && m_model.at(row).labels.isArchived ? tr("Bring back from the archive")
                                                      : tr("Archive"),
        [this] { toggleArchived(); });
    add(tr("Tags and group"), [this] {
        showView(RunsView::Notes);
        m_notes->tags().setFocus();
    });
    menu.addSeparator();
    add(tr("Open folder"), [this] { openFolder(); });
    add(tr("Copy resume command"), [this] { copyResumeCommand(); });
    addTensorBoard(menu);
    menu.addSeparator();
    add(tr("Move to trash"), [this] { trash(m_table->current()); });
    menu.exec(globalPlace);
}

void RunsPage::showFolders(const QPoint& globalPlace) {
    QMenu menu;
    for (const QString& root : m_roots)
        menu.addAction(tr("Forget %1").arg(root), this, [this, root] { removeRoot(root); });
    if (m_roots.isEmpty())
        menu.addAction(tr("None yet"))->setEnabled(false);
    menu.addSeparator();
    menu.addAction(tr("Add folder…"), this, [this] { browseRoot(); });
    menu.exec(globalPlace - QPoint(0, menu.sizeHint().height()));
}

void RunsPage::browseRoot() {
    addRoot(QFileDialog::getExistingDirectory(this, tr("A folder that holds runs"),
                                              m_roots.value(m_roots.size() - 1)));
}

void RunsPage::toggleShown() {
    if (const int row = m_table->current(); row >= 0)
        m_model.setShown(row, !m_model.isShown(row));
}

void RunsPage::showOnlyCurrent() {
    const int current = m_table->current();
    if (current < 0)
        return;
    m_model.setShown(current, true);
    for (const int row : m_model.shownRows())
        if (row != current)
            m_model.setShown(row, false);
}

void RunsPage::hideAll() {
    for (const int row : m_model.shownRows())
        m_model.setShown(row, false);
}

void RunsPage::openFolder() {
    if (const int row = m_table->current(); row >= 0)
        QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(m_model.at(row).folder)));
}

void RunsPage::askFor(void (RunsPage::*what)(const std::filesystem::path&)) {
    if (const int row = m_table->current(); row >= 0)
        emit(this->*what)(m_model.at(row).folder);
}

std::filesystem::path RunsPage::sweepOfRun() const {
    const int row = m_table->current();
    const std::filesystem::path around =
        row >= 0 ? m_model.at(row).folder.parent_path() : std::filesystem::path();
    return isSweep(around) ? around : std::filesystem::path();
}

void RunsPage::openTensorBoard() {
    std::vector<TensorBoard::Run> runs;
    for (const int row : m_model.shownRows())
        runs.push_back({m_model.at(row).folder, toQString(m_model.at(row).name)});
    if (const int row = m_table->current(); runs.empty() && row >= 0)
        runs.push_back({m_model.at(row).folder, toQString(m_model.at(row).name)});
    if (runs.empty())
        return;
    say(MessageBar::Kind::Note, tr("TensorBoard is being started"),
        tr("The browser opens when it answers."));
    m_tensorBoard.show(runs);
}

/// Looked for each time: it may have been installed meanwhile.
void RunsPage::addTensorBoard(QMenu& menu) {
    const bool isThere = !TensorBoard::program().isEmpty();
    menu.addAction(isThere ? tr("Open in TensorBoard")
                           : tr("Open in TensorBoard: needs pip install tensorboard"),
                   this, [this] { openTensorBoard(); })
        ->setEnabled(isThere);
}

void RunsPage::copyResumeCommand() {
    const int row = m_table->current();
    if (row < 0)
        return;
    const std::string command =
        "unlit train --resume " + shellQuoted(m_model.at(row).folder.string());
    QGuiApplication::clipboard()->setText(toQString(command));
    say(MessageBar::Kind::Good, tr("Copied the command"), toQString(command));
}

void RunsPage::trash(int row) {
    if (row < 0)
        return;
    const runs::RunSummary run = m_model.at(row);
    if (run.status == runs::RunStatus::Running || run.status == runs::RunStatus::Paused) {
        say(MessageBar::Kind::Bad, tr("%1 is being written").arg(toQString(run.name)),
            tr("Stop it first, then move it to the trash."));
        return;
    }
    m_notes->save();
    const QString folder = toQString(run.folder);
    QString inTrash;
    // From 6.11 on Qt makes the trash's folder, but not the one that it stands in.
    QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
    if (!QFile::moveToTrash(folder, &inTrash)) {
        say(MessageBar::Kind::Bad, tr("%1 cannot be moved to the trash").arg(toQString(run.name)),
            tr("There may be no trash on its disk, or no right to move it. It stays where it is."));
        return;
    }
    m_model.remove(run.folder);
    m_watcher.lookAgainAt(run.folder);
    say(MessageBar::Kind::Good, tr("%1 is in the trash").arg(toQString(run.name)), {},
        {{tr("Undo"), [this, folder, inTrash] {
              if (!QFile::rename(inTrash, folder))
                  say(MessageBar::Kind::Bad, tr("It cannot be brought back"),
                      tr("It lies at %1.").arg(inTrash));
              m_watcher.lookNow();
          }}});
}

void RunsPage::exportPlot(const QString& suffix) {
    ui::exportPlot(m_curves->mainPlot(), suffix, this, m_table->message());
}

void RunsPage::exportScatter(const QString& suffix) {
    const QString file = QFileDialog::getSaveFileName(this, tr("Export the scatter"),
                                                      QStringLiteral("scatter.") + suffix,
                                                      QStringLiteral("*.") + suffix);
    if (file.isEmpty())
        return;
    try {
        if (suffix == QStringLiteral("svg"))
            m_scatter->plot().saveSvg(toPath(file));
        else
            m_scatter->plot().savePng(toPath(file));
        say(MessageBar::Kind::Good, tr("Wrote %1").arg(file));
    } catch (...) {
        const Failure failure = translateCurrentException();
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
    }
}

} // namespace unlit::ui
