// What is done with chosen checkpoints, and what is said when it is done.
#include "core/base/text.h"
#include "ui/kit/text.h"
#include "ui/pages/runs/runs_checkpoints.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileDialog>
#include <QGuiApplication>
#include <QProcess>
#include <QUrl>

#include <utility>

namespace unlit::ui {

namespace {

/// "iter_000400, iter_000800".
QString namesText(const std::vector<runs::RunCheckpoint>& checkpoints) {
    QStringList names;
    for (const runs::RunCheckpoint& checkpoint : checkpoints)
        names += toQString(checkpoint.name);
    return names.join(QStringLiteral(", "));
}

/// Beside the run.
QString placeBeside(const std::filesystem::path& run, const std::string& what) {
    return toQString(run.parent_path() / (run.filename().string() + "-" + what));
}

} // namespace

QString RunsCheckpoints::nameOf(const runs::RunCheckpoint& checkpoint) const {
    return m_run ? toQString(m_run->name) + u'/' + toQString(checkpoint.name)
                 : toQString(checkpoint.name);
}

void RunsCheckpoints::use() {
    if (const auto chosen = m_table->chosen(); chosen.size() == 1)
        emit useAsked(toQString(chosen[0].folder));
}

void RunsCheckpoints::compare() {
    if (m_table->chosen().size() < 2)
        return;
    showBelow(m_comparisonPart);
    if (!m_comparison->isBusy())
        m_comparison->say(tr("One picture, several checkpoints"),
                          tr("Each runs with the steps and the size that the model was made for, "
                             "all of them with the same seed."));
    if (m_picture.empty())
        m_choosePicture->setFocus();
    else
        runComparison();
}

void RunsCheckpoints::setPicture(const std::filesystem::path& picture) {
    m_picture = picture;
    refresh();
}

void RunsCheckpoints::choosePicture() {
    const QString file = QFileDialog::getOpenFileName(this, tr("A picture for all checkpoints"),
                                                      toQString(m_picture.parent_path()));
    if (file.isEmpty())
        return;
    setPicture(toPath(file));
    runComparison();
}

void RunsCheckpoints::runComparison() {
    const auto chosen = m_table->chosen();
    if (chosen.size() < 2 || m_picture.empty() || m_comparison->isBusy())
        return;
    std::vector<ComparedModel> models;
    for (const runs::RunCheckpoint& checkpoint : chosen)
        models.push_back({checkpoint.folder, toQString(checkpoint.name)});
    m_comparison->compare(m_picture, std::move(models));
}

/// One becomes a model folder, several become their mean.
void RunsCheckpoints::askExport() {
    const auto chosen = m_table->chosen();
    if (chosen.empty() || !m_run || m_writer.isBusy())
        return;
    m_export = {};
    m_export.model = chosen[0].folder;
    for (std::size_t i = 1; i < chosen.size(); ++i)
        m_export.meanWith.push_back(chosen[i].folder);
    const bool isMean = chosen.size() > 1;
    showBelow(m_exportForm);
    m_exportForm->ask(
        isMean ? tr("Mean of %1").arg(namesText(chosen))
               : tr("Export %1").arg(toQString(chosen[0].name)),
        isMean ? tr("The weights of all of them, averaged with equal shares, as a model folder "
                    "that diffusers loads. A calibration of uncertainties is left out.")
               : tr("A model folder that diffusers loads, without what a training goes on from. "
                    "The checkpoint stays as it is."),
        placeBeside(m_run->folder, isMean ? "mean" : chosen[0].name));
}

void RunsCheckpoints::write() {
    if (isBusy())
        return;
    m_export.output = toPath(m_exportForm->place().text().trimmed());
    m_export.dtype = m_type->currentData().toString().toStdString();
    m_message->hide();
    m_exportForm->showProgress(0, tr("reading"));
    m_writer.write(m_export);
    refresh();
}

void RunsCheckpoints::takeWritten(const std::filesystem::path& folder) {
    m_exportForm->showEnd();
    showBelow(nullptr);
    const QString place = toQString(folder);
    m_message->say(MessageBar::Kind::Good, tr("The model is written"), place,
                   {{tr("Use it in Infer"), [this, place] { emit useAsked(place); }}});
    refresh();
}

void RunsCheckpoints::askFork() {
    const auto chosen = m_table->chosen();
    if (!m_run)
        return;
    if (chosen.size() != 1) {
        m_message->say(MessageBar::Kind::Bad, tr("There is no checkpoint to fork from"),
                       tr("Choose one in the table, if the run has any."), {});
        return;
    }
    m_forked = chosen[0].name;
    showBelow(m_forkForm);
    m_forkForm->ask(
        tr("Fork at %1").arg(toQString(m_forked)),
        chosen[0].hasState
            ? tr("Another run that begins where this one stood, with its optimizer and its place "
                 "in the data, unless a setting is changed that those belong to. It needs nothing "
                 "of this one.")
            : tr("Another run that begins at step 0 with these weights; the checkpoint has no "
                 "state of a training. It needs nothing of this one."),
        placeBeside(m_run->folder, "from-" + m_forked));
}

void RunsCheckpoints::fork() {
    if (!m_run || isBusy())
        return;
    ForkRequest request;
    request.run = m_run->folder;
    request.checkpoint = m_forked;
    request.output = toPath(m_forkForm->place().text().trimmed());
    for (const QString& setting : QProcess::splitCommand(m_forkSettings->text()))
        request.overrides.push_back(setting.toStdString());
    m_message->hide();
    m_forkForm->showProgress(-1, tr("forking"));
    m_worker.fork(std::move(request));
    refresh();
}

void RunsCheckpoints::takeFork(const Fork& fork) {
    m_forkForm->showEnd();
    showBelow(nullptr);
    const QString name = toQString(fork.folder.filename());
    m_message->say(
        MessageBar::Kind::Good,
        fork.keepsState ? tr("%1 stands at step %2").arg(name).arg(fork.step)
                        : tr("%1 begins at step 0 with these weights").arg(name),
        sentence(fork.whyNot),
        {{tr("Train it here"), [this, folder = fork.folder] { emit resumeAsked(folder); }}});
    emit runMade(fork.folder);
    refresh();
}

void RunsCheckpoints::askRollBack() {
    const auto chosen = m_table->chosen();
    if (!m_run || isBusy())
        return;
    if (!canRollBack(chosen)) {
        m_message->say(
            MessageBar::Kind::Bad, tr("There is no checkpoint to go back to"),
            tr("It takes one with the state of a training besides latest: previous, or backups "
               "where checkpoint.backup_state is on. Fork begins another run with weights alone."),
            {});
        return;
    }
    const std::string name = chosen[0].name;
    m_message->say(
        MessageBar::Kind::Note,
        tr("Let %1 go on from %2?").arg(toQString(m_run->name), toQString(name)),
        tr("What is latest becomes previous, so that it can be gone back to. Figures beyond step "
           "%1 go when the run is resumed.")
            .arg(chosen[0].step.value_or(0)),
        {{tr("Roll back"),
          [this, run = m_run->folder, name] {
              if (isBusy())
                  return;
              m_worker.rollBack(run, name);
              refresh();
          }},
         {tr("Leave it"), [] {}}});
}

void RunsCheckpoints::takeRollback(const Rollback& rollback) {
    std::vector<MessageBar::Choice> choices;
    if (m_run)
        choices.push_back(
            {tr("Resume it here"), [this, run = m_run->folder] { emit resumeAsked(run); }});
    m_message->say(MessageBar::Kind::Good, tr("The run goes on from step %1").arg(rollback.step),
                   rollback.fromStep > 0 ? tr("It stood at step %1.").arg(rollback.fromStep)
                                         : QString(),
                   choices);
    look();
    if (m_run)
        emit runChanged(m_run->folder);
    refresh();
}

void RunsCheckpoints::askRemove() {
    const auto chosen = m_table->chosen();
    if (!m_run || chosen.empty() || isBusy())
        return;
    if (isStillGoneOnFrom(chosen)) {
        m_message->say(MessageBar::Kind::Bad, tr("The run is under way"),
                       tr("latest and previous are what it is resumed from. Stop it first."), {});
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
    m_message->say(MessageBar::Kind::Note, tr("Delete %1?").arg(namesText(chosen)), hint,
                   {{tr("Delete"),
                     [this, run = m_run->folder, names] {
                         if (isBusy())
                             return;
                         m_worker.remove(run, names);
                         refresh();
                     }},
                    {tr("Keep"), [] {}}});
}

void RunsCheckpoints::fillMore() {
    m_moreMenu->clear();
    const auto chosen = m_table->chosen();
    const bool isOne = chosen.size() == 1;
    const bool isFree = !isBusy();
    const auto add = [&](const QString& text, bool isPossible, auto act) {
        m_moreMenu->addAction(text, this, act)->setEnabled(isPossible);
    };
    add(isOne ? tr("Export as a model folder…") : tr("Average as a model folder…"),
        !chosen.empty() && isFree, [this] { askExport(); });
    add(tr("Evaluate…"), !chosen.empty(), [this, chosen] {
        QStringList folders;
        for (const runs::RunCheckpoint& checkpoint : chosen)
            folders += toQString(checkpoint.folder);
        emit evaluateAsked(folders);
    });
    m_moreMenu->addSeparator();
    add(tr("Open folder"), isOne,
        [chosen] { QDesktopServices::openUrl(QUrl::fromLocalFile(toQString(chosen[0].folder))); });
    add(tr("Copy path"), isOne,
        [chosen] { QGuiApplication::clipboard()->setText(toQString(chosen[0].folder)); });
    m_moreMenu->addSeparator();
    add(tr("Delete…"), !chosen.empty() && isFree && !isStillGoneOnFrom(chosen),
        [this] { askRemove(); });
}

void RunsCheckpoints::showMenu(const QPoint& globalPlace) {
    if (!m_table->chosen().empty())
        m_moreMenu->popup(globalPlace);
}

} // namespace unlit::ui
