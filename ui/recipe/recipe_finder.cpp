#include "ui/recipe/recipe_finder.h"

#include <QTextCursor>

#include <algorithm>

namespace unlit::ui {

RecipeFinder::RecipeFinder(QLineEdit& words, RecipeViews& views, const RecipeReading& reading,
                           const RecipeDocument& document)
    : m_words(words), m_views(views), m_reading(reading), m_document(document) {
    connect(&words, &QLineEdit::textChanged, this, &RecipeFinder::search);
    connect(&words, &QLineEdit::returnPressed, this, [this] { findNext(false); });
    connect(&views, &RecipeViews::turned, this, &RecipeFinder::turn);
    connect(&views, &RecipeViews::brokenPlaceAsked, this, &RecipeFinder::goToPlace);
    connect(&views.form(), &RecipeForm::placeAsked, this, &RecipeFinder::goToPlace);
    words.setPlaceholderText(tr("Find a setting"));
}

void RecipeFinder::turn(bool isText) {
    m_words.setPlaceholderText(isText ? tr("Find in the text") : tr("Find a setting"));
    if (!isText)
        m_views.form().setFilter(m_words.text());
}

void RecipeFinder::focusLine() {
    m_words.setFocus(Qt::ShortcutFocusReason);
    m_words.selectAll();
}

void RecipeFinder::search(const QString& words) {
    if (!m_views.showsText())
        return m_views.form().setFilter(words);
    YamlEditor& editor = m_views.editor();
    QTextCursor cursor = editor.textCursor();
    cursor.setPosition(cursor.selectionStart());
    editor.setTextCursor(cursor);
    findNext(false);
}

void RecipeFinder::findNext(bool isBackward) {
    const QString words = m_words.text();
    const bool isMissing =
        m_views.showsText() && !words.isEmpty() && !m_views.editor().find(words, isBackward);
    m_words.setToolTip(isMissing ? tr("The text has no such words") : QString());
}

void RecipeFinder::goTo(const Diagnostic& finding) {
    if (m_views.showsText() || finding.key.empty() || !goToField(finding.key))
        goToPlace(finding.mark);
}

bool RecipeFinder::goToKey(const std::string& key) {
    if (!m_views.showsText())
        return goToField(key);
    const config::Node* node =
        m_reading.last() == nullptr ? nullptr : m_reading.last()->own.at(key);
    if (node == nullptr)
        return false;
    m_views.editor().goTo(node->mark.line, node->mark.column);
    return true;
}

bool RecipeFinder::goToField(const std::string& key) {
    for (std::string path = key; !path.empty();) { // "a.b.c" may be a part of a map at "a.b"
        if (m_views.form().focusField(path)) {
            m_words.clear();
            return true;
        }
        const std::size_t dot = path.rfind('.');
        path = dot == std::string::npos ? std::string() : path.substr(0, dot);
    }
    return false;
}

void RecipeFinder::goToPlace(const SourceMark& place) {
    if (place.file != m_document.shownAs() && place.line > 0) {
        emit otherFileAsked(place.file);
        return;
    }
    m_views.showText(true);
    m_views.editor().goTo(std::max(1, place.line), std::max(1, place.column));
}

} // namespace unlit::ui
