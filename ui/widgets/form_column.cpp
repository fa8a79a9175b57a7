#include "ui/widgets/form_column.h"

#include <QAbstractSpinBox>
#include <QComboBox>
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
        qobject_cast<QComboBox*>(control) != nullptr)
        m_wheel.watch(control);
    m_grid->addWidget(name, m_row, 0);
    m_grid->addWidget(control, m_row++, 1);
}

void FormColumn::addWide(QWidget* control) {
    m_grid->addWidget(control, m_row++, 0, 1, 2);
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
    auto* label = new QLabel(parent);
    // Names, metadata and errors stand in labels: Qt would take some of them for HTML, and read the
    // files that it names. Before the text, which is laid out at once.
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setProperty("role", QString::fromLatin1(role));
    return label;
}

namespace {

void setStyleProperty(QWidget* widget, const char* name, const QString& value) {
    if (widget->property(name).toString() == value)
        return;
    widget->setProperty(name, value);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace

void setRole(QWidget* widget, const char* role) {
    setStyleProperty(widget, "role", QString::fromLatin1(role));
}

void setBadState(QWidget* field, bool isBad) {
    setStyleProperty(field, "state", isBad ? QStringLiteral("bad") : QString());
}

} // namespace unlit::ui
