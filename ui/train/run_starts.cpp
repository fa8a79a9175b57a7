#include "ui/train/run_starts.h"

#include "core/base/failure.h"
#include "core/config/load_config.h"
#include "core/session/train/allowed_programs.h"
#include "core/train/run_folder.h"
#include "ui/kit/text.h"
#include "ui/train/allow_question.h"

namespace unlit::ui {

namespace {

QStringList extensionWords(std::int64_t extendBy, config::ExtendedSchedule schedule) {
    if (extendBy <= 0)
        return {};
    const QString word = schedule == config::ExtendedSchedule::Stretch   ? QStringLiteral("stretch")
                         : schedule == config::ExtendedSchedule::Restart ? QStringLiteral("restart")
                                                                         : QStringLiteral("keep");
    return {QStringLiteral("--extend"), QString::number(extendBy),
            QStringLiteral("--extend-schedule"), word};
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
        m_parts.message.sayFailure(translateCurrentException());
    }
}

void RunStarts::askToAllow(const std::vector<std::string>& programs,
                           const std::function<void()>& then) {
    openAllowQuestion(&m_parts.window, programs, then,
                      [this] { m_parts.message.sayFailure(translateCurrentException()); });
}

void RunStarts::rehearse(const QString& yaml, const QString& baseFolder, const QString& name) {
    if (isBusyElsewhere())
        return;
    m_parts.message.hide();
    emit beginning();
    try {
        m_parts.controller.rehearse(yaml, toPath(baseFolder), name);
    } catch (...) {
        m_parts.message.sayFailure(translateCurrentException());
    }
}

void RunStarts::resume(const std::filesystem::path& run, std::int64_t extendBy,
                       config::ExtendedSchedule schedule) {
    if (run.empty() || isBusyElsewhere())
        return;
    m_parts.message.hide();
    emit beginning();
    emit runAsked(run);
    try {
        const config::LoadedConfig loaded =
            config::loadConfig(train::RunFolder::open(run).config());
        const auto programs = programsToAllow(loaded.config);
        if (loaded.isUsable() && !programs.empty())
            return askToAllow(programs, [=, this] { resume(run, extendBy, schedule); });
        if (loaded.isUsable() && loaded.config.run.processes != "1")
            return m_processes.resume(run, extensionWords(extendBy, schedule));
        m_parts.controller.resumeRun(run, extendBy, schedule);
    } catch (...) {
        m_parts.message.sayFailure(translateCurrentException());
    }
}

} // namespace unlit::ui
