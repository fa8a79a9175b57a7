// What the Train page says of its run, and what it does when the run ends.
#include "core/base/failure.h"
#include "core/base/text.h"
#include "core/runs/metric_tag.h"
#include "core/runs/run_pace.h"
#include "ui/kit/text.h"
#include "ui/models/runs_model.h"
#include "ui/plots/plot_text.h"
#include "ui/train/train_page.h"

#include <QApplication>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace unlit::ui {

namespace {

/// "12 480".
QString grouped(std::int64_t number) {
    return QLocale(QLocale::C).toString(static_cast<qlonglong>(number)).replace(u',', u' ');
}

QString paceText(double secondsPerStep) {
    return secondsPerStep <= 1
               ? QObject::tr("%1 it/s").arg(QString::number(1 / secondsPerStep, 'f', 1))
               : QObject::tr("%1 s/it").arg(QString::number(secondsPerStep, 'f', 1));
}

std::filesystem::path latestOf(const std::filesystem::path& run) {
    return run / "checkpoint" / "latest";
}

bool hasLatest(const std::filesystem::path& run) {
    std::error_code unknown;
    return !run.empty() && std::filesystem::is_directory(latestOf(run), unknown);
}

RunTone toneOf(runs::RunStatus status) {
    switch (status) {
    case runs::RunStatus::Running:
    case runs::RunStatus::Finished:
        return RunTone::Good;
    case runs::RunStatus::Paused:
        return RunTone::Busy;
    case runs::RunStatus::Failed:
    case runs::RunStatus::Interrupted:
    case runs::RunStatus::Unreadable:
        return RunTone::Bad;
    case runs::RunStatus::Stopped:
        break;
    }
    return RunTone::Quiet;
}

struct PhaseWords {
    QString status;
    RunTone tone = RunTone::Busy;
};

PhaseWords wordsOf(TrainPhase phase) {
    switch (phase) {
    case TrainPhase::Starting:
        return {QObject::tr("starting…")};
    case TrainPhase::Running:
        return {QObject::tr("running"), RunTone::Good};
    case TrainPhase::Pausing:
        return {QObject::tr("pausing after this micro-batch…")};
    case TrainPhase::Paused:
        return {QObject::tr("paused, the model stays loaded")};
    case TrainPhase::Stopping:
        return {QObject::tr("saving, then it ends…")};
    case TrainPhase::Rehearsing:
    case TrainPhase::Idle:
        break;
    }
    return {};
}

bool isAlive(runs::RunStatus status) {
    return status == runs::RunStatus::Running || status == runs::RunStatus::Paused;
}

/// Of a run that a full disk has paused.
void addWaiting(const std::string& waitsFor, RunBarState& state) {
    if (waitsFor.empty())
        return;
    state.status = QObject::tr("the disk is full or gone: it waits");
    state.tone = RunTone::Bad;
    state.note = sentence(waitsFor);
}

} // namespace

/// Before it has a folder there is none on show.
bool TrainPage::isOwnOnShow() const {
    if (!m_controller.isTraining())
        return false;
    return m_controller.folder() == m_folder ||
           (m_controller.folder().empty() && m_controller.phase() == TrainPhase::Starting);
}

bool TrainPage::isBusyElsewhere() {
    if (!m_controller.isBusy())
        return false;
    say(MessageBar::Kind::Bad, tr("%1 is under way").arg(m_controller.title()),
        tr("One training at a time: stop and save it first."));
    return true;
}

RunBarState TrainPage::barState() const {
    RunBarState state;
    const bool isOwn = isOwnOnShow();
    const TrainPhase phase = m_controller.phase();
    state.canShowOwn = m_controller.isTraining() && !isOwn;
    if (m_folder.empty() && !isOwn)
        return state;
    state.name = m_folder.empty() ? m_controller.title() : toQString(m_folder.filename());
    state.facts = factsText();
    state.folder = m_folder;
    state.hasCheckpoint = hasLatest(m_folder);
    if (isOwn) {
        const PhaseWords words = wordsOf(phase);
        state.status = words.status;
        state.tone = words.tone;
        if (phase == TrainPhase::Paused)
            addWaiting(m_controller.waitsFor(), state);
        state.verbs = RunVerbs::Own;
        state.isPaused = phase == TrainPhase::Paused || phase == TrainPhase::Pausing;
        state.isEnding = phase == TrainPhase::Stopping;
        state.isReady = phase != TrainPhase::Starting;
        state.hasCheckpoint = state.isReady;
        addRates(state);
        return state;
    }
    if (!m_summary) {
        if (m_isGone) {
            state.status = tr("its folder is gone");
            state.tone = RunTone::Bad;
        }
        return state;
    }
    const runs::RunStatus status = m_summary->status;
    const bool isLive = isAlive(status);
    state.status = statusText(status);
    state.tone = toneOf(status);
    state.note = sentence(m_summary->note);
    state.verbs = isLive ? RunVerbs::Watched : RunVerbs::Resting;
    state.canExtend = m_summary->isOurs && status != runs::RunStatus::Unreadable;
    state.canResume = state.canExtend && status != runs::RunStatus::Finished;
    if (isLive && m_steering.answer()) {
        state.verbs = RunVerbs::Steered;
        state.isPaused = m_steering.answer()->isPaused;
        state.isEnding = m_steering.answer()->isStopping;
        addRates(state);
        state.status += tr(" in another process");
        addWaiting(m_steering.answer()->waitsFor, state);
    } else if (isLive)
        state.status += tr(" in another process; this one watches");
    else if (!m_summary->note.empty())
        state.status += QStringLiteral(": ") + toQString(m_summary->note);
    return state;
}

