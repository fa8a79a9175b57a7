// The left side of the Runs page: the table of runs, its filter, and the folders that are looked
// through.
#pragma once

#include "ui/models/runs_model.h"
#include "ui/widgets/folder_table.h"

#include <string>

namespace unlit::ui {

class RunsTable : public FolderTable {
    Q_OBJECT

public:
    explicit RunsTable(RunsModel& model, QWidget* parent = nullptr);

    /// Archived runs are shown among the others; at first they are not, unless the filter asks for
    /// them.
    void setArchivedShown(bool isShown);

    bool isArchivedShown() const { return m_isArchivedShown; }

    /// Settings and figures that there are columns for, as RunsModel has them; the current run
    /// stays.
    void chooseColumns(const QStringList& keys);
    /// Under the header.
    void showColumnsMenu();

    /// As it is on show: filtered, sorted, with its columns.
    std::string asCsv() const;
    /// Asks for the file; what came of it is said in the message.
    void exportCsv();

signals:
    /// Of the current run's curves.
    void toggleAsked();
    void trashAsked();
    void archivedShown(bool isShown);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showColumnsAt(const QPoint& globalPlace);

    RunsModel& m_model;
    bool m_isArchivedShown = false;
};

} // namespace unlit::ui
