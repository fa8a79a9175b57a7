#include "ui/train/run_starts.h"

#include "core/base/failure.h"
#include "core/config/load_config.h"
#include "core/session/train/allowed_programs.h"
#include "core/session/train/resumed_config.h"
#include "core/train/run_folder.h"
#include "ui/kit/text.h"
#include "ui/train/allow_question.h"

namespace unlit::ui {

namespace {

QString scheduleWord(config::ExtendedSchedule schedule) {
    switch (schedule) {
    case config::ExtendedSchedule::Stretch:
        return QStringLiteral("stretch");
    case config::ExtendedSchedule::Restart:
        return QStringLiteral("restart");
    case config::ExtendedSchedule::KeepRate:
        break;
    }
    return QStringLiteral("keep");
}

/// What stands behind `unlit train --resume RUN`.
QStringList wordsOf(const ResumedRun& run) {
    QStringList words;
    if (run.extendBy > 0)
        words = {QStringLiteral("--extend"), QString::number(run.extendBy),
                 QStringLiteral("--extend-schedule"), scheduleWord(run.schedule)};
    for (const std::string& setting : run.overrides)
        words += toQString(setting);
    return words;
}

} // namespace

bool RunStarts::isBusyElsewhere() {
    if (!m_parts.controller.isBusy())
        return false;
    m_parts.message.say(MessageBar::Kind::Bad,
                        tr("%1 is under way").arg(m_parts.controller.title()),
                        tr("One training at a time: stop and save it first."));
    return true;
}

void RunStarts::start(const QString& yaml, const QString& baseFolder, const QString& name) {
    if (m_processes.isStarting() || isBusyElsewhere())
        return;
    m_parts.message.hide();
    try {
        const auto programs = m_parts.controller.programsToAllow(yaml, toPath(baseFolder), name);
        if (!programs.empty())
            return askToAllow(programs, [=, this] { start(yaml, baseFolder, name); });
        if (m_parts.controller.takesSeveral(yaml, toPath(baseFolder), name))
            return m_processes.startSeveral(yaml, baseFolder, name);
        m_parts.controller.start(yaml, toPath(baseFolder), name);
        emit beginning();
        emit runAsked({});
    } catch (...) {
        m_parts.message.sayFailure(tr("The training does not begin"), translateCurrentException());
    }
}

void RunStarts::askToAllow(const std::vector<std::string>& programs,
                           const std::function<void()>& then) {
    openAllowQuestion(&m_parts.window, programs, then, [this] {
        m_parts.message.sayFailure(tr("The programs cannot be allowed"),
                                   translateCurrentException());
    });
}

void RunStarts::rehearse(const QString& yaml, const QString& baseFolder, const QString& name) {
    if (isBusyElsewhere())
        return;
    m_parts.message.hide();
    emit beginning();
    try {
        m_parts.controller.rehearse(yaml, toPath(baseFolder), name);
    } catch (...) {
        m_parts.message.sayFailure(tr("The rehearsal does not begin"), translateCurrentException());
    }
}

void RunStarts::resumeAt(const ResumedRun& run, Place place) {
    if (run.run.empty() || isBusyElsewhere())
        return;
    m_parts.message.hide();
    emit beginning();
    emit runAsked(run.run);
    try {
        const config::LoadedConfig loaded =
            config::loadConfig(train::RunFolder::open(run.run).config(), run.overrides);
        if (!loaded.isUsable())
            return m_parts.controller.resumeRun(run); // what is wrong with it is its end
        requireResumable(run, AskedBy::Window);       // before its programs are asked about
        const auto programs = programsToAllow(loaded.config);
        if (!programs.empty())
            return askToAllow(programs, [=, this] { resumeAt(run, place); });
        if (place == Place::OwnProcess || loaded.config.run.processes != "1")
            return m_processes.resume(run.run, wordsOf(run));
        m_parts.controller.resumeRun(run);
    } catch (...) {
        m_parts.message.sayFailure(tr("The run does not go on"), translateCurrentException());
    }
}

} // namespace unlit::ui
