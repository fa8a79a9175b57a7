// How runs begin on the Train page, and what closing the window asks while one goes.
#include "core/base/failure.h"
#include "core/config/load_config.h"
#include "core/session/train/allowed_programs.h"
#include "core/train/run_folder.h"
#include "ui/kit/text.h"
#include "ui/train/allow_question.h"
#include "ui/train/train_page.h"

#include <QMessageBox>
#include <QPushButton>

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

void TrainPage::start(const QString& yaml, const QString& baseFolder, const QString& name) {
    if (m_startsSeveral || isBusyElsewhere())
        return;
    m_message->hide();
    try {
        const auto programs = m_controller.programsToAllow(yaml, toPath(baseFolder), name);
        if (!programs.empty())
            return askToAllow(programs, [=, this] { start(yaml, baseFolder, name); });
        if (m_controller.takesSeveral(yaml, toPath(baseFolder), name))
            return startSeveral(yaml, baseFolder, name);
        m_controller.start(yaml, toPath(baseFolder), name);
        m_rehearsal->hide();
        m_console->clear();
        showRun({}); // until it has a folder
    } catch (...) {
        sayFailure(translateCurrentException());
    }
}

void TrainPage::askToAllow(const std::vector<std::string>& programs,
                           const std::function<void()>& then) {
    openAllowQuestion(this, programs, then, [this] { sayFailure(translateCurrentException()); });
}

void TrainPage::rehearse(const QString& yaml, const QString& baseFolder, const QString& name) {
    if (isBusyElsewhere())
        return;
    m_message->hide();
    m_rehearsal->hide();
    m_console->clear();
    m_console->setRun(m_folder);
    try {
        m_controller.rehearse(yaml, toPath(baseFolder), name);
    } catch (...) {
        sayFailure(translateCurrentException());
    }
}

void TrainPage::resumeRun(const std::filesystem::path& folder, std::int64_t extendBy,
                          config::ExtendedSchedule schedule) {
    if (folder.empty() || isBusyElsewhere())
        return;
    m_message->hide();
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
            return startDetached(folder, extensionWords(extendBy, schedule));
        m_controller.resumeRun(folder, extendBy, schedule);
    } catch (...) {
        sayFailure(translateCurrentException());
    }
}

void TrainPage::askExtend(const std::filesystem::path& folder) {
    showRun(folder);
    m_bar->askExtend();
}

bool TrainPage::mayClose() {
    if (m_closesWhenSaved && !m_controller.isBusy())
        return true; // everything has been asked
    if (m_closesWhenSaved || m_question)
        return false;
    if (!m_recipe->mayClose())
        return false;
    if (!m_controller.isTraining()) {
        m_controller.stopAndSave(); // a rehearsal has nothing to keep
        return true;
    }
    m_question = new QMessageBox(QMessageBox::Question, tr("A training is under way"), {},
                                 QMessageBox::NoButton, this);
    m_question->setTextFormat(Qt::PlainText); // a run may have any name
    m_question->setText(tr("%1 is being trained.").arg(m_controller.title()));
    m_question->setInformativeText(tr(
        "It can be saved now and resumed later from the very same step, or go on in a process of "
        "its own."));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    auto* saving = m_question->addButton(tr("Save and close"), QMessageBox::AcceptRole);
    auto* detaching =
        m_question->addButton(tr("Close, and go on without the window"), QMessageBox::AcceptRole);
    auto* staying = m_question->addButton(tr("Go on training"), QMessageBox::RejectRole);
    m_question->setDefaultButton(saving);
    m_question->setEscapeButton(staying);
    const auto close = [this] {
        m_closesWhenSaved = true;
        if (!m_controller.isBusy()) // it has ended while the question stood there
            emit closeReady();
        m_controller.stopAndSave();
    };
    connect(saving, &QPushButton::clicked, this, close);
    connect(detaching, &QPushButton::clicked, this, [this, close] {
        m_detachesWhenSaved = m_controller.isBusy();
        close();
    });
    m_question->open();
    return false;
}

} // namespace unlit::ui
