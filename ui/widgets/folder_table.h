// The left side of a page about what lies in folders: how many there are, a filter, the table, what
// is to be said of it, and where they are looked for.
#pragma once

#include "ui/widgets/message_bar.h"
#include "ui/widgets/row_filter.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <functional>
#include <vector>

namespace unlit::ui {

/// Rows that pass the filter's text.
class FilteredRows : public RowFilter {
public:
    using Passes = std::function<bool(int row)>;

    using RowFilter::RowFilter;

    /// In place of looking for the text in the filter's role.
    void setPasses(Passes passes) {
        changeFilter([&] { m_passes = std::move(passes); });
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        return m_passes ? m_passes(row) : RowFilter::filterAcceptsRow(row, parent);
    }

    /// Equal ones in the order of the model, also when some of them have come back.
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        if (RowFilter::lessThan(left, right))
            return true;
        return !RowFilter::lessThan(right, left) && left.row() < right.row();
    }

private:
    Passes m_passes;
};

/// What differs from page to page.
struct FolderTableSetup {
    QString title;
    QString filterHint;    ///< in the empty filter
    QString filterToolTip; ///< what the filter looks at
    QString keys;          ///< what keys do, for those who cannot see the table
    QString addToolTip;
    int sortRole = 0;
    int filterRole = 0;
    int sortColumn = 0; ///< at first
    Qt::SortOrder sortOrder = Qt::AscendingOrder;
    std::vector<int> widthsPx; ///< of the columns
    /// What rows pass a text; unset = those that have it in the filter's role.
    std::function<FilteredRows::Passes(const QString& text)> makeFilter{};
};

/// GUI thread. Rows are those of the model that it was given, however the table is sorted.
class FolderTable : public QFrame {
    Q_OBJECT

public:
    /// `rows` must outlive it.
    FolderTable(QAbstractItemModel& rows, const FolderTableSetup& setup, QWidget* parent = nullptr);

    /// The model's row; -1 = none.
    int current() const;
    void setCurrent(int row);
    /// The model's rows that pass the filter, in the order of the table.
    std::vector<int> rowsOnShow() const;
    void focusFilter();

    /// What stands above the table: "12 runs, 1 running", "looking…".
    void setCounts(const QString& text);

    /// How wide columns are, their order, and what is sorted by.
    QByteArray columns() const;
    void setColumns(const QByteArray& state);

    QTableView& table() { return *m_table; }

    const QTableView& table() const { return *m_table; }

    QLineEdit& filter() { return *m_filter; }

    MessageBar& message() { return *m_message; }

signals:
    void currentChanged();
    /// Other rows pass the filter's text.
    void filtered();
    void addFolderAsked();
    void foldersAsked(const QPoint& globalPlace);
    void menuAsked(const QPoint& globalPlace);

protected:
    /// One more button at the right of the footer.
    QPushButton* addButton(const QString& text, const QString& toolTip);
    /// What passes the filter's text is another.
    void refilter();

private:
    QLayout* makeHead(const FolderTableSetup& setup);
    void setUpTable(const FolderTableSetup& setup);
    QWidget* makeFooter(const FolderTableSetup& setup);
    QPushButton* makeButton(const QString& text, const QString& toolTip);

    QAbstractItemModel& m_rows;
    FilteredRows m_sorted;
    std::function<FilteredRows::Passes(const QString& text)> m_makeFilter;
    QLabel* m_counts;
    QLineEdit* m_filter;
    QTableView* m_table;
    MessageBar* m_message;
    QHBoxLayout* m_footer;
};

} // namespace unlit::ui
