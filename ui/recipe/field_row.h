// One setting in the form of a recipe: name, mark, editor, and under it what is wrong with it.
#pragma once

#include "ui/recipe/field_mark.h"
#include "ui/recipe/setting_editor.h"
#include "ui/widgets/cut_label.h"

#include <QLabel>
#include <QWidget>

#include <optional>

namespace unlit::ui {

class FieldRow : public QWidget {
    Q_OBJECT

public:
    FieldRow(const RecipeField& field, const std::filesystem::path& recipe,
             QWidget* parent = nullptr);

    const std::string& path() const { return m_field.path; }

    const RecipeField& field() const { return m_field; }

    /// A field of the same setting. `recipe` is the file that lines without another name are in.
    void show(const RecipeField& field, const std::filesystem::path& recipe);
    void showProblem(const std::optional<Diagnostic>& problem);

    bool hasProblem() const { return m_problem->isVisibleTo(this); }

    QString problemText() const { return m_problem->text(); }

    SettingEditor& editor() { return *m_editor; }

    FieldMark& mark() { return *m_mark; }

    /// Actions of the mark: take the line out, go to where the value comes from.
    QList<QAction*> makeActions(QObject* parent);

signals:
    void edited(const std::string& path, const unlit::config::Node& value);
    void cleared(const std::string& path);
    void placeAsked(const unlit::SourceMark& mark);

private:
    void showMark();
    QString help() const;

    RecipeField m_field;
    std::filesystem::path m_recipe;
    CutLabel* m_label;
    FieldMark* m_mark;
    SettingEditor* m_editor;
    QLabel* m_problem;
    SourceMark m_problemPlace;
};

} // namespace unlit::ui
