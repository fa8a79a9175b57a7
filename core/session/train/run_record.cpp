#include "core/session/train/run_record.h"

#include "core/base/error.h"
#include "core/base/file_sync.h"
#include "core/base/overloaded.h"
#include "core/base/this_process.h"
#include "core/base/version.h"
#include "core/runs/legacy_run_log.h"
#include "core/session/train/asked_by.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

namespace unlit {

using runs::RunEvent;
using runs::RunEventKind;
using Json = nlohmann::ordered_json;

namespace {

RunEvent processEvent() {
    const ProcessFacts process = thisProcess();
    RunEvent event{RunEventKind::Process, 0, {}};
    event.fields = {{"program", "unlit " + std::string(version())},
                    {"command", process.commandLine},
                    {"host", process.host},
                    {"pid", process.pid}};
    return event;
}

/// JSON has no other numbers.
Json numberOrNull(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

bool endsInItsMiddle(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    if (!stream || stream.tellg() <= 0)
        return false;
    stream.seekg(-1, std::ios::end);
    return stream.get() != '\n';
}

RunEvent eventOf(const RunIntervention& asked) {
    constexpr std::array kKinds = {RunEventKind::LearningRate, RunEventKind::SaveAsked,
                                   RunEventKind::ValidationAsked};
    RunEvent event{kKinds[static_cast<std::size_t>(asked.what)], asked.step, {}};
    if (asked.what == RunIntervention::What::LearningRate) {
        event.fields["from"] = asked.from;
        event.fields["to"] = asked.to;
    }
    event.fields["by"] = toString(asked.by);
    return event;
}

RunEvent eventOf(const RunOpened& run) {
    RunEvent event{run.isResumed ? RunEventKind::Resumed : RunEventKind::Started, run.step, {}};
    if (run.isResumed)
        event.fields["checkpoint"] = run.checkpoint.empty() ? Json(nullptr) : Json(run.checkpoint);
    event.fields["max_iter"] = run.maxIter;
    return event;
}

RunEvent eventOf(const RunClosed& run) {
    if (run.how == "complete")
        return {RunEventKind::Complete, run.step, {}};
    RunEvent event{RunEventKind::Stopped, run.step, {}};
    event.fields["by"] = toString(run.by);
    return event;
}

RunEvent eventOf(const CheckpointSaved& saved) {
    RunEvent event{RunEventKind::Saved, saved.step, {}};
    event.fields = {{"checkpoint", saved.folder.filename().string()},
                    {"bytes", saved.bytes},
                    {"seconds", saved.seconds},
                    {"pause_seconds", saved.pauseSeconds}};
    return event;
}

RunEvent eventOf(const ValidationDone& done) {
    RunEvent event{RunEventKind::Validated, done.step, {}};
    Json metrics = Json::object();
    for (const auto& [name, value] : done.metrics)
        metrics[name] = numberOrNull(value);
    event.fields = {{"dataset", done.dataset}, {"metrics", metrics}, {"best", done.isBest}};
    return event;
}

RunEvent eventOf(const SettingChanged& change) {
    RunEvent event{RunEventKind::Changed, change.step, {}};
    event.fields = {{"setting", change.key},
                    {"from", change.before},
                    {"to", change.after},
                    {"by", toString(change.by)}};
    return event;
}

RunEvent eventOf(const TrainingPaused& pause) {
    RunEvent event{pause.isPaused ? RunEventKind::Paused : RunEventKind::Continued, pause.step, {}};
    event.fields["by"] = toString(pause.by);
    if (!pause.waitsFor.empty())
        event.fields["waits_for"] = pause.waitsFor;
    return event;
}

RunEvent eventOf(const BadSample& bad) {
    RunEvent event{RunEventKind::BadSample, bad.step, {}};
    event.fields = {{"sample", bad.sample}, {"what", bad.what}, {"left_out", bad.isLeftOut}};
    return event;
}

RunEvent failedEvent(const Failure& failure, std::int64_t step) {
    RunEvent event{RunEventKind::Failed, step, {}};
    event.fields = {
        {"error", toString(failure.kind)}, {"message", failure.message}, {"hint", failure.hint}};
    return event;
}

} // namespace

RunRecord::RunRecord(const train::RunFolder& folder, OnTrouble onTrouble, const Json& provenance)
    : m_folder(folder), m_onTrouble(std::move(onTrouble)) {
    RunEvent event = processEvent();
    event.fields.update(provenance);
    add(std::move(event));
}

void RunRecord::add(const decltype(Event::body)& body) noexcept {
    const auto handlers = Overloaded{
        [](const auto&) {}, // progress and pictures change nothing
        [&](const ScalarsReady& row) {
            const std::scoped_lock lock(m_mutex);
            m_step = row.step;
        },
        [&](const RunOpened& news) { add(eventOf(news)); },
        [&](const RunClosed& news) { add(eventOf(news)); },
        [&](const CheckpointSaved& news) { add(eventOf(news)); },
        [&](const ValidationDone& news) { add(eventOf(news)); },
        [&](const SettingChanged& news) { add(eventOf(news)); },
        [&](const RunIntervention& news) { add(eventOf(news)); },
        [&](const TrainingPaused& news) { add(eventOf(news)); },
        [&](const BadSample& news) { add(eventOf(news)); },
        [&](const Finished& news) {
            if (news.failure)
                add(failedEvent(*news.failure, lastStep()));
        },
    };
    std::visit(handlers, body);
}

std::int64_t RunRecord::lastStep() {
    const std::scoped_lock lock(m_mutex);
    return m_step;
}

void RunRecord::add(RunEvent event) noexcept {
    std::optional<Failure> failure;
    bool tells = false;
    {
        const std::scoped_lock lock(m_mutex);
        try {
            write(std::move(event));
            tells = std::exchange(m_isInTrouble, false);
        } catch (...) {
            failure = translateCurrentException();
            tells = !std::exchange(m_isInTrouble, true);
        }
    }
    if (tells && m_onTrouble) // which may add, too
        m_onTrouble(failure);
}

/// Runs of earlier versions have no such file: what their log tells stands first in it.
void RunRecord::open() {
    const std::filesystem::path file = m_folder.events();
    std::error_code absent; // an empty one was begun and not written
    const auto bytes = std::filesystem::file_size(file, absent);
    const bool isNew = absent || bytes == 0;
    const bool isTorn = !isNew && endsInItsMiddle(file);
    m_file.emplace(file);
    if (isTorn)
        m_pending.insert(0, "\n");
    if (!isNew)
        return;
    std::string before;
    for (RunEvent& event : runs::legacyRunEvents(m_folder.log())) {
        event.fields["from_log"] = true;
        before += lineOf(event);
    }
    m_pending.insert(m_pending.find('\n') + 1, before); // behind the record of who writes
    syncFolder(m_folder.path());
}

void RunRecord::write(RunEvent event) {
    if (event.time.empty())
        event.time = runs::runEventTime(std::chrono::system_clock::now());
    m_step = std::max(m_step, event.step);
    m_pending += lineOf(event);
    if (!m_file)
        open();
    m_file->append(m_pending);
    m_pending.clear();
    m_file->sync();
}

} // namespace unlit
