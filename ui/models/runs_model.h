// The runs that were found, as a table.
#pragma once

#include "core/runs/run_summary.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace unlit::ui {

/// Which runs are on show in plots, and in which colour, is part of it: a run keeps its colour
/// while the program lives, also while it is hidden. GUI thread.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Status, Steps, Best, Duration, Disk, Started, ColumnCount };

    enum Role {
        SortRole = Qt::UserRole, ///< numbers where the text is one
        FolderRole,              ///< path
        FilterRole,              ///< name, status and note
    };

    explicit RunsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// The check of the first column shows and hides a run's curves.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    /// Settings and figures that have a column behind the others: keys as of runs::cellOf().
    void setMoreColumns(const QStringList& keys);

    const QStringList& moreColumns() const { return m_moreColumns; }

    /// Keys for which a column says something: tags and groups where there are any, settings in
    /// which the runs differ, and validation figures.
    QStringList possibleColumns() const;

    /// New runs go to the end; known ones change in place.
    void put(const runs::RunSummary& summary) { put(std::vector{summary}); }

    /// The same for many at once: views sort once. New ones differ in their folders.
    void put(const std::vector<runs::RunSummary>& summaries);

    void remove(const std::filesystem::path& folder) { remove(std::vector{folder}); }

    /// Those of them that are there: each row that follows moves once, however many go.
    void remove(const std::vector<std::filesystem::path>& folders);
    void clear();

    const runs::RunSummary& at(int row) const {
        return m_rows[static_cast<std::size_t>(row)].summary;
    }

    /// -1 where there is none.
    int rowOf(const std::filesystem::path& folder) const;

    bool isShown(int row) const { return m_rows[static_cast<std::size_t>(row)].isShown; }

    void setShown(int row, bool isShown);
    /// Rows on show, in the order of the table.
    std::vector<int> shownRows() const;
    /// nullopt for a run that was never on show.
    std::optional<int> colorOf(int row) const;

    /// Folders and colours of what is on show; runs that are found later are shown, too.
    void restoreShown(const QStringList& folders, const QStringList& colors);
    QStringList shownFolders() const;
    QStringList shownColors() const;

signals:
    void shownChanged();

private:
    struct Row {
        runs::RunSummary summary;
        bool isShown = false;
        std::optional<int> color{};
    };

    struct Remembered {
        QString folder;
        int color = 0;
    };

    void updatePlaces();
    Row newRow(const runs::RunSummary& summary);
    QString text(const runs::RunSummary& run, int column) const;
    QVariant sortValue(const runs::RunSummary& run, int column) const;
    int freeColor() const;

    std::vector<Row> m_rows;
    std::unordered_map<std::string, int> m_places; ///< of folders in m_rows
    QStringList m_moreColumns;
    std::vector<Remembered> m_remembered; // of an earlier start, not found yet
};

/// "running", "finished", … in the user's language.
QString statusText(runs::RunStatus status);

} // namespace unlit::ui
