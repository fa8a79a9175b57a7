#include "ui/train/run_message.h"

#include "ui/kit/failure_text.h"

namespace unlit::ui {

void RunMessage::say(MessageBar::Kind kind, const QString& text, const QString& hint,
                     const Choices& choices) {
    m_end = End::No;
    m_bar.say(kind, text, hint, choices);
}

void RunMessage::sayFailure(const QString& title, const Failure& failure) {
    say(MessageBar::Kind::Bad, title, failureText(failure));
}

void RunMessage::sayEnd(MessageBar::Kind kind, const QString& text, const QString& hint,
                        const Choices& choices, bool isRead) {
    m_bar.say(kind, text, hint, choices);
    m_end = isRead ? End::SaidAndRead : End::Said;
}

void RunMessage::takeRead(bool isAlive) {
    if (m_end == End::SaidAndRead && isAlive) {
        m_end = End::No;
        m_bar.hide();
    } else if (m_end == End::Said && !isAlive) {
        m_end = End::SaidAndRead;
    }
}

} // namespace unlit::ui
