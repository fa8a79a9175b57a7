#include "ui/train/run_facts.h"

#include "core/base/text.h"
#include "core/runs/metric_tag.h"
#include "core/runs/run_pace.h"
#include "core/runs/ways_on.h"
#include "ui/kit/stage_text.h"
#include "ui/kit/text.h"
#include "ui/models/runs_model.h"
#include "ui/plots/plot_text.h"

#include <QLocale>

namespace unlit::ui {

namespace {

QString paceText(double secondsPerStep) {
    return secondsPerStep <= 1
               ? QObject::tr("%1 it/s").arg(QString::number(1 / secondsPerStep, 'f', 1))
               : QObject::tr("%1 s/it").arg(QString::number(secondsPerStep, 'f', 1));
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

/// Of a run that a full disk has paused.
void addWaiting(const std::string& waitsFor, RunBarState& state) {
    if (waitsFor.empty())
        return;
    state.status = QObject::tr("the disk is full or gone: it waits");
    state.tone = RunTone::Bad;
    state.note = sentence(waitsFor);
}

/// Of a run that answers.
void addRates(const RunSteering& steering, RunBarState& state) {
    if (!steering.answer())
        return;
    state.baseRate = steering.answer()->baseRate;
    state.currentRate = steering.answer()->learningRate.value_or(0);
}

/// "iter 12 480 of 50 000 · epoch 14 · 1.9 it/s · 5 h 29 min left · 7.9 GiB".
QString factsText(const ShownRun& run, const TrainController& own) {
    QStringList facts;
    if (run.isOwn() && own.phase() == TrainPhase::Starting && !own.progress().stage.empty())
        facts += stageText(own.progress().stage);
    if (run.series() == nullptr)
        return facts.join(QStringLiteral(" · "));
    const runs::RunSeries& series = *run.series();
    const std::optional<runs::RunSummary>& summary = run.summary();
    const std::size_t last = series.rowCount() - 1;
    const std::int64_t step = series.stepAt(last);
    const std::int64_t most = summary ? summary->maxStep : 0;
    facts += most > 0 ? ShownRun::tr("iter %1 of %2").arg(groupedSteps(step), groupedSteps(most))
                      : ShownRun::tr("iter %1").arg(groupedSteps(step));
    facts +=
        ShownRun::tr("epoch %1").arg(static_cast<qlonglong>(series.epochAt(last)) + 1); // under way
    if (const auto pace = runs::secondsPerStep(series); pace && run.isLive())
        facts += paceText(*pace);
    if (const auto left = run.secondsLeft())
        facts += timeLeftText(*left);
    if (const auto memory = runs::lastValue(series, "perf/resident_bytes"); memory && run.isLive())
        facts += toQString(formatBytes(static_cast<std::uint64_t>(*memory)));
    if (!run.isLive() && summary) {
        if (summary->best)
            facts += ShownRun::tr("best %1 at %2")
                         .arg(figureText(summary->best->value), groupedSteps(summary->best->step));
        facts += toQString(formatSeconds(summary->seconds));
        if (summary->bytes > 0)
            facts += ShownRun::tr("%1 on disk").arg(toQString(formatBytes(summary->bytes)));
    }
    return facts.join(QStringLiteral(" · "));
}

} // namespace

QString groupedSteps(std::int64_t steps) {
    return QLocale(QLocale::C).toString(static_cast<qlonglong>(steps)).replace(u',', u' ');
}

RunBarState barStateOf(const ShownRun& run, const TrainController& own) {
    RunBarState state;
    const std::optional<runs::RunSummary>& summary = run.summary();
    const bool isOwn = run.isOwn();
    const TrainPhase phase = own.phase();
    state.canShowOwn = own.isTraining() && !isOwn;
    if (run.folder().empty() && !isOwn)
        return state;
    state.name = run.folder().empty() ? own.title() : run.name();
    state.facts = factsText(run, own);
    state.folder = run.folder();
    state.hasCheckpoint = !run.latest().empty();
    if (isOwn) {
        const PhaseWords words = wordsOf(phase);
        state.status = words.status;
        state.tone = words.tone;
        if (phase == TrainPhase::Paused)
            addWaiting(own.waitsFor(), state);
        state.verbs = RunVerbs::Own;
        state.isPaused = phase == TrainPhase::Paused || phase == TrainPhase::Pausing;
        state.isEnding = phase == TrainPhase::Stopping;
        state.isReady = phase != TrainPhase::Starting;
        state.hasCheckpoint = state.isReady;
        addRates(run.steering(), state);
        return state;
    }
    if (!summary) {
        if (run.isGone()) {
            state.status = ShownRun::tr("its folder is gone");
            state.tone = RunTone::Bad;
        }
        return state;
    }
    const runs::RunStatus status = summary->status;
    const bool isLive = run.isAlive();
    state.status = statusText(status);
    state.tone = toneOf(status);
    state.note = sentence(summary->note);
    state.verbs = isLive ? RunVerbs::Watched : RunVerbs::Resting;
    state.canExtend = runs::canExtend(*summary);
    state.canResume = runs::canResume(*summary);
    if (isLive && run.steering().answer()) {
        state.verbs = RunVerbs::Steered;
        state.isPaused = run.steering().answer()->isPaused;
        state.isEnding = run.steering().answer()->isStopping;
        addRates(run.steering(), state);
        state.status += ShownRun::tr(" in another process");
        addWaiting(run.steering().answer()->waitsFor, state);
    } else if (isLive)
        state.status += ShownRun::tr(" in another process; this one watches");
    else if (!summary->note.empty())
        state.status += QStringLiteral(": ") + toQString(summary->note);
    return state;
}

QString meanText(const ShownRun& run, std::int64_t step) {
    const runs::RunSeries* series = run.series();
    if (series == nullptr)
        return {};
    const std::string tag = runs::mainTag(
        series->tags(), run.summary() && run.summary()->best ? run.summary()->best->tag : "psnr");
    const runs::TagSeries* values = series->find(tag);
    if (values == nullptr)
        return {};
    for (std::size_t i = 0; i < values->rows.size(); ++i)
        if (series->stepAt(values->rows[i]) == step)
            return ShownRun::tr("mean %1 %2")
                .arg(toQString(tag.substr(tag.rfind('/') + 1)), figureText(values->values[i]));
    return {};
}

} // namespace unlit::ui
