// Paints one pair of the grid: beauty and albedo, its name, what is wrong, where it goes.
#pragma once

#include <QStyledItemDelegate>

namespace unlit::ui {

class PairDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// So that cells of about one size fill a view of that width, in pixels.
    static QSize cellSizeFor(int width);
    void setCellSize(const QSize& size);

private:
    QSize m_size = cellSizeFor(0);
};

} // namespace unlit::ui
