// The files that are part of no pair, each with its reason.
#pragma once

#include "core/data/pairing/pairing.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <vector>

namespace unlit::ui {

/// GUI thread.
class LeftOversModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setFiles(std::vector<data::LeftOver> files);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<data::LeftOver> m_files;
};

class LeftOversView : public QTableView {
    Q_OBJECT

public:
    explicit LeftOversView(QWidget* parent = nullptr);

    void setFiles(std::vector<data::LeftOver> files) { m_files.setFiles(std::move(files)); }

    int fileCount() const { return m_files.rowCount(); }

private:
    LeftOversModel m_files;
};

} // namespace unlit::ui
