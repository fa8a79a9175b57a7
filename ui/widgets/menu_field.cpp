#include "ui/widgets/menu_field.h"

#include <algorithm>

namespace unlit::ui {

namespace {

constexpr int kArrowPx = 34;
constexpr int kLeastTextPx = 60;
/// Qt leaves the padding out of buttons with a menu whose arrow is styled.
constexpr QChar kPadding(0x2002);

} // namespace

MenuField::MenuField(QWidget* parent) : QPushButton(parent), m_menu(new QMenu(this)) {
    setObjectName(QStringLiteral("menuField"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setMenu(m_menu);
}

void MenuField::showText(const QString& text, const QString& mark) {
    m_text = text;
    m_mark = mark;
    elide();
}

void MenuField::elide() {
    const int room = width() - kArrowPx - fontMetrics().horizontalAdvance(m_mark);
    QString text = fontMetrics().elidedText(m_text, Qt::ElideMiddle, std::max(kLeastTextPx, room));
    setText(kPadding + text.replace(u'&', QStringLiteral("&&")) + m_mark);
}

void MenuField::resizeEvent(QResizeEvent* event) {
    QPushButton::resizeEvent(event);
    elide();
}

} // namespace unlit::ui
