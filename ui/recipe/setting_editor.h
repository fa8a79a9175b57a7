// What edits one setting of a recipe: a control for each kind of setting.
#pragma once

#include "ui/recipe/path_picker.h"
#include "ui/recipe/recipe_fields.h"

#include <QList>
#include <QWidget>

namespace unlit::ui {

/// Shows a field and says what the user makes of it. Showing never emits.
class SettingEditor : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// A field of the same setting.
    virtual void show(const RecipeField& field) = 0;
    virtual void setBad(bool isBad) = 0;
    /// Takes the focus, names and help.
    virtual QWidget* control() = 0;

    /// What Tab goes through, in this order.
    virtual QList<QWidget*> controls() { return {control()}; }

    /// Several lines, one below the other: its label stands beside the first.
    virtual bool isTall() const { return false; }

    /// What asks for files and folders; outlives the editor.
    virtual void setPicker(PathPicker*) {}

signals:
    void edited(const unlit::config::Node& value);
    /// The recipe is to say nothing about it any more.
    void cleared();
};

/// `parent` owns it.
SettingEditor* makeSettingEditor(const RecipeField& field, QWidget* parent);

} // namespace unlit::ui
