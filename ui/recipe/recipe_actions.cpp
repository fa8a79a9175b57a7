#include "ui/recipe/recipe_actions.h"

#include "ui/theme/icon.h"

#include <QUndoStack>

namespace unlit::ui {

RecipeActions::RecipeActions(QWidget& panel, const RecipeDuties& duties, RecipeChooser& chooser)
    : m_panel(panel), m_do(duties) {
    addHistory();
    chooser.setActions(addFiles());
    addViews();
    addStarts();
}

QAction* RecipeActions::add(const QString& text, const QKeySequence& key, const QString& icon,
                            const std::function<void()>& act) {
    auto* action = new QAction(text, &m_panel);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    if (!icon.isEmpty())
        action->setIcon(themedIcon(icon));
    connect(action, &QAction::triggered, this, act);
    m_panel.addAction(action);
    m_all += action;
    return action;
}

void RecipeActions::addHistory() {
    QUndoStack& history = m_do.document.history();
    QAction* undo =
        add(tr("Undo"), QKeySequence::Undo, QStringLiteral("undo"), [&history] { history.undo(); });
    QAction* redo = add(tr("Redo"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z, QStringLiteral("redo"),
                        [&history] { history.redo(); });
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(&history, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(&history, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(&history, &QUndoStack::undoTextChanged, undo, [undo](const QString& what) {
        undo->setToolTip(what.isEmpty() ? tr("Undo (Ctrl+Z)") : tr("Undo: %1 (Ctrl+Z)").arg(what));
    });
    connect(&history, &QUndoStack::redoTextChanged, redo, [redo](const QString& what) {
        redo->setToolTip(what.isEmpty() ? tr("Redo (Ctrl+Shift+Z)")
                                        : tr("Redo: %1 (Ctrl+Shift+Z)").arg(what));
    });
}

/// As the menu of the recipe has them.
QList<QAction*> RecipeActions::addFiles() {
    RecipeFiles& files = m_do.files;
    QList<QAction*> menu;
    menu += add(tr("Save recipe"), QKeySequence::Save, QStringLiteral("save"),
                [&files] { files.save(); });
    menu.last()->setToolTip(tr("Save (Ctrl+S)"));
    menu.prepend(add(tr("Open a recipe…"), QKeySequence::Open, {}, [&files] { files.browse(); }));
    menu.prepend(add(tr("New recipe"), QKeySequence::New, {}, [&files] { files.openNew(); }));
    menu += add(tr("Save recipe as…"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, {},
                [&files] { files.saveAs(); });
    return menu;
}

void RecipeActions::addViews() {
    RecipeFinder& finder = m_do.finder;
    RecipeViews& views = m_do.views;
    add(tr("Find a setting"), QKeySequence::Find, {}, [&finder] { finder.focusLine(); });
    add(tr("Find the next place"), Qt::Key_F3, {}, [&finder] { finder.findNext(false); });
    add(tr("Find the place before"), Qt::SHIFT | Qt::Key_F3, {},
        [&finder] { finder.findNext(true); });
    add(tr("Recipe as a form or as YAML"), Qt::CTRL | Qt::SHIFT | Qt::Key_Y, {},
        [&views] { views.showText(!views.showsText()); });
}

void RecipeActions::addStarts() {
    add(tr("Compare the recipe…"), Qt::CTRL | Qt::Key_D, {}, [this] { emit compareAsked(); });
    add(tr("Rehearse the training"), Qt::CTRL | Qt::SHIFT | Qt::Key_R, {},
        [this] { emit startAsked(true); });
    add(tr("Start the training"), Qt::CTRL | Qt::Key_Return, {},
        [this] { emit startAsked(false); });
}

} // namespace unlit::ui
