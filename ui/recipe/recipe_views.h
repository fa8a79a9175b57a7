// The two views of a recipe: a form, and the text.
#pragma once

#include "ui/recipe/recipe_form.h"
#include "ui/recipe/recipe_reading.h"
#include "ui/recipe/yaml_editor.h"

#include <QFrame>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>

namespace unlit::ui {

/// One document is in both; it outlives them. GUI thread.
class RecipeViews : public QStackedWidget {
    Q_OBJECT

public:
    RecipeViews(RecipeDocument& document, const RecipeReading& reading, QWidget* parent);

    RecipeForm& form() { return *m_form; }

    YamlEditor& editor() { return *m_editor; }

    /// In the order of Tab; the rows of the form follow the first.
    QList<QWidget*> tabStops() const { return {m_go, m_editor}; }

    void showText(bool isText);

    bool showsText() const { return currentIndex() == 1; }

signals:
    /// One of the two is on show, maybe the same as before.
    void turned(bool isText);
    /// The form waits for this place of the text to be mended.
    void brokenPlaceAsked(const unlit::SourceMark& place);

private:
    QWidget* makeFormView();
    QWidget* makeWaiting(QWidget* parent);
    void showState(const RecipeReader::State& state, bool isOther);
    void setWaiting(bool waits);

    const RecipeReading& m_reading;
    QFrame* m_waiting = nullptr;
    QLabel* m_why = nullptr;
    QPushButton* m_go = nullptr;
    QPointer<QWidget> m_left; ///< had the focus when the form was switched off
    RecipeForm* m_form = nullptr;
    YamlEditor* m_editor = nullptr;
};

} // namespace unlit::ui
