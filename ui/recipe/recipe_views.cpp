#include "ui/recipe/recipe_views.h"

#include "ui/kit/text.h"
#include "ui/widgets/form_column.h"

#include <QVBoxLayout>

namespace unlit::ui {

RecipeViews::RecipeViews(RecipeDocument& document, const RecipeReading& reading, QWidget* parent)
    : QStackedWidget(parent), m_reading(reading) {
    addWidget(makeFormView());
    m_editor = new YamlEditor(document, this);
    addWidget(m_editor);
    connect(m_editor, &YamlEditor::undoAsked, &document.history(), &QUndoStack::undo);
    connect(m_editor, &YamlEditor::redoAsked, &document.history(), &QUndoStack::redo);
    connect(&reading, &RecipeReading::read, this, &RecipeViews::showState);
}

QWidget* RecipeViews::makeFormView() {
    auto* view = new QWidget(this);
    auto* column = new QVBoxLayout(view);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* waiting = new QHBoxLayout;
    waiting->setContentsMargins(12, 8, 12, 0);
    waiting->addWidget(makeWaiting(view));
    m_form = new RecipeForm(view);
    m_form->setTabBefore(*m_go);
    column->addLayout(waiting);
    column->addWidget(m_form, 1);
    return view;
}

QWidget* RecipeViews::makeWaiting(QWidget* parent) {
    m_waiting = new QFrame(parent);
    m_waiting->setObjectName(QStringLiteral("message"));
    m_waiting->setProperty("kind", QStringLiteral("bad"));
    m_why = makeLabel({}, "bad", m_waiting);
    m_why->setWordWrap(true);
    m_go = new QPushButton(tr("Go to the line"), m_waiting);
    m_go->setProperty("role", QStringLiteral("link"));
    connect(m_go, &QPushButton::clicked, this,
            [this] { emit brokenPlaceAsked(m_reading.last()->broken->mark); });
    auto* column = new QVBoxLayout(m_waiting);
    column->setContentsMargins(10, 8, 10, 4);
    column->setSpacing(2);
    column->addWidget(m_why);
    column->addWidget(m_go, 0, Qt::AlignLeft);
    m_waiting->hide();
    return m_waiting;
}

void RecipeViews::showState(const RecipeReader::State& state, bool isOther) {
    m_editor->setFindings(state->findings);
    setWaiting(state->broken.has_value());
    if (!state->broken)
        return m_form->show(state, isOther);
    const Diagnostic& why = *state->broken;
    m_why->setText(tr("The form waits for the text: %1")
                       .arg((why.mark.line > 0 ? tr("line %1: ").arg(why.mark.line) : QString()) +
                            toQString(why.message)));
}

/// Undo and the other keys of the editor are heard while something in it has the focus: a form
/// that is switched off hands it to its one button, and takes it back.
void RecipeViews::setWaiting(bool waits) {
    QWidget* const focused = window()->focusWidget();
    const bool isInForm =
        !showsText() && (focused == currentWidget() || m_form->isAncestorOf(focused));
    if (waits) {
        m_waiting->show();
        if (isInForm) {
            m_left = focused;
            m_go->setFocus(Qt::OtherFocusReason);
        }
        m_form->setEnabled(false);
    } else {
        m_form->setEnabled(true);
        if (focused == m_go && m_left != nullptr)
            m_left->setFocus(Qt::OtherFocusReason);
        m_waiting->hide();
    }
}

void RecipeViews::showText(bool isText) {
    const bool hasFocus = isAncestorOf(window()->focusWidget());
    setCurrentIndex(isText ? 1 : 0);
    if (!isText && hasFocus && !m_form->isEnabled())
        m_go->setFocus(Qt::OtherFocusReason);
    emit turned(isText);
}

} // namespace unlit::ui
