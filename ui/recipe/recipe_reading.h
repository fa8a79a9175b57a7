// What the text of the recipe means as it is now, and what a training with it will need.
#pragma once

#include "ui/recipe/recipe_document.h"
#include "ui/recipe/recipe_estimator.h"
#include "ui/recipe/recipe_state.h"

#include <QObject>
#include <QString>

namespace unlit::ui {

/// Follows the document, which outlives it. GUI thread.
class RecipeReading : public QObject {
    Q_OBJECT

public:
    using State = RecipeReader::State;

    explicit RecipeReading(RecipeDocument& document);

    /// Of the text as it is now; null while it is being read.
    State now() const;

    /// The last one that was read; null before the first.
    const State& last() const { return m_state; }

    /// Text and estimate are as the text is now.
    bool isSettled() const { return now() != nullptr && !m_estimator.isAsked(); }

    /// Why no training can begin with what was read last; empty = one can.
    QString whyNot() const;

    /// Once more: its bases or its name may be others.
    void begin();
    /// Waits for it.
    void finish();

signals:
    /// `isOther`: the first of another recipe.
    void read(const unlit::ui::RecipeReader::State& state, bool isOther);
    /// Of a usable recipe.
    void estimated(const unlit::RunEstimate& estimate);

private:
    bool isOfNow(const State& state) const;
    void take(const State& state);

    RecipeDocument& m_document;
    RecipeReader m_reader;
    RecipeEstimator m_estimator;
    State m_state;
    bool m_isOther = true; ///< the next state is of another recipe
};

} // namespace unlit::ui
