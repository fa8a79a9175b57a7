// What can be done with a recipe, by name and key: its menu, its tools and the command palette read
// this.
#pragma once

#include "ui/recipe/recipe_chooser.h"
#include "ui/recipe/recipe_document.h"
#include "ui/recipe/recipe_files.h"
#include "ui/recipe/recipe_finder.h"
#include "ui/recipe/recipe_views.h"

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>

#include <functional>

namespace unlit::ui {

/// The parts that do what is asked for. The panel owns them, and they outlive the actions.
struct RecipeDuties {
    RecipeDocument& document;
    RecipeFiles& files;
    RecipeFinder& finder;
    RecipeViews& views;
};

/// Actions belong to the panel. GUI thread.
class RecipeActions : public QObject {
    Q_OBJECT

public:
    RecipeActions(QWidget& panel, const RecipeDuties& duties, RecipeChooser& chooser);

    const QList<QAction*>& all() const { return m_all; }

signals:
    void compareAsked();
    void startAsked(bool isRehearsal);

private:
    QAction* add(const QString& text, const QKeySequence& key, const QString& icon,
                 const std::function<void()>& act);
    void addHistory();
    QList<QAction*> addFiles();
    void addViews();
    void addStarts();

    QWidget& m_panel;
    RecipeDuties m_do;
    QList<QAction*> m_all;
};

} // namespace unlit::ui
