#include "app/cli/train/train_listener.h"

#include "app/cli/usage_error.h"
#include "core/base/atomic_file.h"
#include "core/base/log.h"
#include "core/base/overloaded.h"
#include "core/base/shell_text.h"
#include "core/base/text.h"
#include "core/runs/run_reader.h"
#include "core/train/distributed/rendezvous.h"

#include <array>
#include <cstdio>

namespace unlit::cli {

namespace {

/// Where lines cannot be redrawn, a log should not grow by one for each step.
constexpr auto kBetweenNotes = std::chrono::seconds(10);

std::string shortText(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.5g", value);
    return text.data();
}

} // namespace

ExitCode TrainListener::run() {
    while (!m_finished) {
        if (m_context.interrupt.isRequested() && !m_isStopping) {
            m_isStopping = true;
            m_context.console.note("saving and ending; Ctrl+C once more ends at once");
            m_session.stopAndSave(AskedBy::Signal);
        }
        for (const Event& event : m_listener.take())
            take(event);
    }
    m_context.console.endProgress();
    return finish();
}

void TrainListener::take(const Event& event) {
    Console& console = m_context.console;
    const auto handlers = Overloaded{
        [](const auto&) {}, // of no interest here
        [&](const LogLine& line) {
            if (line.level == LogLine::Level::Info)
                note(line.text);
            else if (m_console.level <= LogLevel::Warning)
                console.warning(line.text);
        },
        [&](const Progress& progress) {
            std::string line = toEnglish(progress.stage) + m_loss;
            if (progress.secondsLeft)
                line += " · " + formatSeconds(*progress.secondsLeft) + " left";
            console.progress(line);
        },
        [&](const TrainingPaused& body) {
            if (!body.isPaused && body.by == AskedBy::FullDisk)
                note("there is room again: the run goes on");
        },
        [&](const RunOpened& body) { tell(body); },
        [&](const ScalarsReady& body) { tell(body); },
        [&](const ValidationDone& body) { tell(body); },
        [&](const SettingChanged& body) { tell(body); },
        [&](const RunClosed& body) { m_closed = body; },
        [&](const Finished& body) { m_finished = body; },
    };
    std::visit(handlers, event.body);
}

void TrainListener::tell(const RunOpened& run) {
    m_context.interrupt.cleanUp(run.folder / "checkpoint");
    tellLauncher(train::kRunNote, run.folder.string());
    if (m_console.detached != nullptr)
        m_console.detached->tell(run.folder);
    std::string text = run.step == 0 ? "training " : "going on with ";
    text += run.folder.string();
    if (run.step > 0)
        text += " after step " + std::to_string(run.step);
    if (run.maxIter > 0)
        text += ", to step " + std::to_string(run.maxIter);
    note(text);
}

void TrainListener::tell(const ScalarsReady& figures) {
    for (const auto& [tag, value] : figures.scalars)
        if (tag == "train/loss")
            m_loss = " · loss " + shortText(value);
    for (const auto& [tag, value] : figures.scalars)
        if (tag == "median/train/loss")
            m_median = " (median " + shortText(value) + ")";
    m_loss += m_median;
    m_figures = figures.scalars;
    if (isDue(figures.step))
        note("step " + std::to_string(figures.step) + " · epoch " + std::to_string(figures.epoch) +
             m_loss);
}

bool TrainListener::isDue(std::int64_t step) {
    if (m_console.period)
        return step % *m_console.period == 0;
    const auto now = std::chrono::steady_clock::now();
    if (m_context.console.isLive() || now - m_lastNote < kBetweenNotes)
        return false;
    m_lastNote = now;
    return true;
}

void TrainListener::note(const std::string& text) {
    if (m_console.level <= LogLevel::Info)
        m_context.console.note(text);
}

void TrainListener::tell(const SettingChanged& change) {
    const auto shown = [](const std::string& value) { return value.empty() ? "not set" : value; };
    note(change.key + ": " + shown(change.before) + " → " + shown(change.after));
}

void TrainListener::tell(const ValidationDone& validation) {
    std::string text = "step " + std::to_string(validation.step) + " · " + validation.dataset + ":";
    for (const auto& [metric, value] : validation.metrics)
        text += " " + metric + " " + shortText(value);
    note(text + (validation.isBest ? " (the best so far)" : ""));
    Json& metrics = m_validation[validation.dataset] = Json::object();
    for (const auto& [metric, value] : validation.metrics)
        metrics[metric] = value;
}

/// What a script wants to know without reading files.
Json TrainListener::outcome() const {
    Json figures = Json::object();
    for (const auto& [tag, value] : m_figures)
        figures[tag] = value;
    Json best = nullptr;
    try {
        runs::RunReader reader({m_closed->folder, m_closed->folder.filename().string()});
        const double now =
            std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
                .count();
        if (const auto& found = reader.refresh(now, {}).best)
            best = {{"figure", found->tag}, {"value", found->value}, {"step", found->step}};
    } catch (...) {
        logSwallowed("the best figure of the run"); // the run itself is saved: that is what counts
    }
    return {{"run", m_closed->folder.string()}, {"outcome", m_closed->how},
            {"step", m_closed->step},           {"figures", figures},
            {"validation", m_validation},       {"best", best}};
}

void TrainListener::tellLauncher(const char* note, const std::string& text) const {
    if (m_console.notes.empty())
        return;
    try {
        writeAtomically(m_console.notes + note, text);
    } catch (...) {
        logSwallowed("telling the launcher");
    }
}

ExitCode TrainListener::finish() {
    Console& console = m_context.console;
    if (m_finished->outcome == Outcome::Cancelled)
        throw CancelledError();
    if (m_finished->outcome == Outcome::Failed) {
        const std::string error =
            m_finished->failure ? m_finished->failure->text() : "failed without a reason";
        if (!m_console.notes.empty() && error.find(train::kLostOthers) != std::string::npos)
            tellLauncher(train::kLostNote, error); // it knows what ended first
        else
            console.error(error);
        console.object({{"error", error},
                        {"kind", m_finished->failure ? toString(m_finished->failure->kind) : ""}});
        return ExitCode::Failed;
    }
    console.result(m_closed->folder.string());
    note(m_closed->how + " after step " + std::to_string(m_closed->step));
    if (console.isJson()) // it reads the run's files, and a scheduler may wait for the end
        console.object(outcome());
    if (m_closed->how == "complete")
        return ExitCode::Done;
    note("go on with it: unlit train --resume " + shellQuoted(m_closed->folder.string()));
    return ExitCode::Resumable;
}

} // namespace unlit::cli
