// Trainings of the recipe over values of its settings, in a dialog of their own.
#pragma once

#include "ui/recipe/recipe_document.h"
#include "ui/train/sweep_dialog.h"

#include <QObject>

#include <filesystem>

namespace unlit::ui {

/// GUI thread. Window and recipe outlive it.
class RecipeSweep : public QObject {
    Q_OBJECT

public:
    RecipeSweep(QWidget& window, const RecipeDocument& recipe)
        : m_window(window), m_recipe(recipe) {}

    /// The recipe as it stands; or how far the trainings are that go.
    void open();
    /// How far the sweep in this folder is.
    void show(const std::filesystem::path& sweep);

    /// The folder of the newest one; empty = none.
    const std::filesystem::path& last() const { return m_last; }

    void setLast(const std::filesystem::path& sweep) { m_last = sweep; }

    /// Made when it is wanted.
    SweepDialog& dialog();

signals:
    /// Runs of a sweep come up in this folder; and they are to be shown.
    void started(const std::filesystem::path& sweep);
    void runsAsked(const std::filesystem::path& sweep);

private:
    QWidget& m_window;
    const RecipeDocument& m_recipe;
    SweepDialog* m_dialog = nullptr; ///< the window's
    std::filesystem::path m_last;
};

} // namespace unlit::ui
