// Tags, groups and the archive, as the Runs page writes them into the runs' folders.
#include "core/base/failure.h"
#include "core/runs/run_labels.h"
#include "ui/kit/text.h"
#include "ui/pages/runs/runs_page.h"

namespace unlit::ui {

bool RunsPage::writeLabels(const std::filesystem::path& run, const runs::RunLabels& labels) {
    try {
        runs::writeRunLabels(run, labels);
    } catch (...) {
        const Failure failure = translateCurrentException();
        say(MessageBar::Kind::Bad, sentence(failure.message), sentence(failure.hint));
        return false;
    }
    if (const int row = m_model.rowOf(run); row >= 0) {
        runs::RunSummary summary = m_model.at(row);
        summary.labels = labels;
        m_model.put(summary);
    }
    m_watcher.lookAgainAt(run);
    runsChanged();
    return true;
}

void RunsPage::archive(int row, bool isArchived) {
    if (row < 0 || m_model.at(row).labels.isArchived == isArchived)
        return;
    const runs::RunSummary run = m_model.at(row);
    runs::RunLabels labels = run.labels;
    labels.isArchived = isArchived;
    if (!writeLabels(run.folder, labels))
        return;
    const QString name = toQString(run.name);
    if (!isArchived)
        return say(MessageBar::Kind::Good, tr("%1 is out of the archive").arg(name));
    say(MessageBar::Kind::Good, tr("%1 is archived").arg(name),
        tr("It stays where it is; the table shows it when archived runs are asked for."),
        {{tr("Undo"), [this, folder = run.folder] { archive(m_model.rowOf(folder), false); }}});
}

void RunsPage::toggleArchived() {
    if (const int row = m_table->current(); row >= 0)
        archive(row, !m_model.at(row).labels.isArchived);
}

void RunsPage::showArchived(bool isShown) {
    m_table->setArchivedShown(isShown);
    m_archivedAction->setChecked(isShown);
    updateCounts();
}

} // namespace unlit::ui
