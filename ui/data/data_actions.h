// What can be done on the Data page, by name and key: menus and the command palette read this.
#pragma once

#include "ui/data/data_view.h"
#include "ui/data/set_browser.h"
#include "ui/data/set_division.h"
#include "ui/data/set_panel.h"
#include "ui/data/shown_pairs.h"
#include "ui/data/shown_set.h"
#include "ui/data/split_view.h"

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>

#include <functional>

namespace unlit::ui {

/// The parts that do what is asked for. The page owns them, and they outlive the actions.
struct DataDuties {
    ShownSet& set;
    SetBrowser& browser;
    ShownPairs& pairs;
    SetDivision& division;
    SetPanel& panel;
    SplitView& split;
};

/// Actions belong to the page; buttons of its panels ask for the same. GUI thread.
class DataActions : public QObject {
    Q_OBJECT

public:
    DataActions(QWidget& page, const DataDuties& duties);

    const QList<QAction*>& all() const { return m_all; }

signals:
    void viewAsked(unlit::ui::DataView view);

private:
    void add(const QString& text, const QKeySequence& key, const std::function<void()>& act);
    void addSets();
    void addViews();
    void addPairs();
    void addDivision();
    void toggleQuarantine();
    void showMenu(const QPoint& globalPlace);
    void escape();

    QWidget& m_page;
    DataDuties m_do;
    QList<QAction*> m_all;
};

} // namespace unlit::ui
