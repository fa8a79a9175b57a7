// A line of words that ends in … where its place is too small.
#pragma once

#include <QLabel>

namespace unlit::ui {

/// text() stays whole; a tool tip is the owner's. Takes what width it is given. GUI thread.
class CutLabel : public QLabel {
    Q_OBJECT

public:
    explicit CutLabel(QWidget* parent = nullptr);

    /// What is on show: the text, or as much of it as there is room for.
    QString shown() const;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// With a role that the style sheet knows, as makeLabel() has it.
CutLabel* makeCutLabel(const char* role, QWidget* parent = nullptr);

} // namespace unlit::ui
