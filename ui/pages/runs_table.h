// The left side of the Runs page: the table of runs, its filter, and the folders that are looked
// through.
#pragma once

#include "ui/models/runs_model.h"
#include "ui/widgets/message_bar.h"

#include <QFrame>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>

namespace unlit::ui {

class RunsTable : public QFrame {
    Q_OBJECT

public:
    explicit RunsTable(RunsModel& model, QWidget* parent = nullptr);

    /// The model's row; -1 = none.
    int current() const;
    void setCurrent(int row);
    void focusFilter();

    /// What stands above the table: "12 runs, 1 running", "looking…".
    void setCounts(const QString& text);

    QByteArray columns() const;
    void setColumns(const QByteArray& state);

    QTableView& table() { return *m_table; }

    MessageBar& message() { return *m_message; }

signals:
    void currentChanged();
    void addFolderAsked();
    void foldersAsked(const QPoint& globalPlace);
    void menuAsked(const QPoint& globalPlace);
    /// Of the current run's curves.
    void toggleAsked();
    void trashAsked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void setUpTable();
    QWidget* makeFooter();

    RunsModel& m_model;
    QSortFilterProxyModel m_sorted;
    QLabel* m_counts;
    QLineEdit* m_filter;
    QTableView* m_table;
    MessageBar* m_message;
};

} // namespace unlit::ui
