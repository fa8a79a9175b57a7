// logging.log of a run: what it told, a line each, with the time.
#pragma once

#include "core/events/event.h"
#include "core/train/run_folder.h"
#include "core/train/writers/append_file.h"

#include <mutex>

namespace unlit {

/// Any thread may add. A log that cannot be written costs its lines, not the run.
class RunLog {
public:
    /// Goes on with what is there. Throws Error::system.
    explicit RunLog(const train::RunFolder& folder);

    void add(const decltype(Event::body)& body) noexcept;

private:
    void write(const std::string& level, const std::string& text);

    std::mutex m_mutex; ///< guards m_file
    train::AppendFile m_file;
};

} // namespace unlit
