// Writes what is changed in the form into the text of the recipe.
#pragma once

#include "ui/recipe/recipe_document.h"
#include "ui/recipe/recipe_form.h"
#include "ui/recipe/recipe_reading.h"
#include "ui/widgets/message_bar.h"

#include <QObject>

#include <functional>
#include <string>

namespace unlit::ui {

/// A change is one step of the document's history; what stands around it in the text stays as it
/// is. GUI thread. All that it is given outlives it.
class FormEdits : public QObject {
    Q_OBJECT

public:
    FormEdits(const RecipeForm& form, RecipeDocument& document, RecipeReading& reading,
              MessageBar& message);

private:
    using Change = std::function<std::string(const std::string& yaml, const config::Node& merged)>;

    void edit(const QString& what, const QString& mergeKey, const Change& change);

    RecipeDocument& m_document;
    RecipeReading& m_reading;
    MessageBar& m_message;
};

} // namespace unlit::ui
