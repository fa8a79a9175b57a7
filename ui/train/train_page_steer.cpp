// What the Train page asks of the run on show, whichever process trains it, and how a run becomes
// one of a process of its own.
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/session/installed_share.h"
#include "ui/kit/text.h"
#include "ui/plots/plot_text.h"
#include "ui/train/train_page.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>

namespace unlit::ui {

namespace {

using Done = TrainPage::ProgramDone;

QString lastLine(const QByteArray& text) {
    return QString::fromUtf8(text.trimmed().split('\n').back()).trimmed();
}

/// The starter ends when the run has its folder; what it starts is nobody's child then.
void startUnlit(QObject* parent, const QStringList& words, const Done& done) {
    auto* starter = new QProcess(parent);
    QObject::connect(starter, &QProcess::finished, parent,
                     [starter, done](int code, QProcess::ExitStatus status) {
                         const bool isGood = status == QProcess::NormalExit && code == 0;
                         const QString problem = lastLine(starter->readAllStandardError());
                         const QString printed = lastLine(starter->readAllStandardOutput());
                         starter->deleteLater();
                         done(isGood              ? QString()
                              : problem.isEmpty() ? TrainPage::tr("It ended without a word.")
                                                  : problem,
                              printed);
                     });
    QObject::connect(
        starter, &QProcess::errorOccurred, parent, [starter, done](QProcess::ProcessError error) {
            if (error != QProcess::FailedToStart)
                return; // finished() follows
            starter->deleteLater();
            done(TrainPage::tr("The program unlit cannot be started: it lies beside the "
                               "studio, or in $PATH."),
                 {});
        });
    starter->start(toQString(commandLineProgram()), words);
}

} // namespace

void TrainPage::connectSteering() {
    m_startProgram = [this](const QStringList& words, const Done& done) {
        startUnlit(this, words, done);
    };
    connect(m_bar, &RunBar::pauseAsked, this, [this] { steer(runs::RunVerb::Pause); });
    connect(m_bar, &RunBar::goOnAsked, this, [this] { steer(runs::RunVerb::Continue); });
    connect(m_bar, &RunBar::validateAsked, this, [this] { steer(runs::RunVerb::Validate); });
    connect(m_bar, &RunBar::saveAsked, this, [this] { steer(runs::RunVerb::Save); });
    connect(m_bar, &RunBar::histogramsAsked, this, [this] { writeHistograms(); });
    connect(m_bar, &RunBar::stopAsked, this, [this] { steer(runs::RunVerb::Stop); });
    connect(m_bar, &RunBar::detachAsked, this, &TrainPage::goOnDetached);
    connect(&m_steering, &RunSteering::changed, this, &TrainPage::updateBar);
    connect(&m_steering, &RunSteering::failed, this,
            [this](const Failure& failure) { sayFailure(failure); });
    connect(&m_steering, &RunSteering::took, this, [this](runs::RunVerb verb) {
        if (verb == runs::RunVerb::Validate || verb == runs::RunVerb::Save)
            say(MessageBar::Kind::Good, tr("The run was asked"),
                tr("It does so before its next micro-batch; of several processes, its next step."));
        else if (verb == runs::RunVerb::Histograms)
            say(MessageBar::Kind::Good, tr("Histograms are written"),
                tr("Of all trained weights and their gradients, at the step under way; "
                   "TensorBoard shows them."));
        m_watcher.lookNow();
    });
}

/// A run that nobody trains has nothing to say.
void TrainPage::lookAtRun() {
    const bool isAlive = m_summary && (m_summary->status == runs::RunStatus::Running ||
                                       m_summary->status == runs::RunStatus::Paused);
    if (isAlive)
        m_steering.look();
}

void TrainPage::steer(runs::RunVerb verb) {
    if (!isOwnOnShow()) {
        if (m_bar->state().verbs == RunVerbs::Steered)
            m_steering.ask(verb);
        return;
    }
    switch (verb) {
    case runs::RunVerb::Pause:
        return m_controller.pause();
    case runs::RunVerb::Continue:
        return m_controller.goOn();
    case runs::RunVerb::Validate:
        return m_controller.validateNow();
    case runs::RunVerb::Save:
        return m_controller.saveNow();
    case runs::RunVerb::Stop:
        return m_controller.stopAndSave();
    case runs::RunVerb::Status:
    case runs::RunVerb::LearningRate:
    case runs::RunVerb::Histograms:
        return;
    }
}

/// By way of the folder, whoever trains the run: it knows whether it writes event files.
void TrainPage::writeHistograms() {
    const RunVerbs verbs = m_bar->state().verbs;
    if (verbs == RunVerbs::Steered || (verbs == RunVerbs::Own && m_bar->state().isReady))
        m_steering.ask(runs::RunVerb::Histograms);
}

void TrainPage::addRates(RunBarState& state) const {
    if (!m_steering.answer())
        return;
    state.baseRate = m_steering.answer()->baseRate;
    state.currentRate = m_steering.answer()->learningRate.value_or(0);
}

void TrainPage::changeRate(double rate) {
    try {
        if (isOwnOnShow())
            m_controller.setLearningRate(rate);
        else
            m_steering.ask(runs::RunVerb::LearningRate, rate);
        say(MessageBar::Kind::Good, tr("The learning rate becomes %1").arg(figureText(rate)),
            tr("From the next micro-batch on; the schedule goes on multiplying it."));
    } catch (...) {
        sayFailure(translateCurrentException());
    }
}

void TrainPage::goOnDetached() {
    if (isOwnOnShow()) {
        if (!m_bar->state().isReady || m_bar->state().isEnding)
            return;
        m_detachesWhenSaved = true;
        m_controller.stopAndSave();
    } else if (m_bar->state().canResume) {
        startDetached(m_folder);
    }
}

void TrainPage::startDetached(const std::filesystem::path& run, const QStringList& more) {
    const QStringList words =
        QStringList{QStringLiteral("train"), QStringLiteral("--resume"), toQString(run),
                    QStringLiteral("--detach"), QStringLiteral("--quiet")} +
        more;
    const QString name = toQString(run.filename());
    say(MessageBar::Kind::Note, tr("%1 is being started in a process of its own").arg(name),
        tr("It loads model and data."));
    m_startProgram(words, [this, name](const QString& problem, const QString&) {
        if (!problem.isEmpty()) {
            m_closesWhenSaved = false; // the window stays: nobody trains the run now
            say(MessageBar::Kind::Bad, tr("%1 does not go on in a process of its own").arg(name),
                problem);
            return;
        }
        if (m_closesWhenSaved) {
            emit closeReady();
            return;
        }
        say(MessageBar::Kind::Good, tr("%1 goes on in a process of its own").arg(name),
            tr("It needs this window no longer. In a terminal its verbs are unlit run status, "
               "pause, stop."));
    });
}

void TrainPage::startSeveral(const QString& yaml, const QString& baseFolder, const QString& name) {
    // The program reads it before it has anything to say: it may go with the last who knows it.
    const auto folder = std::make_shared<QTemporaryDir>();
    if (!folder->isValid())
        throw Error(ErrorKind::Io,
                    "the recipe cannot be handed on: " + folder->errorString().toStdString(),
                    "look at who may write in " + QDir::tempPath().toStdString() +
                        ", and whether it has room");
    const QString recipe = folder->filePath(name + QStringLiteral(".yaml"));
    m_controller.writeRecipe(yaml, toPath(baseFolder), name, toPath(recipe));
    m_rehearsal->hide();
    m_console->clear();
    showRun({});
    say(MessageBar::Kind::Note, tr("%1 is being started in processes of its own").arg(name),
        tr("They load model and data."));
    const QStringList words = {QStringLiteral("train"), QStringLiteral("--config"), recipe,
                               QStringLiteral("--detach"), QStringLiteral("--quiet")};
    m_startsSeveral = true;
    m_startProgram(words, [this, name, folder](const QString& problem, const QString& run) {
        m_startsSeveral = false;
        if (!problem.isEmpty())
            return say(MessageBar::Kind::Bad, tr("%1 does not begin").arg(name), problem);
        showRun(toPath(run));
        m_watcher.lookNow();
        say(MessageBar::Kind::Good, tr("%1 is trained by processes of its own").arg(name),
            tr("They need this window no longer. In a terminal their verbs are unlit run status, "
               "pause, stop."));
    });
}

} // namespace unlit::ui
