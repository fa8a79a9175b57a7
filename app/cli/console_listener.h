// Events of a session, from its threads to the one that prints.
#pragma once

#include "core/events/event_sink.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace unlit::cli {

class ConsoleListener : public EventSink {
public:
    void post(Event event) noexcept override;

    /// Everything posted since the last call; waits up to `timeout` for something.
    std::deque<Event> take(std::chrono::milliseconds timeout = std::chrono::milliseconds(50));

private:
    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<Event> m_events;
};

} // namespace unlit::cli
