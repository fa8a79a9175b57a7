// Words that are cut with … where their place is too small.
#pragma once

#include <QLabel>

namespace unlit::ui {

/// One line; with word wrap several, and words are cut that are longer than a line. text() stays
/// whole; a tool tip is the owner's. Takes what width it is given. GUI thread.
class CutLabel : public QLabel {
    Q_OBJECT

public:
    explicit CutLabel(QWidget* parent = nullptr);

    /// Where the dots stand; at the end unless told.
    void setCut(Qt::TextElideMode cut);

    /// What is on show: the text, or as much of it as there is room for.
    QString shown() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_cut = Qt::ElideRight;
};

/// With a role that the style sheet knows, as makeLabel() has it.
CutLabel* makeCutLabel(const char* role, QWidget* parent = nullptr);

} // namespace unlit::ui
