// Every action of the window in one list that is searched by typing (Ctrl+Shift+P).
#pragma once

#include <QFrame>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>

class QAction;

namespace unlit::ui {

/// Lies on top of the window; Escape or a click elsewhere closes it.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* window);

    /// Lists the actions that are visible and can be used now, and takes the focus.
    void open(const QList<QAction*>& actions);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void runCurrent();
    void close();
    void placeOver(const QWidget& window);

    QLineEdit* m_search;
    QListView* m_list;
    QStandardItemModel m_model;
    QSortFilterProxyModel m_found;
    QPointer<QWidget> m_focusBefore;
};

} // namespace unlit::ui
