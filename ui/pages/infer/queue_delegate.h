// How one picture of the queue looks: thumbnail, name, size and layer, state; and what can be
// clicked in it.
#pragma once

#include <QStyledItemDelegate>

#include <memory>

namespace unlit::ui {

class TextShortener;

class QueueDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit QueueDelegate(QObject* parent = nullptr);
    ~QueueDelegate() override;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

signals:
    /// A row was painted that has no picture yet.
    void pictureMissed() const;
    void retryClicked(int id);
    void showInFolderClicked(int id);
    /// The small cross: cancels what waits or runs, else takes the item out.
    void closeClicked(int id);

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    std::unique_ptr<TextShortener> m_errors;
};

} // namespace unlit::ui
