#include "ui/pages/runs/fork_form.h"

#include "ui/kit/failure_text.h"
#include "ui/kit/text.h"

#include <utility>

namespace unlit::ui {

ForkForm::ForkForm(const CheckpointParts& parts, QWidget* parent)
    : ForkForm(parts, new SettingsLine(parent), parent) {}

ForkForm::ForkForm(const CheckpointParts& parts, SettingsLine* settings, QWidget* parent)
    : CheckpointForm({.verb = tr("Make the run"),
                      .place = tr("New run"),
                      .placeTip = tr("The folder of the new run; it does not exist yet"),
                      .extra = tr("Settings"),
                      .extraTip = tr("What differs from the run, as KEY=VALUE, with spaces between "
                                     "them: lr=1e-5 max_iter=20000"),
                      .control = settings,
                      .canCancel = false},
                     parent),
      m_parts(parts), m_settings(settings) {
    m_settings->setPlaceholderText(tr("As the run has them"));
    connect(this, &CheckpointForm::goAsked, this, &ForkForm::fork);
    connect(&parts.worker, &CheckpointWorker::forked, this, &ForkForm::takeFork);
    connect(&parts.worker, &CheckpointWorker::failed, this, &ForkForm::takeFailure);
}

void ForkForm::askAboutChosen() {
    const auto chosen = m_parts.table.chosen();
    if (!m_parts.run)
        return;
    if (chosen.size() != 1) {
        m_parts.say(MessageBar::Kind::Bad, tr("There is no checkpoint to fork from"),
                    tr("Choose one in the table, if the run has any."));
        return;
    }
    m_checkpoint = chosen[0].name;
    emit opened();
    ask(tr("Fork at %1").arg(toQString(m_checkpoint)),
        chosen[0].hasState
            ? tr("Another run that begins where this one stood, with its optimizer and its place "
                 "in the data, unless a setting is changed that those belong to. It needs nothing "
                 "of this one.")
            : tr("Another run that begins at step 0 with these weights; the checkpoint has no "
                 "state of a training. It needs nothing of this one."),
        freePlaceBeside(m_parts.run->folder, "from-" + m_checkpoint));
}

void ForkForm::fork() {
    if (!m_parts.run || m_parts.isBusy())
        return;
    ForkRequest request;
    request.run = m_parts.run->folder;
    request.checkpoint = m_checkpoint;
    request.output = toPath(place().text().trimmed());
    request.overrides = m_settings->settings();
    m_parts.message.hide();
    showProgress(-1, tr("forking"));
    m_parts.worker.fork(std::move(request));
    emit stateChanged();
}

void ForkForm::takeFailure(const Failure& failure) {
    if (!isWorking())
        return; // of another change
    showEnd();
    m_parts.say(MessageBar::Kind::Bad, tr("There is no new run"), failureText(failure));
}

void ForkForm::takeFork(const Fork& fork) {
    showEnd();
    emit done();
    const QString name = toQString(fork.folder.filename());
    m_parts.say(
        MessageBar::Kind::Good,
        fork.keepsState ? tr("%1 stands at step %2").arg(name).arg(fork.step)
                        : tr("%1 begins at step 0 with these weights").arg(name),
        sentence(fork.whyNot),
        {{tr("Train it here"), [this, folder = fork.folder] { emit resumeAsked(folder); }}});
    emit runMade(fork.folder);
    emit stateChanged();
}

} // namespace unlit::ui
