// The log of a run, for people: what it told, a line each, with the time. What programs want to
// know stands in events.jsonl and metrics.jsonl.
#pragma once

#include "core/base/log.h"
#include "core/config/train_config.h"
#include "core/events/event.h"
#include "core/train/run_folder.h"

namespace unlit {

/// Any thread may add. A log that cannot be written costs its lines, not the run.
class RunLog {
public:
    /// Goes on with what is there. `period`: figures of every so many steps. Throws Error::Io.
    explicit RunLog(const train::RunFolder& folder, const config::LoggingConfig& logging = {},
                    std::int64_t period = 1);

    void add(const decltype(Event::body)& body) noexcept;

private:
    void tell(const decltype(Event::body)& body);

    LogFile m_file;
    std::int64_t m_period;
};

} // namespace unlit
