// The one message of the Train page, which may say how a run has ended.
#pragma once

#include "core/base/failure.h"
#include "ui/widgets/message_bar.h"

#include <vector>

namespace unlit::ui {

/// What is said of an end goes when the run goes on, whoever trains it. GUI thread; the bar
/// outlives it.
class RunMessage {
public:
    using Choices = std::vector<MessageBar::Choice>;

    explicit RunMessage(MessageBar& bar) : m_bar(bar) {}

    void say(MessageBar::Kind kind, const QString& text, const QString& hint = {},
             const Choices& choices = {});
    /// Below a title in the words of the window.
    void sayFailure(const QString& title, const Failure& failure);
    /// `isRead`: that the run is at its end has been read from its folder.
    void sayEnd(MessageBar::Kind kind, const QString& text, const QString& hint,
                const Choices& choices, bool isRead);

    void hide() { m_bar.hide(); }

    /// As the run's folder says it. A folder that was read just before the end still says that the
    /// run is alive.
    void takeRead(bool isAlive);

    bool saysEnd() const { return m_end != End::No; }

private:
    MessageBar& m_bar;
    enum class End { No, Said, SaidAndRead } m_end = End::No;
};

} // namespace unlit::ui
