#include "ui/widgets/offer_box.h"

#include <QCompleter>
#include <QLineEdit>
#include <QSignalBlocker>

namespace unlit::ui {

namespace {

constexpr int kFewestLetters = 8;
constexpr int kMostOffers = 16; // at once; more are scrolled

} // namespace

OfferBox::OfferBox(QWidget* parent) : QComboBox(parent) {
    setEditable(true);
    setUp();
}

OfferBox::OfferBox(QLineEdit* line, QWidget* parent) : QComboBox(parent) {
    setEditable(true);
    setLineEdit(line);
    // The line may be older than the box: Qt's chain of Tab wants the two together, in this order.
    line->setFocusProxy(nullptr);
    setTabOrder(this, line);
    line->setFocusProxy(this);
    setUp();
}

void OfferBox::setUp() {
    setInsertPolicy(QComboBox::NoInsert);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(kFewestLetters);
    setMaxVisibleItems(kMostOffers);
    setAcceptDrops(false);
    lineEdit()->setAcceptDrops(false);
    auto* completer = new QCompleter(model(), this);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    setCompleter(completer);
}

void OfferBox::offer(const QStringList& texts) {
    QStringList before;
    for (int i = 0; i < count(); ++i)
        before += itemText(i);
    if (before == texts)
        return; // an open list stays
    const QSignalBlocker quiet(this);
    const QSignalBlocker alsoQuiet(lineEdit());
    const QString typed = currentText();
    const int cursor = lineEdit()->cursorPosition();
    clear();
    addItems(texts);
    setEditText(typed);
    lineEdit()->setCursorPosition(cursor);
}

} // namespace unlit::ui
