#include "ui/pages/runs/run_upkeep.h"

#include "core/base/failure.h"
#include "core/runs/run_labels.h"
#include "ui/kit/failure_text.h"
#include "ui/kit/text.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace unlit::ui {

RunUpkeep::RunUpkeep(const RunsParts& parts) : m_parts(parts) {
    connect(&parts.views.notes(), &RunsNotes::labelsEdited, this, &RunUpkeep::writeLabels);
}

bool RunUpkeep::writeLabels(const std::filesystem::path& run, const runs::RunLabels& labels) {
    try {
        runs::writeRunLabels(run, labels);
    } catch (...) {
        m_parts.say(MessageBar::Kind::Bad, tr("Tags, group and archive stay as they were"),
                    failureText(translateCurrentException()));
        return false;
    }
    RunsModel& model = m_parts.found.model();
    if (const int row = model.rowOf(run); row >= 0) {
        runs::RunSummary summary = model.at(row);
        summary.labels = labels;
        model.put(summary);
    }
    m_parts.found.lookAgainAt(run);
    emit changed();
    return true;
}

void RunUpkeep::archive(int row, bool isArchived) {
    RunsModel& model = m_parts.found.model();
    if (row < 0 || model.at(row).labels.isArchived == isArchived)
        return;
    const runs::RunSummary run = model.at(row);
    runs::RunLabels labels = run.labels;
    labels.isArchived = isArchived;
    if (!writeLabels(run.folder, labels))
        return;
    const QString name = toQString(run.name);
    if (!isArchived)
        return m_parts.say(MessageBar::Kind::Good, tr("%1 is out of the archive").arg(name));
    m_parts.say(MessageBar::Kind::Good, tr("%1 is archived").arg(name),
                tr("It stays where it is; the table shows it when archived runs are asked for."),
                {{tr("Undo"),
                  [this, &model, folder = run.folder] { archive(model.rowOf(folder), false); }}});
}

void RunUpkeep::trash(int row) {
    if (row < 0)
        return;
    const runs::RunSummary run = m_parts.found.model().at(row);
    const QString name = toQString(run.name);
    if (run.status == runs::RunStatus::Running || run.status == runs::RunStatus::Paused) {
        m_parts.say(MessageBar::Kind::Bad, tr("%1 is being written").arg(name),
                    tr("Stop it first, then move it to the trash."));
        return;
    }
    m_parts.views.notes().save();
    const QString folder = toQString(run.folder);
    QString inTrash;
    // From 6.11 on Qt makes the trash's folder, but not the one that it stands in.
    QDir().mkpath(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation));
    if (!QFile::moveToTrash(folder, &inTrash)) {
        m_parts.say(
            MessageBar::Kind::Bad, tr("%1 cannot be moved to the trash").arg(name),
            tr("There may be no trash on its disk, or no right to move it. It stays where it is."));
        return;
    }
    m_parts.found.model().remove(run.folder);
    m_parts.found.lookAgainAt(run.folder);
    m_parts.say(MessageBar::Kind::Good, tr("%1 is in the trash").arg(name), {},
                {{tr("Undo"), [this, folder, inTrash] {
                      if (!QFile::rename(inTrash, folder))
                          m_parts.say(MessageBar::Kind::Bad, tr("It cannot be brought back"),
                                      tr("It lies at %1.").arg(inTrash));
                      m_parts.found.lookNow();
                  }}});
}

} // namespace unlit::ui
