// The pairs as a grid of small pictures; orders those that are looked at.
#pragma once

#include "ui/data/pair_filter.h"
#include "ui/data/thumbnail_maker.h"

#include <QListView>
#include <QTimer>

namespace unlit::ui {

class PairDelegate;

/// GUI thread. Only cells in view, and a screen's worth on either side, ever cost anything.
class PairGrid : public QListView {
    Q_OBJECT

public:
    /// All must outlive it.
    PairGrid(PairListModel& pairs, PairFilterModel& filtered, ThumbnailMaker& maker,
             QWidget* parent = nullptr);

    /// The row of the set; -1 = none.
    int currentRow() const;
    void setCurrentRow(int row);
    /// Rows of the set, in its order; the current one where nothing is chosen.
    std::vector<int> chosenRows() const;
    /// The next or previous of those on show; stays at the ends.
    void step(int count);

    /// First and last row of the filtered model in view; {0, -1} = none.
    std::pair<int, int> rowsInView() const;

signals:
    void currentRowChanged(int row);
    void openAsked(int row);
    void quarantineAsked();
    void menuAsked(const QPoint& globalPlace);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void orderThumbnails();
    void orderSoon();
    void fitCells();

    PairListModel& m_pairs;
    PairFilterModel& m_filtered;
    ThumbnailMaker& m_maker;
    PairDelegate* m_delegate;
    QTimer m_orderTimer;
    std::pair<int, int> m_ordered{0, -1}; ///< rows in view that the last order was for
};

} // namespace unlit::ui
