// One line of a run's logging.log.
#pragma once

#include <string>
#include <string_view>

namespace unlit::runs {

struct LogEntry {
    enum class Level { Info, Warning, Error };

    std::string time; ///< "2026-03-02T10:00:00Z"; "" where the line has none
    Level level = Level::Info;
    std::string text;
    bool isStep = false; ///< the figures of one step, of which there are as many as steps
};

/// "TIME LEVEL TEXT", as core/session/run_log writes it. A line of another form (another program's)
/// is a text without time.
LogEntry logEntryOf(std::string_view line);

} // namespace unlit::runs
