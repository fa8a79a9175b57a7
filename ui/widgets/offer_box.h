// A field that is typed in, and offers what could stand there.
#pragma once

#include <QComboBox>
#include <QStringList>

namespace unlit::ui {

/// What was typed stays whatever is offered. Typing narrows the list to what holds the letters;
/// nothing is completed unasked.
class OfferBox : public QComboBox {
    Q_OBJECT

public:
    explicit OfferBox(QWidget* parent = nullptr);
    /// With a line of the caller's, which becomes the box's own.
    OfferBox(QLineEdit* line, QWidget* parent);

    void offer(const QStringList& texts);

private:
    void setUp();
};

} // namespace unlit::ui
