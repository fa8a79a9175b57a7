// A filter of rows that is told of changes as each Qt wants it: since 6.10 before and after them.
#pragma once

#include <QSortFilterProxyModel>

namespace unlit::ui {

/// GUI thread.
class RowFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    /// Does `change`, after which other rows may pass, and looks at all rows anew.
    template <typename Change>
    void changeFilter(const Change& change) {
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
        beginFilterChange();
        change();
        endFilterChange(Direction::Rows);
#else
        change();
        invalidateRowsFilter();
#endif
    }
};

} // namespace unlit::ui
