// How runs begin on the Train page, and whether the window may close.
#include "core/base/failure.h"
#include "core/config/load_config.h"
#include "core/session/train/allowed_programs.h"
#include "core/train/run_folder.h"
#include "ui/kit/text.h"
#include "ui/train/allow_question.h"
#include "ui/train/train_page.h"

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

bool TrainPage::isBusyElsewhere() {
    if (!m_controller.isBusy())
        return false;
    m_runMessage.say(MessageBar::Kind::Bad, tr("%1 is under way").arg(m_controller.title()),
                     tr("One training at a time: stop and save it first."));
    return true;
}

void TrainPage::start(const QString& yaml, const QString& baseFolder, const QString& name) {
    if (m_processes.isStarting() || isBusyElsewhere())
        return;
    m_runMessage.hide();
    try {
        const auto programs = m_controller.programsToAllow(yaml, toPath(baseFolder), name);
        if (!programs.empty())
            return askToAllow(programs, [=, this] { start(yaml, baseFolder, name); });
        if (m_controller.takesSeveral(yaml, toPath(baseFolder), name))
            return m_processes.startSeveral(yaml, baseFolder, name);
        m_controller.start(yaml, toPath(baseFolder), name);
        m_rehearsal->hide();
        m_console->clear();
        showRun({}); // until it has a folder
    } catch (...) {
        m_runMessage.sayFailure(translateCurrentException());
    }
}

void TrainPage::askToAllow(const std::vector<std::string>& programs,
                           const std::function<void()>& then) {
    openAllowQuestion(this, programs, then,
                      [this] { m_runMessage.sayFailure(translateCurrentException()); });
}

void TrainPage::rehearse(const QString& yaml, const QString& baseFolder, const QString& name) {
    if (isBusyElsewhere())
        return;
    m_runMessage.hide();
    m_rehearsal->hide();
    m_console->clear();
    m_console->setRun(m_run.folder());
    try {
        m_controller.rehearse(yaml, toPath(baseFolder), name);
    } catch (...) {
        m_runMessage.sayFailure(translateCurrentException());
    }
}

void TrainPage::resumeRun(const std::filesystem::path& folder, std::int64_t extendBy,
                          config::ExtendedSchedule schedule) {
    if (folder.empty() || isBusyElsewhere())
        return;
    m_runMessage.hide();
    m_rehearsal->hide();
    m_console->clear();
    showRun(folder);
    try {
        const config::LoadedConfig loaded =
            config::loadConfig(train::RunFolder::open(folder).config());
        const auto programs = programsToAllow(loaded.config);
        if (loaded.isUsable() && !programs.empty())
            return askToAllow(programs, [=, this] { resumeRun(folder, extendBy, schedule); });
        if (loaded.isUsable() && loaded.config.run.processes != "1")
            return m_processes.resume(folder, extensionWords(extendBy, schedule));
        m_controller.resumeRun(folder, extendBy, schedule);
    } catch (...) {
        m_runMessage.sayFailure(translateCurrentException());
    }
}

void TrainPage::askExtend(const std::filesystem::path& folder) {
    showRun(folder);
    m_bar->askExtend();
}

bool TrainPage::mayClose() {
    if (m_closing.isDone())
        return true;
    if (m_closing.isOpen() || !m_recipe->mayClose())
        return false;
    if (m_controller.isTraining()) {
        m_closing.ask();
        return false;
    }
    m_controller.stopAndSave(); // a rehearsal has nothing to keep
    return true;
}

} // namespace unlit::ui
