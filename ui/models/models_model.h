// The models that were found, as a table.
#pragma once

#include "core/session/models/model_catalogue.h"

#include <QAbstractTableModel>

#include <filesystem>
#include <vector>

namespace unlit::ui {

/// One row for each folder. GUI thread.
class ModelsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Targets, Parameters, Type, Disk, Place, ColumnCount };

    enum Role {
        SortRole = Qt::UserRole, ///< numbers where the text is one
        FilterRole,              ///< name, targets and folder
    };

    explicit ModelsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// New folders go to the end; known ones change in place.
    void put(const ModelRow& row);
    /// Takes out all others.
    void keepOnly(const std::vector<std::filesystem::path>& folders);

    const ModelRow& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    /// -1 where there is none.
    int rowOf(const std::filesystem::path& folder) const;

    /// The model that the Infer page has; its name is marked.
    void setUsed(const std::filesystem::path& folder);

private:
    QVariant text(const ModelRow& row, int column) const;
    QVariant sortValue(const ModelRow& row, int column) const;

    std::vector<ModelRow> m_rows;
    std::filesystem::path m_used;
};

/// "bundled", "own", "hub" in the user's language.
QString placeText(ModelPlace place);

/// "albedo, shading"; else why it makes none.
QString targetsText(const ModelRow& row);

} // namespace unlit::ui
