// What the recipe editor is put together from.
#include "ui/recipe/recipe_panel.h"
#include "ui/theme/icon.h"
#include "ui/widgets/form_column.h"
#include "ui/widgets/hairline.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kLeastWidthPx = 320;

} // namespace

RecipePanel::RecipePanel(QWidget* parent) : QFrame(parent) {
    setObjectName(QStringLiteral("panel"));
    setMinimumWidth(kLeastWidthPx);
    setFocusPolicy(Qt::NoFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_message = new MessageBar(this);
    m_findings = new FindingsList(this);
    m_estimate = makeLabel({}, "hint", this);
    m_estimate->setWordWrap(true);
    m_estimate->setMinimumHeight(44);
    m_estimate->setContentsMargins(14, 6, 14, 6);
    auto* message = new QHBoxLayout;
    message->setContentsMargins(12, 0, 12, 8);
    message->addWidget(m_message);
    column->addWidget(makeTop());
    makeActions();
    column->addWidget(makeTools());
    column->addWidget(makeHairline(this));
    column->addWidget(makeViews(), 1);
    column->addWidget(m_findings);
    column->addWidget(makeHairline(this));
    column->addLayout(message);
    column->addWidget(m_estimate);
    column->addWidget(makeFooter());
    m_askUnsaved = [this] {
        QMessageBox question(QMessageBox::Question, tr("Unsaved recipe"), {},
                             QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
        question.setTextFormat(Qt::PlainText); // a recipe may have any name
        question.setText(tr("%1 has changes that are not saved.").arg(m_document.name()));
        question.setDefaultButton(QMessageBox::Save);
        const int answer = question.exec();
        return answer == QMessageBox::Save      ? Unsaved::Save
               : answer == QMessageBox::Discard ? Unsaved::Discard
                                                : Unsaved::Stay;
    };
    connectParts();
    openNew();
}

/// Views show the document, which goes before what only the base class would delete.
RecipePanel::~RecipePanel() {
    delete m_views;
}

QWidget* RecipePanel::makeTop() {
    auto* top = new QFrame(this);
    m_chooser = new RecipeChooser(top);
    m_switch = new SegmentedControl(top);
    m_switch->setItems({tr("Form"), tr("YAML")}, {tr("Settings as a form (Ctrl+Shift+Y)"),
                                                  tr("Settings as text (Ctrl+Shift+Y)")});
    m_switch->setAccessibleName(tr("View of the recipe"));
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(12, 8, 12, 4);
    row->setSpacing(8);
    row->addWidget(m_chooser, 1);
    row->addWidget(m_switch);
    connect(m_switch, &SegmentedControl::chosen, this, [this](int index) { showText(index == 1); });
    connect(m_chooser, &RecipeChooser::opened, this, &RecipePanel::openRecipe);
    connect(m_chooser, &RecipeChooser::browseRunAsked, this, &RecipePanel::browseRun);
    return top;
}

QWidget* RecipePanel::makeTools() {
    auto* tools = new QFrame(this);
    m_search = new QLineEdit(tools);
    m_search->setPlaceholderText(tr("Find a setting"));
    m_search->setAccessibleName(tr("Find"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(themedIcon(QStringLiteral("search")), QLineEdit::LeadingPosition);
    connect(m_search, &QLineEdit::textChanged, this, &RecipePanel::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] { searchAgain(false); });
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(12, 4, 12, 8);
    row->setSpacing(4);
    row->addWidget(m_search, 1);
    for (QAction* action : m_actions) {
        if (action->icon().isNull())
            continue;
        auto* button = new QToolButton(tools);
        button->setObjectName(QStringLiteral("iconButton"));
        button->setDefaultAction(action);
        button->setIconSize(QSize(16, 16));
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    return tools;
}

QWidget* RecipePanel::makeWaiting() {
    m_waiting = new QFrame(this);
    m_waiting->setObjectName(QStringLiteral("message"));
    m_waiting->setProperty("kind", QStringLiteral("bad"));
    m_waitingText = makeLabel({}, "bad", m_waiting);
    m_waitingText->setWordWrap(true);
    auto* go = new QPushButton(tr("Go to the line"), m_waiting);
    go->setProperty("role", QStringLiteral("link"));
    connect(go, &QPushButton::clicked, this, [this] { goToPlace(m_state->broken->mark); });
    auto* column = new QVBoxLayout(m_waiting);
    column->setContentsMargins(10, 8, 10, 4);
    column->setSpacing(2);
    column->addWidget(m_waitingText);
    column->addWidget(go, 0, Qt::AlignLeft);
    m_waiting->hide();
    return m_waiting;
}

QWidget* RecipePanel::makeViews() {
    m_views = new QStackedWidget(this);
    auto* formView = new QWidget(m_views);
    auto* column = new QVBoxLayout(formView);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* waiting = new QHBoxLayout;
    waiting->setContentsMargins(12, 8, 12, 0);
    waiting->addWidget(makeWaiting());
    m_form = new RecipeForm(formView);
    column->addLayout(waiting);
    column->addWidget(m_form, 1);
    m_editor = new YamlEditor(m_document, m_views);
    m_views->addWidget(formView);
    m_views->addWidget(m_editor);
    return m_views;
}

QWidget* RecipePanel::makeFooter() {
    auto* footer = new QFrame(this);
    footer->setObjectName(QStringLiteral("panelFooter"));
    footer->setFixedHeight(54);
    m_rehearse = new QPushButton(tr("Rehearse"), footer);
    m_compare = new QPushButton(tr("Compare…"), footer);
    m_compare->setToolTip(tr("Where the settings of another recipe or of a run differ"));
    m_start = new QPushButton(tr("Start"), footer);
    m_start->setProperty("role", QStringLiteral("primary"));
    // A click leaves the focus where it is: a button that is then switched off would hand it on.
    for (QPushButton* button : {m_rehearse, m_compare, m_start})
        button->setFocusPolicy(Qt::TabFocus);
    connect(m_rehearse, &QPushButton::clicked, this, [this] { wantStart(true); });
    connect(m_compare, &QPushButton::clicked, this, &RecipePanel::openCompare);
    connect(m_start, &QPushButton::clicked, this, [this] { wantStart(false); });
    auto* row = new QHBoxLayout(footer);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(m_rehearse);
    row->addWidget(m_compare);
    row->addStretch(1);
    row->addWidget(m_start);
    return footer;
}

QAction* RecipePanel::addAction(const QString& text, const QKeySequence& key, const QString& icon,
                                const std::function<void()>& act) {
    auto* action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    if (!icon.isEmpty())
        action->setIcon(themedIcon(icon));
    connect(action, &QAction::triggered, this, act);
    QWidget::addAction(action);
    m_actions += action;
    return action;
}

void RecipePanel::makeActions() {
    QUndoStack& history = m_document.history();
    QAction* undo = addAction(tr("Undo"), QKeySequence::Undo, QStringLiteral("undo"),
                              [&history] { history.undo(); });
    QAction* redo = addAction(tr("Redo"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z, QStringLiteral("redo"),
                              [&history] { history.redo(); });
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(&history, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(&history, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(&history, &QUndoStack::undoTextChanged, undo, [undo](const QString& what) {
        undo->setToolTip(what.isEmpty() ? tr("Undo (Ctrl+Z)") : tr("Undo: %1 (Ctrl+Z)").arg(what));
    });
    connect(&history, &QUndoStack::redoTextChanged, redo, [redo](const QString& what) {
        redo->setToolTip(what.isEmpty() ? tr("Redo (Ctrl+Shift+Z)")
                                        : tr("Redo: %1 (Ctrl+Shift+Z)").arg(what));
    });
    QList<QAction*> menu;
    menu += addAction(tr("Save recipe"), QKeySequence::Save, QStringLiteral("save"),
                      [this] { save(); });
    menu.last()->setToolTip(tr("Save (Ctrl+S)"));
    menu.prepend(addAction(tr("Open a recipe…"), QKeySequence::Open, {}, [this] { browse(); }));
    menu.prepend(addAction(tr("New recipe"), QKeySequence::New, {}, [this] { openNew(); }));
    menu += addAction(tr("Save recipe as…"), Qt::CTRL | Qt::SHIFT | Qt::Key_S, {},
                      [this] { saveAs(); });
    m_chooser->setActions(menu);
    addAction(tr("Find a setting"), QKeySequence::Find, {}, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    addAction(tr("Find the next place"), Qt::Key_F3, {}, [this] { searchAgain(false); });
    addAction(tr("Find the place before"), Qt::SHIFT | Qt::Key_F3, {},
              [this] { searchAgain(true); });
    addAction(tr("Recipe as a form or as YAML"), Qt::CTRL | Qt::SHIFT | Qt::Key_Y, {},
              [this] { showText(!showsText()); });
    addAction(tr("Compare the recipe…"), Qt::CTRL | Qt::Key_D, {}, [this] { openCompare(); });
    addAction(tr("Rehearse the training"), Qt::CTRL | Qt::SHIFT | Qt::Key_R, {},
              [this] { wantStart(true); });
    addAction(tr("Start the training"), Qt::CTRL | Qt::Key_Return, {},
              [this] { wantStart(false); });
}

} // namespace unlit::ui
