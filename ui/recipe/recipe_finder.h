// Finds settings and places of the recipe, in the form and in the text.
#pragma once

#include "ui/recipe/recipe_document.h"
#include "ui/recipe/recipe_views.h"

#include <QLineEdit>
#include <QObject>

#include <filesystem>
#include <string>

namespace unlit::ui {

/// A line of words filters the form and finds places in the text. All that it is given outlives it.
/// GUI thread.
class RecipeFinder : public QObject {
    Q_OBJECT

public:
    RecipeFinder(QLineEdit& words, RecipeViews& views, const RecipeReading& reading,
                 const RecipeDocument& document);

    /// The line gets the keys.
    void focusLine();
    /// The next place in the text that has the words, or the one before; the form has no next.
    void findNext(bool isBackward);

    /// The setting that it is about, else the place in the text.
    void goTo(const Diagnostic& finding);
    /// Goes to the setting in the view on show; false where there is no such setting.
    bool goToKey(const std::string& key);
    void goToPlace(const SourceMark& place);

signals:
    /// The place is in the file of a base.
    void otherFileAsked(const std::filesystem::path& file);

private:
    void search(const QString& words);
    void turn(bool isText);
    bool goToField(const std::string& key);

    QLineEdit& m_words;
    RecipeViews& m_views;
    const RecipeReading& m_reading;
    const RecipeDocument& m_document;
};

} // namespace unlit::ui
