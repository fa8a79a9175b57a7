#include "ui/recipe/form_edits.h"

#include "core/base/error.h"
#include "core/config/recipe_edit.h"
#include "core/config/yaml/document.h"
#include "ui/kit/text.h"
#include "ui/recipe/recipe_layout.h"

namespace unlit::ui {

FormEdits::FormEdits(const RecipeForm& form, RecipeDocument& document, RecipeReading& reading,
                     MessageBar& message)
    : m_document(document), m_reading(reading), m_message(message) {
    connect(&form, &RecipeForm::edited, this,
            [this](const std::string& path, const config::Node& value) {
                edit(tr("Change of %1").arg(recipeLabel(path)), toQString("set " + path),
                     [&](const std::string& yaml, const config::Node& merged) {
                         return config::withSetting(yaml, merged, path, value);
                     });
            });
    connect(&form, &RecipeForm::cleared, this, [this](const std::string& path) {
        edit(tr("Reset of %1").arg(recipeLabel(path)), {},
             [&](const std::string& yaml, const config::Node&) {
                 return config::withoutSetting(yaml, path);
             });
    });
    connect(&form, &RecipeForm::elementAdded, this, [this](const std::string& list) {
        edit(tr("Another set"), {}, [&](const std::string& yaml, const config::Node& merged) {
            return config::withListElement(yaml, merged, list,
                                           RecipeSchema::newElement(*m_reading.last(), list));
        });
    });
    connect(&form, &RecipeForm::elementRemoved, this,
            [this](const std::string& list, std::size_t index) {
                edit(tr("A set taken out"), {},
                     [&](const std::string& yaml, const config::Node& merged) {
                         return config::withoutListElement(yaml, merged, list, index);
                     });
            });
}

/// What bases say is read anew where the text has changed since it was read.
void FormEdits::edit(const QString& what, const QString& mergeKey, const Change& change) {
    const std::string yaml = m_document.utf8();
    try {
        std::vector<Diagnostic> told;
        const RecipeReading::State state = m_reading.now();
        const config::Node merged =
            state != nullptr ? state->loaded.document
                             : config::loadDocumentText(yaml, m_document.shownAs(), told);
        m_document.setText(toQString(change(yaml, merged)), what, mergeKey);
        m_message.hide();
    } catch (const Error& error) {
        m_message.say(MessageBar::Kind::Bad, sentence(error.what()), sentence(error.hint()), {});
        m_reading.begin(); // the form shows what the text says
    }
}

} // namespace unlit::ui
