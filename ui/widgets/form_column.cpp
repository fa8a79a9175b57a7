#include "ui/widgets/form_column.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QStyle>
#include <QVariant>

namespace unlit::ui {

namespace {

constexpr int kLabelWidthPx = 104;
constexpr int kSectionGap = 6;

} // namespace

FormColumn::FormColumn(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    setObjectName(QStringLiteral("panelContent"));
    m_grid->setContentsMargins(14, 12, 14, 12);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnMinimumWidth(0, kLabelWidthPx);
    m_grid->setColumnStretch(1, 1);
}

void FormColumn::addSection(const QString& title) {
    if (m_row > 0)
        m_grid->setRowMinimumHeight(m_row++, kSectionGap);
    m_grid->addWidget(makeLabel(title, "section", this), m_row++, 0, 1, 2);
}

void FormColumn::addRow(const QString& label, QWidget* control, const QString& toolTip) {
    QLabel* name = makeLabel(label, "label", this);
    name->setToolTip(toolTip);
    name->setBuddy(control);
    control->setToolTip(toolTip);
    control->setAccessibleName(label);
    control->setAccessibleDescription(toolTip);
    control->setMinimumWidth(0);
    if (qobject_cast<QAbstractSpinBox*>(control) != nullptr ||
        qobject_cast<QComboBox*>(control) != nullptr) {
        control->setFocusPolicy(Qt::StrongFocus);
        control->installEventFilter(this);
    }
    m_grid->addWidget(name, m_row, 0);
    m_grid->addWidget(control, m_row++, 1);
}

void FormColumn::addWide(QWidget* control) {
    m_grid->addWidget(control, m_row++, 0, 1, 2);
}

bool FormColumn::eventFilter(QObject* watched, QEvent* event) {
    // Turning the wheel to scroll the column must not change values that pass under the pointer.
    if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

QLabel* FormColumn::addHint(int lines) {
    QLabel* hint = makeLabel({}, "hint", this);
    hint->setWordWrap(true);
    hint->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    hint->setMinimumHeight(15 * lines);
    m_grid->addWidget(hint, m_row++, 1);
    return hint;
}

void FormColumn::addStretch() {
    m_grid->setRowStretch(m_row++, 1);
}

QLabel* makeLabel(const QString& text, const char* role, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("role", QString::fromLatin1(role));
    return label;
}

void setRole(QWidget* widget, const char* role) {
    const QString name = QString::fromLatin1(role);
    if (widget->property("role").toString() == name)
        return;
    widget->setProperty("role", name);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace unlit::ui
