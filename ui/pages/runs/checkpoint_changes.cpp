#include "ui/pages/runs/checkpoint_changes.h"

#include "core/base/text.h"
#include "ui/kit/failure_text.h"
#include "ui/kit/text.h"
#include "ui/pages/runs/checkpoint_head.h"

#include <utility>

namespace unlit::ui {

CheckpointChanges::CheckpointChanges(const CheckpointParts& parts) : m_parts(parts) {
    connect(&parts.worker, &CheckpointWorker::rolledBack, this, &CheckpointChanges::takeRollback);
    connect(&parts.worker, &CheckpointWorker::removed, this, [this](int count) {
        m_failure.clear();
        m_parts.say(MessageBar::Kind::Good, tr("%n checkpoints are deleted", nullptr, count));
        emit changed();
    });
    connect(&parts.worker, &CheckpointWorker::failed, this, &CheckpointChanges::takeFailure);
}

void CheckpointChanges::begin(const QString& failure, const std::function<void()>& act) {
    m_parts.table.setFocus();
    if (m_parts.isBusy())
        return;
    m_failure = failure;
    act();
    emit stateChanged();
}

void CheckpointChanges::takeFailure(const Failure& failure) {
    if (const QString title = std::exchange(m_failure, {}); !title.isEmpty())
        m_parts.say(MessageBar::Kind::Bad, title, failureText(failure));
}

void CheckpointChanges::askRollBack() {
    const auto chosen = m_parts.table.chosen();
    if (!m_parts.run || m_parts.isBusy())
        return;
    if (!canRollBack({.chosen = chosen})) {
        m_parts.say(
            MessageBar::Kind::Bad, tr("There is no checkpoint to go back to"),
            tr("It takes one with the state of a training besides latest: previous, or backups "
               "where checkpoint.backup_state is on. Fork begins another run with weights alone."));
        return;
    }
    const std::string name = chosen[0].name;
    m_parts.say(MessageBar::Kind::Note,
                tr("Let %1 go on from %2?").arg(toQString(m_parts.run->name), toQString(name)),
                tr("What is latest becomes previous, so that it can be gone back to. Figures "
                   "beyond step %1 go when the run is resumed.")
                    .arg(chosen[0].step.value_or(0)),
                {{tr("Roll back"),
                  [this, run = m_parts.run->folder, name] {
                      begin(tr("The run does not go back to %1").arg(toQString(name)),
                            [&] { m_parts.worker.rollBack(run, name); });
                  }},
                 {tr("Leave it"), [this] { m_parts.table.setFocus(); }}});
}

void CheckpointChanges::takeRollback(const Rollback& rollback) {
    m_failure.clear();
    std::vector<MessageBar::Choice> choices;
    if (m_parts.run)
        choices.push_back(
            {tr("Resume it here"), [this, run = m_parts.run->folder] { emit resumeAsked(run); }});
    m_parts.say(MessageBar::Kind::Good, tr("The run goes on from step %1").arg(rollback.step),
                rollback.fromStep > 0 ? tr("It stood at step %1.").arg(rollback.fromStep)
                                      : QString(),
                choices);
    emit changed();
}

void CheckpointChanges::askRemove() {
    const auto chosen = m_parts.table.chosen();
    if (!m_parts.run || chosen.empty() || m_parts.isBusy())
        return;
    if (isStillGoneOnFrom({.chosen = chosen, .isLive = m_parts.isLive()})) {
        m_parts.say(MessageBar::Kind::Bad, tr("The run is under way"),
                    tr("latest and previous are what it is resumed from. Stop it first."));
        return;
    }
    std::uint64_t bytes = 0;
    std::vector<std::string> names;
    bool isResumePoint = false;
    for (const runs::RunCheckpoint& checkpoint : chosen) {
        bytes += checkpoint.ownBytes;
        names.push_back(checkpoint.name);
        isResumePoint = isResumePoint || checkpoint.name == "latest";
    }
    QString hint = tr("For good; it frees %1.").arg(toQString(formatBytes(bytes)));
    if (isResumePoint)
        hint += u' ' + tr("Without latest the run is resumed from previous, or begins anew where "
                          "there is none.");
    m_parts.say(MessageBar::Kind::Note, tr("Delete %1?").arg(namesText(chosen)), hint,
                {{tr("Delete"),
                  [this, run = m_parts.run->folder, names] {
                      begin(tr("Not all of the checkpoints are deleted"),
                            [&] { m_parts.worker.remove(run, names); });
                  }},
                 {tr("Keep"), [this] { m_parts.table.setFocus(); }}});
}

} // namespace unlit::ui
