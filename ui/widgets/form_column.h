// A column of named settings: section headings, rows of label and control, hints under them.
#pragma once

#include "ui/widgets/wheel_guard.h"

#include <QGridLayout>
#include <QLabel>
#include <QWidget>

namespace unlit::ui {

/// Labels stand at the left in a column of one width, controls fill the rest.
class FormColumn : public QWidget {
    Q_OBJECT

public:
    explicit FormColumn(QWidget* parent = nullptr);

    void addSection(const QString& title);
    /// `toolTip` goes to label and control, units included. The label becomes the control's
    /// accessible name.
    void addRow(const QString& label, QWidget* control, const QString& toolTip);
    /// A control over the whole width.
    void addWide(QWidget* control);
    /// Small words under the last control. Takes its room even when empty, so that nothing jumps.
    QLabel* addHint(int lines = 1);
    /// Takes what height is left.
    void addStretch();

private:
    QGridLayout* m_grid;
    WheelGuard m_wheel;
    int m_row = 0;
};

/// A label with a role that the style sheet knows: "section", "label", "hint", "bad", "title", ….
/// Its text is shown as it is, whatever it looks like.
QLabel* makeLabel(const QString& text, const char* role, QWidget* parent = nullptr);

/// Changes the role of a label or button and has it drawn anew.
void setRole(QWidget* widget, const char* role);

/// Marks a field whose value cannot be used, or takes the mark away.
void setBadState(QWidget* field, bool isBad);

} // namespace unlit::ui
