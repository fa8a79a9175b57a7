// The log of a run, for people: what it told, a line each, with the time. What programs want to
// know stands in events.jsonl and metrics.jsonl.
#pragma once

#include "core/base/log.h"
#include "core/config/train_config.h"
#include "core/events/event.h"

#include <filesystem>

namespace unlit {

/// Any thread may add. A log that cannot be written costs its lines, not the run.
class RunLog {
public:
    /// In a run's folder; goes on with what is there. `period`: figures of every so many steps.
    /// Throws Error::Io.
    explicit RunLog(const std::filesystem::path& folder, const config::LoggingConfig& logging = {},
                    std::int64_t period = 1);

    void add(const decltype(Event::body)& body) noexcept;

private:
    void tell(const decltype(Event::body)& body);

    LogFile m_file;
    std::int64_t m_period;
};

} // namespace unlit
