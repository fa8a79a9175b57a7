#include "ui/recipe/recipe_reading.h"

#include "ui/kit/text.h"

namespace unlit::ui {

RecipeReading::RecipeReading(RecipeDocument& document) : m_document(document) {
    connect(&document, &RecipeDocument::opened, this, [this] {
        m_isOther = true;
        begin();
    });
    connect(&document, &RecipeDocument::spliced, this, &RecipeReading::begin);
    connect(&m_reader, &RecipeReader::done, this, &RecipeReading::take);
    connect(&m_estimator, &RecipeEstimator::done, this, &RecipeReading::estimated);
}

bool RecipeReading::isOfNow(const State& state) const {
    return state != nullptr && state->revision == m_document.revision() &&
           state->shownAs == m_document.shownAs();
}

RecipeReading::State RecipeReading::now() const {
    return isOfNow(m_state) ? m_state : nullptr;
}

void RecipeReading::begin() {
    m_reader.read(m_document.utf8(), m_document.shownAs(), m_document.revision());
    m_estimator.cancel();
}

void RecipeReading::finish() {
    if (now() == nullptr)
        take(readRecipeState(m_document.utf8(), m_document.shownAs(), m_document.revision()));
}

void RecipeReading::take(const State& state) {
    if (!isOfNow(state))
        return; // a newer one is under way
    m_state = state;
    emit read(state, m_isOther);
    m_isOther = m_isOther && state->broken;
    if (state->isUsable())
        m_estimator.estimate(state->loaded.config, state->shownAs);
}

QString RecipeReading::whyNot() const {
    if (m_state == nullptr)
        return tr("The recipe is being read.");
    for (const Diagnostic& finding : m_state->findings)
        if (finding.severity == Diagnostic::Severity::Error)
            return sentence(finding.message);
    return {};
}

} // namespace unlit::ui