/// It trains right now, here or elsewhere.
bool TrainPage::isLive() const {
    return isOwnOnShow() ? m_controller.phase() == TrainPhase::Running
                         : m_summary && m_summary->status == runs::RunStatus::Running;
}

/// As the run itself says it; of one that cannot be asked, at the pace of its last steps.
std::optional<double> TrainPage::secondsLeft() const {
    if (isOwnOnShow())
        return isLive() ? m_controller.progress().secondsLeft : std::nullopt;
    if (const auto& answer = m_steering.answer(); answer && isLive() && answer->secondsLeft)
        return answer->secondsLeft;
    const FollowedRun* run = m_plots->followed();
    if (run == nullptr || run->series->rowCount() == 0 || !m_summary || !isLive())
        return {};
    const std::int64_t left = m_summary->maxStep - run->series->stepAt(run->series->rowCount() - 1);
    const auto pace = runs::secondsPerStep(*run->series);
    return pace && left > 0 ? std::optional(*pace * static_cast<double>(left)) : std::nullopt;
}

std::optional<double> TrainPage::ownSecondsLeft() const {
    return isOwnOnShow() ? secondsLeft() : std::nullopt;
}

/// "iter 12 480 of 50 000 · epoch 14 · 1.9 it/s · 5 h 29 min left · 7.9 GiB".
QString TrainPage::factsText() const {
    const bool isOwn = isOwnOnShow();
    const FollowedRun* run = m_plots->followed();
    QStringList facts;
    if (isOwn && m_controller.phase() == TrainPhase::Starting &&
        !m_controller.progress().what.empty())
        facts += toQString(m_controller.progress().what);
    if (run == nullptr || run->series->rowCount() == 0)
        return facts.join(QStringLiteral(" · "));
    const runs::RunSeries& series = *run->series;
    const std::size_t last = series.rowCount() - 1;
    const std::int64_t step = series.stepAt(last);
    const std::int64_t most = m_summary ? m_summary->maxStep : 0;
    facts += most > 0 ? tr("iter %1 of %2").arg(grouped(step), grouped(most))
                      : tr("iter %1").arg(grouped(step));
    facts += tr("epoch %1").arg(static_cast<qlonglong>(series.epochAt(last)) + 1); // under way
    if (const auto pace = runs::secondsPerStep(series); pace && isLive())
        facts += paceText(*pace);
    if (const auto left = secondsLeft())
        facts += timeLeftText(*left);
    if (const auto memory = runs::lastValue(series, "perf/resident_bytes"); memory && isLive())
        facts += toQString(formatBytes(static_cast<std::uint64_t>(*memory)));
    if (!isLive() && m_summary) {
        if (m_summary->best)
            facts += tr("best %1 at %2")
                         .arg(figureText(m_summary->best->value), grouped(m_summary->best->step));
        facts += toQString(formatSeconds(m_summary->seconds));
        if (m_summary->bytes > 0)
            facts += tr("%1 on disk").arg(toQString(formatBytes(m_summary->bytes)));
    }
    return facts.join(QStringLiteral(" · "));
}

/// Of the figure that decides, over the whole set, where there was a validation at that step.
QString TrainPage::meanText(std::int64_t step) const {
    const FollowedRun* run = m_plots->followed();
    if (run == nullptr)
        return {};
    const std::string tag = runs::mainTag(run->series->tags(), "psnr");
    const runs::TagSeries* values = run->series->find(tag);
    if (values == nullptr)
        return {};
    for (std::size_t i = 0; i < values->rows.size(); ++i)
        if (run->series->stepAt(values->rows[i]) == step)
            return tr("mean %1 %2")
                .arg(toQString(tag.substr(tag.rfind('/') + 1)), figureText(values->values[i]));
    return {};
}

void TrainPage::updateBar() {
    m_bar->show(barState());
}

void TrainPage::takeSummary(const std::vector<runs::RunSummary>& rows) {
    const auto found = std::ranges::find(rows, m_folder, &runs::RunSummary::folder);
    if (found == rows.end())
        return;
    const bool wasAlive = m_summary && isAlive(m_summary->status);
    m_summary = *found;
    m_isGone = false;
    forgetEndOfBefore(isAlive(m_summary->status));
    if (wasAlive && !isAlive(m_summary->status) && !isOwnOnShow() && m_endSaid == EndSaid::No)
        sayEndElsewhere();
    updateBar();
}

