// The checkpoints of one run in a table, several of which can be chosen.
#pragma once

#include "core/runs/run_checkpoints.h"

#include <QStandardItemModel>
#include <QTableView>

#include <vector>

namespace unlit::ui {

/// GUI thread.
class CheckpointTable : public QTableView {
    Q_OBJECT

public:
    enum Column { Name, Step, Figure, Time, Size, ColumnCount };

    explicit CheckpointTable(QWidget* parent = nullptr);

    /// Of the same run: what is chosen stays, as far as it is there; where nothing of it is, the
    /// row that has come to its place is chosen. Of another: the best one, or the first.
    void show(const runs::RunCheckpoints& checkpoints);

    /// In the order of the table.
    std::vector<runs::RunCheckpoint> chosen() const;
    void choose(const std::vector<std::string>& names);

    const runs::RunCheckpoints& checkpoints() const { return m_checkpoints; }

signals:
    void chosenChanged();
    void removeAsked();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// What is chosen from now on.
    std::vector<std::string> stillChosen(const runs::RunCheckpoints& now) const;

    runs::RunCheckpoints m_checkpoints;
    QStandardItemModel m_model;
};

} // namespace unlit::ui
