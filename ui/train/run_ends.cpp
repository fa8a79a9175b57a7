#include "ui/train/run_ends.h"

#include "ui/kit/failure_text.h"
#include "ui/kit/text.h"
#include "ui/train/run_facts.h"

#include <QApplication>

namespace unlit::ui {

RunEnds::RunEnds(const TrainParts& parts) : m_parts(parts) {
    connect(&m_parts.run, &ShownRun::summaryRead, this, &RunEnds::takeRead);
}

void RunEnds::takeRead(bool wasAlive) {
    const ShownRun& run = m_parts.run;
    m_parts.message.takeRead(run.isAlive());
    if (!wasAlive || run.isAlive() || run.isOwn() || m_parts.message.saysEnd())
        return;
    const bool hasFailed = run.summary()->status == runs::RunStatus::Failed;
    if (!hasFailed && run.summary()->status != runs::RunStatus::Interrupted)
        return;
    m_parts.message.sayEnd(MessageBar::Kind::Bad,
                           hasFailed ? tr("%1 has failed").arg(run.name())
                                     : tr("%1 was cut off").arg(run.name()),
                           sentence(run.summary()->note), waysOn(), true);
}

MessageBar::Choice RunEnds::choice(const QString& text, void (RunEnds::*asked)()) {
    return {text, [this, asked] { emit(this->*asked)(); }};
}

/// Out of a failure, where there is something to go on from.
RunMessage::Choices RunEnds::waysOn() {
    if (m_parts.run.latest().empty())
        return {};
    return {choice(tr("Resume"), &RunEnds::resumeAsked),
            choice(tr("Roll back…"), &RunEnds::rollBackAsked),
            choice(tr("Fork…"), &RunEnds::forkAsked)};
}

void RunEnds::tell(const TrainEnd& end) {
    const Words words = wordsOf(end);
    if (words.text.isEmpty())
        return;
    m_parts.message.sayEnd(words.kind, words.text, words.hint, words.choices, false);
    if (end.wasRehearsal || m_parts.window.isActiveWindow() || end.outcome == Outcome::Cancelled)
        return;
    QApplication::alert(m_parts.window.window()); // where the desktop shows no notices
    m_desktop.tell(tr("Unlit Studio · %1").arg(m_parts.controller.title()),
                   QStringList({words.text, words.hint}).join(u'\n'), end.failure.has_value());
}

RunEnds::Words RunEnds::wordsOf(const TrainEnd& end) {
    using Kind = MessageBar::Kind;
    const MessageBar::Choice use = choice(tr("Use it in Infer"), &RunEnds::useAsked);
    const QString name = m_parts.controller.title();
    if (end.failure)
        return {Kind::Bad,
                end.wasRehearsal     ? tr("The rehearsal has failed")
                : end.folder.empty() ? tr("%1 does not begin").arg(name)
                                     : tr("%1 has failed").arg(name),
                failureText(*end.failure), end.folder.empty() ? RunMessage::Choices() : waysOn()};
    if (end.wasRehearsal)
        return end.outcome == Outcome::Cancelled
                   ? Words{Kind::Good, tr("The rehearsal was stopped"),
                           tr("Nothing of it is left.")}
                   : Words{};
    if (end.outcome == Outcome::Cancelled)
        return {Kind::Good, tr("%1 was stopped before there was a run").arg(name)};
    if (end.how == "complete")
        return {Kind::Good,
                tr("%1 is complete: %2 steps").arg(name, groupedSteps(end.step)),
                tr("Judge it by the pictures below, try it in Infer, or let it go on."),
                {use, choice(tr("Extend…"), &RunEnds::extendAsked)}};
    return {Kind::Good,
            tr("%1 is saved after step %2").arg(name, groupedSteps(end.step)),
            tr("It goes on from that very step, here or with unlit train --resume."),
            {choice(tr("Resume"), &RunEnds::resumeAsked), use}};
}

} // namespace unlit::ui
