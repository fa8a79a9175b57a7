#include "app/cli/train/rehearsal_listener.h"

#include "app/cli/usage_error.h"
#include "core/base/text.h"

namespace unlit::cli {

namespace {

using State = RehearsalCheck::State;

const char* wordOf(State state) {
    switch (state) {
    case State::Passed:
        return "passed";
    case State::Failed:
        return "failed";
    case State::LeftOut:
        return "left out";
    case State::Running:
        break;
    }
    return "not tried";
}

std::string lineOf(const RehearsalCheck& check) {
    const char* mark = check.state == State::Passed   ? "✓"
                       : check.state == State::Failed ? "✕"
                                                      : "–";
    std::string line = std::string(mark) + " " + toEnglish(check.kind);
    const std::string found = foundInEnglish(check);
    if (!found.empty())
        line += ": " + found;
    return line + " (" + formatSeconds(check.seconds) + ")";
}

/// A line each.
std::vector<std::string> costsOf(const RehearsalReport& report) {
    std::vector<std::string> lines;
    if (report.secondsPerStep > 0) {
        std::string line = "a step takes " + formatSeconds(report.secondsPerStep);
        if (report.maxIter > 0)
            line += ", " + std::to_string(report.maxIter) + " of them about " +
                    formatSeconds(report.secondsPerStep * static_cast<double>(report.maxIter));
        lines.push_back(std::move(line));
    }
    if (report.peakMemoryBytes)
        lines.push_back(formatBytes(*report.peakMemoryBytes) +
                        " more memory at the peak than before");
    if (report.checkpointBytes > 0)
        lines.push_back(formatBytes(report.checkpointBytes) + " a checkpoint, " +
                        formatBytes(report.freeDiskBytes) + " free on the disk");
    return lines;
}

Json jsonOf(const std::string& config, const RehearsalReport& report) {
    Json checks = Json::array();
    for (const RehearsalCheck& check : report.checks)
        checks.push_back({{"what", toEnglish(check.kind)},
                          {"state", wordOf(check.state)},
                          {"found", foundInEnglish(check)},
                          {"seconds", check.seconds}});
    Json object = {{"config", config},
                   {"passed", report.hasPassed()},
                   {"seconds", report.seconds},
                   {"checks", std::move(checks)}};
    if (report.failure)
        object["error"] = report.failure->text();
    object["seconds_per_step"] = report.secondsPerStep;
    if (report.peakMemoryBytes)
        object["peak_memory_bytes"] = *report.peakMemoryBytes;
    object["checkpoint_bytes"] = report.checkpointBytes;
    object["free_disk_bytes"] = report.freeDiskBytes;
    return object;
}

} // namespace

void RehearsalListener::hear(const RehearsalReport& report) {
    const std::scoped_lock lock(m_mutex);
    m_report = report;
}

RehearsalReport RehearsalListener::report() const {
    const std::scoped_lock lock(m_mutex);
    return m_report;
}

ExitCode RehearsalListener::run(const std::string& config) {
    while (!m_finished) {
        if (m_context.interrupt.isRequested() && !m_isStopping) {
            m_isStopping = true;
            m_context.console.note("ending; nothing of the rehearsal will be left");
            m_session.stopAndSave();
        }
        for (const Event& event : m_listener.take())
            take(event);
        tellChecks(report());
    }
    Console& console = m_context.console;
    console.endProgress();
    if (m_finished->outcome == Outcome::Cancelled)
        throw CancelledError();
    const RehearsalReport last = report();
    const auto& failure = m_finished->failure ? m_finished->failure : last.failure;
    if (failure)
        console.error(failure->text());
    else
        console.result(config + " has passed its rehearsal in " + formatSeconds(last.seconds));
    for (const std::string& line : costsOf(last))
        console.note(line);
    console.object(jsonOf(config, last));
    return failure || !last.hasPassed() ? ExitCode::Failed : ExitCode::Done;
}

void RehearsalListener::take(const Event& event) {
    if (const auto* line = std::get_if<LogLine>(&event.body)) {
        if (line->level == LogLine::Level::Warning)
            m_context.console.warning(line->text);
    } else if (const auto* progress = std::get_if<Progress>(&event.body)) {
        m_context.console.progress(toEnglish(progress->stage));
    } else if (const auto* finished = std::get_if<Finished>(&event.body)) {
        m_finished = *finished;
    }
}

void RehearsalListener::tellChecks(const RehearsalReport& report) {
    while (m_told < report.checks.size() && report.checks[m_told].state != State::Running)
        m_context.console.note(lineOf(report.checks[m_told++]));
}

} // namespace unlit::cli
