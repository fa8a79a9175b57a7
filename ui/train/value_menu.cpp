#include "ui/train/value_menu.h"

#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPushButton>

namespace unlit::ui {

namespace {

constexpr int kMenuWidthPx = 404;

} // namespace

ValueMenu::ValueMenu(const QString& question, const QString& button, QWidget* parent)
    : QMenu(parent), m_content(new QWidget(this)), m_action(new QWidgetAction(this)),
      m_field(new QLineEdit), m_fact(makeLabel({}, "label")), m_problem(makeLabel({}, "bad")) {
    m_content->setFixedWidth(kMenuWidthPx); // words that come later make it higher, never wider
    auto* accept = new QPushButton(button, m_content);
    accept->setProperty("role", QStringLiteral("primary"));
    m_field->setAccessibleName(question);
    m_field->setFixedWidth(130);
    m_problem->setWordWrap(true);
    m_fact->setWordWrap(true);
    m_problem->hide();
    m_fact->hide();
    auto* row = new QHBoxLayout;
    row->addWidget(m_field);
    row->addWidget(accept);
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(12, 10, 12, 10);
    m_column->setSpacing(6);
    m_column->addWidget(makeLabel(question, "label", m_content));
    m_column->addLayout(row);
    m_column->addWidget(m_fact);
    m_column->addWidget(m_problem);
    m_action->setDefaultWidget(m_content);
    addAction(m_action);
    connect(accept, &QPushButton::clicked, this, &ValueMenu::answer);
    connect(m_field, &QLineEdit::returnPressed, this, &ValueMenu::answer);
}

void ValueMenu::addBelow(QWidget* widget) {
    m_column->insertWidget(m_column->count() - 1, widget);
}

void ValueMenu::setFact(const QString& fact) {
    m_fact->setText(fact);
    m_fact->setVisible(!fact.isEmpty());
    fit();
}

/// A menu keeps the height that an entry had, until the entry says that it has changed.
void ValueMenu::fit() {
    const int height = m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(kMenuWidthPx)
                                                     : m_column->totalSizeHint().height();
    m_content->setFixedHeight(height);
    m_action->setText(QString::number(height)); // nobody sees it
}

void ValueMenu::ask(const QPoint& place, const QString& text, Take take) {
    m_take = std::move(take);
    m_problem->hide();
    m_field->setText(text);
    fit();
    popup(place);
    m_field->setFocus();
    m_field->selectAll();
}

/// Enter is the field's. It comes on from there, and a menu would take the entry that the pointer
/// lies on, which closes it over whatever is still to be said.
void ValueMenu::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        QMenu::keyPressEvent(event);
}

void ValueMenu::answer() {
    const QString problem = m_take(m_field->text().trimmed());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    if (problem.isEmpty())
        hide();
    else
        fit();
}

} // namespace unlit::ui
