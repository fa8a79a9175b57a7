// What other programs do to the file of the recipe that is open.
#pragma once

#include "ui/recipe/recipe_document.h"
#include "ui/widgets/message_bar.h"

#include <QByteArray>
#include <QObject>

#include <optional>

namespace unlit::ui {

/// Looks when it is asked to, for editors replace files in ways that a watcher loses. What it finds
/// is said in the message. GUI thread. All that it is given outlives it.
class RecipeOutside : public QObject {
    Q_OBJECT

public:
    RecipeOutside(RecipeDocument& document, MessageBar& message);

    /// Takes a new text of the file over where nothing is unsaved; one that is gone makes the text
    /// unsaved. False: the file has another text that was not taken over, and the user has not said
    /// which of the two counts.
    bool look();

    /// Saving replaces nothing that the user knows nothing of.
    bool isKnown() const { return found() != Found::Another; }

    /// Takes the file's text over, whatever is unsaved; undo brings that back.
    MessageBar::Choice loadChoice();

signals:
    /// The file that is gone is to be written again.
    void saveAsked();
    void saveElsewhereAsked();

private:
    enum class Found { Same, Another, Gone };

    Found found() const;
    bool load();
    void keep();
    void sayAnother();
    void sayGone();
    void takeBackQuestion();

    RecipeDocument& m_document;
    MessageBar& m_message;
    int m_question = 0;               ///< number of the message that asks; 0 = none
    bool m_isGone = false;            ///< and that was said
    std::optional<QByteArray> m_kept; ///< what the file says and the user does not want
};

} // namespace unlit::ui
