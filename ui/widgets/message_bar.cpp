#include "ui/widgets/message_bar.h"

#include "ui/widgets/dismiss_button.h"
#include "ui/widgets/form_column.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace unlit::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_text(makeLabel({}, "good", this)), m_hint(makeLabel({}, "hint", this)) {
    setObjectName(QStringLiteral("message"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_hint->setWordWrap(true);
    auto* close = makeDismissButton(*this);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(4);
    for (int i = 0; i < kChoices; ++i) {
        m_buttons[i] = new QPushButton(this);
        m_buttons[i]->setProperty("role", QStringLiteral("link"));
        connect(m_buttons[i], &QPushButton::clicked, this, [this, i] {
            const auto act = m_acts[i]; // it may show another message
            hide();
            act();
        });
        buttons->addWidget(m_buttons[i]);
        m_buttons[i]->hide(); // until there are words for it
    }
    buttons->addStretch(1);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_text);
    words->addWidget(m_hint);
    words->addLayout(buttons);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 8, 6, 6);
    row->addLayout(words, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void MessageBar::say(Kind kind, const QString& text, const QString& hint,
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
    show();
}

} // namespace unlit::ui
