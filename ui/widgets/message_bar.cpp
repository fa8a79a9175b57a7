#include "ui/widgets/message_bar.h"

#include "ui/widgets/dismiss_button.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace unlit::ui {

namespace {

constexpr int kAroundPx = 60; ///< of a bar's width: margins of it and around it, and its cross

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_text(makeLabel({}, "good", this)), m_hint(makeLabel({}, "hint", this)),
      m_choices(new QHBoxLayout) {
    setObjectName(QStringLiteral("message"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_hint->setWordWrap(true);
    auto* close = makeDismissButton(*this);

    m_choices->setSpacing(4);
    for (int i = 0; i < kChoices; ++i) {
        m_buttons[i] = new QPushButton(this);
        m_buttons[i]->setProperty("role", QStringLiteral("link"));
        connect(m_buttons[i], &QPushButton::clicked, this, [this, i] {
            const auto act = m_acts[i]; // it may show another message
            hide();
            act();
        });
        m_choices->addWidget(m_buttons[i], 0, Qt::AlignLeft);
        m_buttons[i]->hide(); // until there are words for it
    }
    m_choices->addStretch(1);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_text);
    words->addWidget(m_hint);
    words->addLayout(m_choices);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 8, 6, 6);
    row->addLayout(words, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    hide();
}

int MessageBar::say(Kind kind, const QString& text, const QString& hint,
                    const std::vector<Choice>& choices) {
    const auto [name, mark] = kind == Kind::Bad    ? std::pair{"bad", QStringLiteral("✕ ")}
                              : kind == Kind::Good ? std::pair{"good", QStringLiteral("✓ ")}
                                                   : std::pair{"note", QString()};
    setProperty("kind", QString::fromLatin1(name));
    style()->unpolish(this);
    style()->polish(this);
    setRole(m_text, name);
    m_text->setText(mark + text);
    m_hint->setText(hint);
    m_hint->setVisible(!hint.isEmpty());
    for (int i = 0; i < kChoices; ++i) {
        const bool isUsed = i < static_cast<int>(choices.size());
        m_buttons[i]->setVisible(isUsed);
        if (isUsed) {
            m_buttons[i]->setText(choices[i].text);
            m_acts[i] = choices[i].act;
        }
    }
    placeChoices();
    show();
    return ++m_said;
}

/// One below the other where a narrow place has no room for them side by side.
void MessageBar::placeChoices() {
    int width = 0;
    for (const QPushButton* button : m_buttons)
        if (!button->isHidden())
            width += button->sizeHint().width() + m_choices->spacing();
    const bool fits = parentWidget() == nullptr || width + kAroundPx <= parentWidget()->width();
    m_choices->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void MessageBar::takeBack(int said) {
    if (said == m_said)
        hide();
}

} // namespace unlit::ui
