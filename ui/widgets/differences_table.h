// Settings that differ between two configurations: key, and what either side says.
#pragma once

#include "core/config/config_diff.h"

#include <QStandardItemModel>
#include <QTableView>

#include <string>
#include <vector>

namespace unlit::ui {

class DifferencesTable : public QTableView {
    Q_OBJECT

public:
    explicit DifferencesTable(QWidget* parent = nullptr);

    /// The names head the two columns of values.
    void show(const std::vector<config::Difference>& differences, const QString& before,
              const QString& after);

    void clear() { m_model.clear(); }

    const QAbstractItemModel& table() const { return m_model; }

signals:
    /// A setting was double-clicked, or Enter pressed on it.
    void chosen(const std::string& key);

private:
    QStandardItemModel m_model;
};

} // namespace unlit::ui
