#include "ui/train/own_processes.h"

#include "core/base/error.h"
#include "core/session/installed_share.h"
#include "ui/kit/text.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <utility>

namespace unlit::ui {

namespace {

QString lastLine(const QByteArray& text) {
    return QString::fromUtf8(text.trimmed().split('\n').back()).trimmed();
}

/// The starter ends when the run has its folder; what it starts is nobody's child then.
void startUnlit(QObject* parent, const QStringList& words, const OwnProcesses::Done& done) {
    auto* starter = new QProcess(parent);
    QObject::connect(starter, &QProcess::finished, parent,
                     [starter, done](int code, QProcess::ExitStatus status) {
                         const bool isGood = status == QProcess::NormalExit && code == 0;
                         const QString problem = lastLine(starter->readAllStandardError());
                         const QString printed = lastLine(starter->readAllStandardOutput());
                         starter->deleteLater();
                         done(isGood              ? QString()
                              : problem.isEmpty() ? OwnProcesses::tr("It ended without a word.")
                                                  : problem,
                              printed);
                     });
    QObject::connect(
        starter, &QProcess::errorOccurred, parent, [starter, done](QProcess::ProcessError error) {
            if (error != QProcess::FailedToStart)
                return; // finished() follows
            starter->deleteLater();
            done(OwnProcesses::tr("The program unlit cannot be started: it lies beside the "
                                  "studio, or in $PATH."),
                 {});
        });
    starter->start(toQString(commandLineProgram()), words);
}

} // namespace

OwnProcesses::OwnProcesses(const TrainParts& parts, ClosingQuestion& closing)
    : m_parts(parts), m_closing(closing),
      m_startProgram(
          [this](const QStringList& words, const Done& done) { startUnlit(this, words, done); }) {
    connect(&m_closing, &ClosingQuestion::detachWanted, this, &OwnProcesses::goOnWhenSaved);
}

void OwnProcesses::goOn() {
    const RunBarState& state = m_parts.bar.state();
    if (m_parts.run.isOwn()) {
        if (!state.isReady || state.isEnding)
            return;
        goOnWhenSaved();
        m_parts.controller.stopAndSave();
    } else if (state.canResume) {
        resume(m_parts.run.folder());
    }
}

bool OwnProcesses::takeOver(const TrainEnd& end) {
    const bool goesOn =
        std::exchange(m_isWanted, false) && end.outcome == Outcome::Done && end.how == "stopped";
    if (goesOn)
        resume(end.folder); // the window closes when that has begun
    return goesOn;
}

void OwnProcesses::resume(const std::filesystem::path& run, const QStringList& more) {
    const QStringList words =
        QStringList{QStringLiteral("train"), QStringLiteral("--resume"), toQString(run),
                    QStringLiteral("--detach"), QStringLiteral("--quiet")} +
        more;
    const QString name = toQString(run.filename());
    m_parts.message.say(MessageBar::Kind::Note,
                        tr("%1 is being started in a process of its own").arg(name),
                        tr("It loads model and data."));
    m_startProgram(words, [this, name](const QString& problem, const QString&) {
        if (!problem.isEmpty()) {
            m_closing.forget(); // nobody trains the run now
            m_parts.message.say(MessageBar::Kind::Bad,
                                tr("%1 does not go on in a process of its own").arg(name), problem);
            return;
        }
        if (m_closing.closeIfWanted())
            return;
        m_parts.message.say(
            MessageBar::Kind::Good, tr("%1 goes on in a process of its own").arg(name),
            tr("It needs this window no longer. In a terminal its verbs are unlit run status, "
               "pause, stop."));
    });
}

void OwnProcesses::startSeveral(const QString& yaml, const QString& baseFolder,
                                const QString& name) {
    // The program reads it before it has anything to say: it may go with the last who knows it.
    const auto folder = std::make_shared<QTemporaryDir>();
    if (!folder->isValid())
        throw Error(ErrorKind::Io,
                    "the recipe cannot be handed on: " + folder->errorString().toStdString(),
                    "look at who may write in " + QDir::tempPath().toStdString() +
                        ", and whether it has room");
    const QString recipe = folder->filePath(name + QStringLiteral(".yaml"));
    m_parts.controller.writeRecipe(yaml, toPath(baseFolder), name, toPath(recipe));
    emit beginning();
    m_parts.message.say(MessageBar::Kind::Note,
                        tr("%1 is being started in processes of its own").arg(name),
                        tr("They load model and data."));
    const QStringList words = {QStringLiteral("train"), QStringLiteral("--config"), recipe,
                               QStringLiteral("--detach"), QStringLiteral("--quiet")};
    m_isStarting = true;
    m_startProgram(words, [this, name, folder](const QString& problem, const QString& run) {
        m_isStarting = false;
        if (!problem.isEmpty())
            return m_parts.message.say(MessageBar::Kind::Bad, tr("%1 does not begin").arg(name),
                                       problem);
        emit began(toPath(run));
        m_parts.message.say(
            MessageBar::Kind::Good, tr("%1 is trained by processes of its own").arg(name),
            tr("They need this window no longer. In a terminal their verbs are unlit run status, "
               "pause, stop."));
    });
}

} // namespace unlit::ui
