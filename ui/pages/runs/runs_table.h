// The left side of the Runs page: the table of runs, its filter, and the folders that are looked
// through.
#pragma once

#include "ui/models/runs_model.h"
#include "ui/widgets/folder_table.h"

namespace unlit::ui {

class RunsTable : public FolderTable {
    Q_OBJECT

public:
    explicit RunsTable(RunsModel& model, QWidget* parent = nullptr);

signals:
    /// Of the current run's curves.
    void toggleAsked();
    void trashAsked();
    /// A menu of columns, at this place of the screen.
    void columnsAsked(const QPoint& globalPlace);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace unlit::ui
