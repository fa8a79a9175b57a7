#include "ui/train/value_menu.h"

#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QWidgetAction>

namespace unlit::ui {

ValueMenu::ValueMenu(const QString& question, const QString& button, QWidget* parent)
    : QMenu(parent), m_field(new QLineEdit), m_fact(makeLabel({}, "label")),
      m_problem(makeLabel({}, "bad")) {
    auto* content = new QWidget(this);
    auto* accept = new QPushButton(button, content);
    accept->setProperty("role", QStringLiteral("primary"));
    m_field->setAccessibleName(question);
    m_field->setFixedWidth(130);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_fact->hide();
    auto* row = new QHBoxLayout;
    row->addWidget(m_field);
    row->addWidget(accept);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(12, 10, 12, 10);
    m_column->setSpacing(6);
    m_column->addWidget(makeLabel(question, "label", content));
    m_column->addLayout(row);
    m_column->addWidget(m_fact);
    m_column->addWidget(m_problem);
    auto* action = new QWidgetAction(this);
    action->setDefaultWidget(content);
    addAction(action);
    connect(accept, &QPushButton::clicked, this, &ValueMenu::answer);
    connect(m_field, &QLineEdit::returnPressed, this, &ValueMenu::answer);
}

void ValueMenu::addBelow(QWidget* widget) {
    m_column->insertWidget(m_column->count() - 1, widget);
}

void ValueMenu::setFact(const QString& fact) {
    m_fact->setText(fact);
    m_fact->setVisible(!fact.isEmpty());
    adjustSize();
}

void ValueMenu::ask(const QPoint& place, const QString& text, Take take) {
    m_take = std::move(take);
    m_problem->hide();
    m_field->setText(text);
    popup(place);
    m_field->setFocus();
    m_field->selectAll();
}

void ValueMenu::answer() {
    const QString problem = m_take(m_field->text().trimmed());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    if (problem.isEmpty())
        hide();
    else
        adjustSize();
}

} // namespace unlit::ui
