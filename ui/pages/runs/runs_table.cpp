#include "ui/pages/runs/runs_table.h"

#include <QKeyEvent>

namespace unlit::ui {

namespace {

FolderTableSetup runsSetup() {
    return {.title = RunsTable::tr("Runs"),
            .filterHint = RunsTable::tr("Filter by name or status"),
            .filterToolTip =
                RunsTable::tr("Shows runs whose name, status or note has these words (Ctrl+F)"),
            .keys = RunsTable::tr("Space shows or hides the curves of the chosen run, Delete moves "
                                  "it to the trash"),
            .addToolTip = RunsTable::tr("Look for runs in one more folder (Ctrl+O)"),
            .sortRole = RunsModel::SortRole,
            .filterRole = RunsModel::FilterRole,
            .sortColumn = RunsModel::Started,
            .sortOrder = Qt::DescendingOrder,
            .widthsPx = {216, 90, 110, 56, 96, 84, 130}};
}

} // namespace

RunsTable::RunsTable(RunsModel& model, QWidget* parent) : FolderTable(model, runsSetup(), parent) {
    table().installEventFilter(this);
}

bool RunsTable::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress)
        return FolderTable::eventFilter(watched, event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    if (key.modifiers() != Qt::NoModifier ||
        (key.key() != Qt::Key_Space && key.key() != Qt::Key_Delete))
        return FolderTable::eventFilter(watched, event);
    if (key.key() == Qt::Key_Space) // in whatever column the current cell is
        emit toggleAsked();
    else
        emit trashAsked();
    return true;
}

} // namespace unlit::ui
