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

    /// Archived runs are shown among the others; at first they are not, unless the filter asks for
    /// them.
    void setArchivedShown(bool isShown);

    bool isArchivedShown() const { return m_isArchivedShown; }

signals:
    /// Of the current run's curves.
    void toggleAsked();
    void trashAsked();
    /// A menu of columns, at this place of the screen.
    void columnsAsked(const QPoint& globalPlace);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool m_isArchivedShown = false;
};

} // namespace unlit::ui
