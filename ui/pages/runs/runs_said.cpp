#include "ui/pages/runs/runs_said.h"

#include <QCoreApplication>

namespace unlit::ui {

namespace {

struct RunsWords {
    Q_DECLARE_TR_FUNCTIONS(RunsSaid)
};

} // namespace

QString countsOf(const RunsModel& runs, bool isLooked) {
    int running = 0;
    int archived = 0;
    for (int row = 0; row < runs.rowCount(); ++row) {
        running += runs.at(row).status == runs::RunStatus::Running ? 1 : 0;
        archived += runs.at(row).labels.isArchived ? 1 : 0;
    }
    QString text = RunsWords::tr("%n runs", nullptr, runs.rowCount());
    if (running > 0)
        text += RunsWords::tr(" · %1 running").arg(running);
    if (archived > 0)
        text += RunsWords::tr(" · %1 archived").arg(archived);
    return isLooked ? text : RunsWords::tr("looking… %1").arg(text);
}

std::optional<Notice> noticeOf(const RunsModel& runs, bool isLooked, const QStringList& roots) {
    if (runs.rowCount() > 0 || !isLooked)
        return {};
    Notice notice{.icon = QStringLiteral("runs"),
                  .title = RunsWords::tr("Where are your runs?"),
                  .text = RunsWords::tr(
                      "Choose a folder that holds training runs, of this program or with event "
                      "files of TensorBoard. It is watched: runs under way show up live."),
                  .button = RunsWords::tr("Add folder…"),
                  .isPrimary = true};
    if (!roots.isEmpty()) {
        notice.title = RunsWords::tr("No runs here yet");
        notice.text =
            RunsWords::tr("A run appears here as soon as it begins, from this program or from a "
                          "terminal: unlit train --config RECIPE. Looked through: %1")
                .arg(roots.join(QStringLiteral(", ")));
    }
    return notice;
}

} // namespace unlit::ui
