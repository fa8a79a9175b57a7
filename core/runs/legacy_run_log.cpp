#include "core/runs/legacy_run_log.h"

#include "core/runs/log_entry.h"

#include <charconv>
#include <fstream>
#include <string>

namespace unlit::runs {

namespace {

std::int64_t numberBehind(std::string_view text, std::string_view words) {
    std::int64_t number = 0;
    if (text.starts_with(words))
        std::from_chars(text.data() + words.size(), text.data() + text.size(), number);
    return number;
}

/// "step 200 saved iter_000200, 9.2 MiB in 0.1 s".
std::optional<RunEvent> savedOf(std::string_view text) {
    constexpr std::string_view kSaved = " saved ";
    const std::size_t saved = text.find(kSaved);
    if (!text.starts_with("step ") || saved == std::string_view::npos)
        return {};
    const std::string_view rest = text.substr(saved + kSaved.size());
    RunEvent event{RunEventKind::Saved, numberBehind(text, "step "), {}};
    event.fields["checkpoint"] = std::string(rest.substr(0, rest.find(',')));
    return event;
}

std::optional<RunEvent> eventOfText(std::string_view text) {
    struct State {
        std::string_view words;
        RunEventKind kind;
        const char* by = nullptr;
    };

    static constexpr State kStates[] = {
        {"complete after step ", RunEventKind::Complete},
        {"stopped after step ", RunEventKind::Stopped},
        {"time is up after step ", RunEventKind::Stopped, "time limit"},
        {"goes on after step ", RunEventKind::Resumed},
    };
    for (const State& state : kStates) {
        if (!text.starts_with(state.words))
            continue;
        RunEvent event{state.kind, numberBehind(text, state.words), {}};
        if (state.by != nullptr)
            event.fields["by"] = state.by;
        return event;
    }
    if (text == "begins")
        return RunEvent{RunEventKind::Started, 0, {}};
    if (text == "paused")
        return RunEvent{RunEventKind::Paused, 0, {}};
    if (text == "goes on")
        return RunEvent{RunEventKind::Continued, 0, {}};
    return savedOf(text);
}

} // namespace

std::optional<RunEvent> legacyRunEventOf(std::string_view line) {
    const LogEntry entry = logEntryOf(line);
    std::optional<RunEvent> event;
    if (entry.level == LogEntry::Level::Error) {
        event = RunEvent{RunEventKind::Failed, 0, {}};
        event->fields["message"] = entry.text;
    } else if (entry.level == LogEntry::Level::Info) {
        event = eventOfText(entry.text);
    }
    if (event)
        event->time = entry.time;
    return event;
}

std::vector<RunEvent> legacyRunEvents(const std::filesystem::path& log) {
    std::vector<RunEvent> events;
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(log, unknown))
        return events; // a pipe would wait, a device might never end
    std::ifstream stream(log, std::ios::binary);
    for (std::string line; std::getline(stream, line);)
        if (std::optional<RunEvent> event = legacyRunEventOf(line))
            events.push_back(std::move(*event));
    return events;
}

} // namespace unlit::runs