/// A run of another process went wrong before the eyes of who watches it.
void TrainPage::sayEndElsewhere() {
    const bool hasFailed = m_summary->status == runs::RunStatus::Failed;
    if (!hasFailed && m_summary->status != runs::RunStatus::Interrupted)
        return;
    const QString name = toQString(m_folder.filename());
    say(MessageBar::Kind::Bad,
        hasFailed ? tr("%1 has failed").arg(name) : tr("%1 was cut off").arg(name),
        sentence(m_summary->note), waysOn());
    m_endSaid = EndSaid::AndSeen;
}

/// Out of a failure, where there is something to go on from.
std::vector<MessageBar::Choice> TrainPage::waysOn() {
    if (!hasLatest(m_folder))
        return {};
    return {{tr("Resume"), [this] { resumeRun(m_folder); }},
            {tr("Roll back…"), [this] { emit rollBackAsked(m_folder); }},
            {tr("Fork…"), [this] { emit forkAsked(m_folder); }}};
}

/// What is said of an end goes when the run goes on, whoever trains it. A summary that was read
/// just before the end still says that the run lives; takeEnd() asks for one that was read after
/// it.
void TrainPage::forgetEndOfBefore(bool isLive) {
    if (m_endSaid == EndSaid::AndSeen && isLive) {
        m_endSaid = EndSaid::No;
        m_message->hide();
    } else if (m_endSaid == EndSaid::Yes && !isLive) {
        m_endSaid = EndSaid::AndSeen;
    }
}

void TrainPage::takeEnd(const TrainEnd& end) {
    m_usesWhenSaved = false;
    m_watcher.lookAgainAt(end.folder); // it is told where nothing has changed, too
    const bool goesOn = std::exchange(m_detachesWhenSaved, false) && end.outcome == Outcome::Done &&
                        end.how == "stopped";
    if (goesOn)
        return startDetached(end.folder); // and closes when that has begun
    if (m_closesWhenSaved && end.outcome != Outcome::Failed) {
        emit closeReady();
        return;
    }
    m_closesWhenSaved = false;
    if (end.outcome == Outcome::Failed && end.folder.empty() && end.failure)
        m_console->add(runs::LogEntry::Level::Error, toQString(end.failure->text()));
    if (m_folder.empty())
        showRun({}); // back to the empty page
    const EndWords words = endWords(end);
    if (words.text.isEmpty())
        return;
    say(words.kind, words.text, words.hint, words.choices);
    m_endSaid = EndSaid::Yes;
    if (end.wasRehearsal || isActiveWindow() || end.outcome == Outcome::Cancelled)
        return;
    QApplication::alert(window()); // where the desktop shows no notices
    m_desktop.tell(tr("Unlit Studio · %1").arg(m_controller.title()),
                   QStringList({words.text, words.hint}).join(u'\n'), end.failure.has_value());
}

TrainPage::EndWords TrainPage::endWords(const TrainEnd& end) {
    using Kind = MessageBar::Kind;
    const MessageBar::Choice again{tr("Resume"), [this] { resumeRun(m_folder); }};
    const MessageBar::Choice use{tr("Use it in Infer"), [this] { useWeights(); }};
    const MessageBar::Choice extend{tr("Extend…"), [this] { m_bar->askExtend(); }};
    const QString name = m_controller.title();
    if (end.failure)
        return {Kind::Bad, sentence(end.failure->message), sentence(end.failure->hint),
                end.folder.empty() ? std::vector<MessageBar::Choice>() : waysOn()};
    if (end.wasRehearsal)
        return end.outcome == Outcome::Cancelled
                   ? EndWords{Kind::Good, tr("The rehearsal was stopped"),
                              tr("Nothing of it is left.")}
                   : EndWords{};
    if (end.outcome == Outcome::Cancelled)
        return {Kind::Good, tr("%1 was stopped before there was a run").arg(name)};
    if (end.how == "complete")
        return {Kind::Good,
                tr("%1 is complete: %2 steps").arg(name, grouped(end.step)),
                tr("Judge it by the pictures below, try it in Infer, or let it go on."),
                {use, extend}};
    return {Kind::Good,
            tr("%1 is saved after step %2").arg(name, grouped(end.step)),
            tr("It goes on from that very step, here or with unlit train --resume."),
            {again, use}};
}

/// Of a run under way as they are at this step: a checkpoint is a model folder.
void TrainPage::useWeights() {
    if (isOwnOnShow()) {
        m_usesWhenSaved = true;
        m_controller.saveNow();
        return;
    }
    if (hasLatest(m_folder))
        emit useModelAsked(toQString(latestOf(m_folder)));
    else
        say(MessageBar::Kind::Bad, tr("The run has no checkpoint yet"),
            tr("It comes with save_period steps of its trainer."));
}

} // namespace unlit::ui
