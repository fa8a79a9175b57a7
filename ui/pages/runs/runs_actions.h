// What can be done on the Runs page, by name and key: menus and the command palette read this.
#pragma once

#include "ui/pages/runs/chosen_run.h"
#include "ui/pages/runs/run_upkeep.h"
#include "ui/pages/runs/runs_tensor_board.h"

#include <QAction>

#include <functional>

namespace unlit::ui {

/// GUI thread. The page owns the actions; the parts must outlive them.
class RunsActions : public QObject {
    Q_OBJECT

public:
    RunsActions(const RunsParts& parts, RootFolders& roots, ChosenRun& chosen, RunUpkeep& upkeep,
                RunsTensorBoard& tensorBoard);

    /// In the order of the menus.
    const QList<QAction*>& all() const { return m_all; }

    /// The chosen run is another, or has become another.
    void refresh();
    /// Of the chosen run.
    void showMenu(const QPoint& globalPlace);

private:
    /// The ways on from the chosen run; whether it has them.
    bool mayResume() const;
    bool mayExtend() const;
    QAction* add(const QString& text, const QKeySequence& key, const std::function<void()>& act);
    void addForTable();
    void addForViews();
    void addForRun();
    void toggleArchived();
    void editTags();

    const RunsParts& m_parts;
    RootFolders& m_roots;
    ChosenRun& m_chosen;
    RunUpkeep& m_upkeep;
    RunsTensorBoard& m_tensorBoard;
    QList<QAction*> m_all;
    QAction* m_resume = nullptr;
    QList<QAction*> m_further; ///< extend, change
};

} // namespace unlit::ui
