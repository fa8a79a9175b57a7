#include "ui/widgets/notice_card.h"

#include "ui/theme/icon.h"
#include "ui/theme/theme.h"
#include "ui/widgets/form_column.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace unlit::ui {

NoticeCard::NoticeCard(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_title(makeLabel({}, "title", this)),
      m_text(makeLabel({}, "lead", this)), m_button(new QPushButton(this)),
      m_other(new QPushButton(this)) {
    setFixedWidth(440);
    for (QLabel* label : {m_title, m_text}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    }
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_button);
    buttons->addWidget(m_other);
    buttons->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(32, 28, 32, 28);
    column->setSpacing(12);
    column->addWidget(m_icon, 0, Qt::AlignHCenter);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addSpacing(6);
    column->addLayout(buttons);
    connect(m_button, &QPushButton::clicked, this, &NoticeCard::clicked);
    connect(m_other, &QPushButton::clicked, this, &NoticeCard::otherClicked);
    for (QPushButton* button : {m_button, m_other})
        button->hide(); // until there are words for it
    parent->installEventFilter(this);
    hide();
}

void NoticeCard::show(const Notice& notice) {
    m_notice = notice;
    drawIcon();
    m_title->setText(notice.title);
    m_text->setText(notice.text);
    m_button->setText(notice.button);
    setRole(m_button, notice.isPrimary ? "primary" : "plain");
    m_button->setVisible(!notice.button.isEmpty());
    m_other->setText(notice.otherButton);
    m_other->setVisible(!notice.otherButton.isEmpty());
    setVisible(true);
    resize(width(), layout()->totalHeightForWidth(width()));
    moveToMiddle();
}

void NoticeCard::moveToMiddle() {
    const QSize room = parentWidget()->size();
    move((room.width() - width()) / 2, std::max(0, (room.height() - height()) / 2));
    raise();
}

bool NoticeCard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == parentWidget())
        moveToMiddle();
    return QWidget::eventFilter(watched, event);
}

void NoticeCard::drawIcon() {
    const ThemeTokens& tokens = themeTokens(palette());
    const QColor color = m_notice.isBad ? tokens.bad : tokens.accent;
    m_icon->setPixmap(tintedIcon(m_notice.icon, color, 36, devicePixelRatioF()));
}

void NoticeCard::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_notice.icon.isEmpty())
        drawIcon();
}

void NoticeCard::paintEvent(QPaintEvent*) {
    const ThemeTokens& tokens = themeTokens(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.border, 1));
    painter.setBrush(tokens.panel);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10);
}

} // namespace unlit::ui
